"""Hidden bid: players lay cards aside, face down, whose suits say how many tricks they will win."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, Reads, always, when
from ...language.fields import SUIT_NAMES, SUITS, suit_set
from ...language.findings import Gate
from ...language.selection import Selection
from ...language.vocabulary import (
    BID,
    DEALS,
    FRONT,
    IN_PLAY,
    OPERATORS,
    PICKED,
    SCORE,
    TITLE,
    TOP_FIRST,
    TRICKS,
    TRUMP,
    TURN_SEAT,
    of,
)
from ...language.words import cards, from_first, list_words, number_of
from .phase import Doubts, PhaseMechanic

Worth = Annotated[int, Meta(ge=0, le=5)]
Points = Annotated[int, Meta(ge=0, le=100)]
TRUMPS_BY_SUCCESS = ("D", "S", "H", "C")  # after a deal in which nobody, one, two, three have won what they bid


class HiddenBidPhase(PhaseMechanic, tag="HiddenBidPhase", frozen=True, kw_only=True):
    """The cards wait in FRONT. In the end the BID column holds 1 + the bid, and TITLE whether it was won."""

    noun = "hidden bids"
    descriptions = {
        "": "Before the first turn everybody lays cards aside, face down, whose suits say how many tricks they will win.",
        "bonus": "Points for winning exactly the bid: if one player does, if two do, and so on; the last holds for more.",
        "club": "How many tricks a club stands for.",
        "count": "How many cards are laid aside.",
        "diamond": "How many tricks a diamond stands for.",
        "heart": "How many tricks a heart stands for.",
        "spade": "How many tricks a spade stands for.",
        "trick_points": "Points for each trick, whatever was bid.",
        "trump_by_success": "Whether trumps follow from how many won their bids in the deal before; at first there are none.",
    }
    facts = Facts(
        makes=always(Makes.COMMITS, Makes.ROUND, Makes.POINTS, Makes.BIDS, Makes.SHOWS)
        | when(lambda part: part.trump_by_success, Makes.TRUMP),
        needs=always(Needs.SETS, Needs.OPENING, Needs.TRICKS),
        reads=always(Reads.TRICKS) | when(lambda part: part.trump_by_success, Reads.TITLES),
        ends=NONE,
        prompts=always(Prompts.CARD),
    )
    count: Annotated[int, Meta(ge=1, le=5)] = 3
    club: Worth = 3
    diamond: Worth = 0
    heart: Worth = 2
    spade: Worth = 1
    trick_points: Points = 1
    bonus: Annotated[tuple[Points, ...], Meta(min_length=1, max_length=8)] = (30, 20, 10)
    trump_by_success: bool = False

    @property
    def worths(self) -> tuple[int, int, int, int]:
        return self.club, self.diamond, self.heart, self.spade

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        others = [phase for phase in context.phases if phase is not self]
        if any(phase.has(fact, context) for phase in others for fact in (Makes.BIDS, Makes.CALLS, Makes.TITLES)):
            yield "", "bids and places of another phase stand where these bids do"
        later = context.phases[context.phases.index(self) + 1 :]
        if any(phase.has(Makes.COMMITS, context) for phase in later):
            yield "", "needs the place in front of players, where cards of a later phase wait"
        if context.genome.teams:
            yield "", "everybody bids alone"

    def doubts(self, context: Context) -> Doubts:
        if context.dealt_hand <= self.count:
            yield Gate.IDLE, "count", "no cards are left to play"
        if len({*self.worths}) == 1:
            yield Gate.ROOM, "club", "all suits stand for the same bid"
        if self.trump_by_success and context.genome.match is None:
            yield Gate.IDLE, "trump_by_success", "there is but one deal, so there is none before"

    def emit(self, asm: Assembler) -> None:
        """Trumps first, since they bear upon the bids."""
        if self.trump_by_success:
            self._emit_trump(asm)
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            none = Label()
            laid = Selection(low=self.count, high=self.count)
            laid.emit(asm, seat, lambda into: asm.op("SHAND", into, seat), "Lay cards aside as your bid", none)
            asm.op("MOVEALL", of(PICKED, seat), of(FRONT, seat), TOP_FIRST)
            asm.place(none)

    @staticmethod
    def _emit_trump(asm: Assembler) -> None:
        first, done = Label(), Label()
        with asm.ints(2) as [successes, suit]:
            asm.op("SETI", suit, -1)
            asm.jump_if(DEALS, "==", 0, first)
            asm.op("SUMC", successes, TITLE)
            asm.op("MODI", successes, len(SUITS))
            for number, name in enumerate(TRUMPS_BY_SUCCESS):
                asm.op("SETI", suit, SUITS.index(name))
                asm.jump_if(successes, "==", number, done)
            asm.place(first)
            asm.place(done)
            asm.op("MOVR", TRUMP, suit)

    def emit_deal_end(self, asm: Assembler) -> None:
        """Bids are shown and compared with tricks; then everybody scores, by how many have won theirs."""
        with asm.ints(4) as [bid, tricks, successes, points]:
            asm.op("SETI", successes, 0)
            with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
                missed = Label()
                self._emit_bid(asm, seat, bid)
                asm.op("LOAD", tricks, TRICKS, seat)
                asm.op("SETI", points, 0)
                asm.op("JCMPR", bid, tricks, OPERATORS["!="], missed)
                asm.op("SETI", points, 1)
                asm.op("ADDI", successes, 1)
                asm.place(missed)
                asm.op("STORE", TITLE, seat, points)
                asm.op("ADDI", bid, 1)
                asm.op("STORE", BID, seat, bid)
            with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
                self._emit_points(asm, seat, tricks, successes, points)

    def _emit_bid(self, asm: Assembler, seat: int, bid: int) -> None:
        asm.op("SETI", bid, 0)
        with asm.sets(2) as [front, suited], asm.ints() as [number]:
            asm.op("SPILE", front, of(FRONT, seat))
            asm.op("SHOW", front)
            for suit, worth in zip(SUITS, self.worths, strict=True):
                asm.set_constant(suited, suit_set(suit))
                asm.op("SAND", suited, front)
                asm.op("COUNT", number, suited)
                asm.op("MULI", number, worth)
                asm.op("ADDR", bid, number)

    def _emit_points(self, asm: Assembler, seat: int, tricks: int, successes: int, points: int) -> None:
        scored = Label()
        asm.op("LOAD", tricks, TRICKS, seat)
        asm.op("MULI", tricks, self.trick_points)
        asm.note("points", "tricks")
        asm.op("ADDC", SCORE, seat, tricks)
        asm.op("LOAD", points, TITLE, seat)
        asm.jump_if(points, "==", 0, scored)
        given = Label()
        for number, bonus in enumerate(self.bonus, 1):
            asm.op("SETI", points, bonus)
            asm.jump_if(successes, "==", number, given)
        asm.place(given)
        asm.note("points", "as many tricks as bid")
        asm.op("ADDC", SCORE, seat, points)
        asm.place(scored)

    def hand_change(self, context: Context) -> tuple[int, int]:
        return -self.count, -self.count

    def rule(self, context: Context) -> str:
        worths = [f"a {SUIT_NAMES[suit][:-1]} for {worth}" for suit, worth in zip(SUITS, self.worths, strict=True)]
        parts = [
            f"In turn, {from_first(context)}, everyone lays {cards(self.count)} of the hand aside, face down. "
            f"They are a bid: each stands for tricks that you will win, {list_words(worths)}. Nobody sees it before the deal is over."
        ]
        if self.trump_by_success:
            suits = [SUIT_NAMES[suit] for suit in TRUMPS_BY_SUCCESS]
            parts.insert(
                0,
                f"In the first deal there are no trumps. Later trumps are {suits[0]} if nobody won their bid in the deal before, "
                f"{suits[1]} if one player did, {suits[2]} if two did, {suits[3]} if three did (and so on again from there).",
            )
        return "\n".join(parts)

    def deal_end_rule(self, context: Context) -> str:
        bonus = [
            f"{points} if {'only you did' if number == 1 else f'{number} players did'}"
            for number, points in enumerate(self.bonus[: context.seats], 1)
        ]
        more = " (as many if more did)" * (context.seats > len(self.bonus))
        return (
            f"Everyone shows their bid, and scores {number_of(self.trick_points, 'point')} for each trick they won. "
            f"If you have won exactly as many tricks as you bid, you score more: {', '.join(bonus)}{more}."
        )

    def brief(self, context: Context) -> str:
        return f"lay {cards(self.count)} aside as your bid"
