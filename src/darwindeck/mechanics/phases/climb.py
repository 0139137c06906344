"""Climb: a round in which each must beat the cards of the one before, or pass; whoever sheds all cards first is first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Ends, Facts, Makes, Needs, Prompts, Reads, always, when
from ...language.findings import Gate
from ...language.selection import Selection
from ...language.vocabulary import (
    BID,
    DEALER,
    DISCARD,
    EACH_SEAT,
    FORWARD,
    HAND,
    NEXT_SEAT,
    NOT_OUT,
    OPENLY,
    OPERATORS,
    PASS,
    PHASE_A,
    PHASE_B,
    PHASE_C,
    PICKED,
    PLAYING_WITH_CARDS,
    SCORE,
    START_SEAT,
    TITLE,
    TURN_SEAT,
    of,
)
from ...language.words import between, list_words, number_of
from .pass_cards import ordinal
from .phase import Doubts, PhaseMechanic

Place = Annotated[int, Meta(ge=0, le=100)]


class ClimbPhase(PhaseMechanic, tag="ClimbPhase", frozen=True, kw_only=True):
    """PHASE_A is a card of the set to beat, PHASE_B who has passed for good, PHASE_C who is still to be asked.

    START_SEAT has played last. The BID column holds the place of a seat that has shed its cards, from 1.
    """

    noun = "climbing"
    descriptions = {
        "": "Cards of one rank are led, and others beat them with as many of a higher rank, until all others pass.",
        "max_set": "How many cards may be played at once, at most.",
        "pass_binds": "Whether who has passed is out of the round.",
        "place_points": "Points for who has shed all cards first, second, and so on.",
    }
    facts = Facts(
        makes=always(Makes.CLIMBS, Makes.SHEDS, Makes.DISCARDS, Makes.ROUND, Makes.NEXT_TURN, Makes.TITLES)
        | when(lambda part: any(part.place_points), Makes.POINTS),
        needs=always(Needs.SETS, Needs.HOLDERS),
        reads=always(Reads.ORDER),
        ends=always(Ends.DEAL_IN_TIME),
        prompts=always(Prompts.CARD),
    )
    max_set: Annotated[int, Meta(ge=1, le=4)] = 4
    pass_binds: bool = True
    place_points: Annotated[tuple[Place, ...], Meta(max_length=8)] = ()

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        """Places stand where bids do."""
        if context.has(Makes.BIDS, Makes.CALLS):
            yield "", "places cannot be played for in a game of bids"

    def doubts(self, context: Context) -> Doubts:
        """Places that score nothing are the last ones."""
        sign = -1 if any(win.has(Reads.LOW_SCORES, context) for win in context.rankings) else 1
        worth = [sign * points for points in (*self.place_points, *[0] * context.seats)][: context.seats]
        if any(self.place_points) and worth[0] < max(worth):
            yield Gate.GOAL, "place_points", "whoever is rid of all cards first does not score best"
        elif any(self.place_points) and worth[0] == min(worth):
            yield Gate.GOAL, "place_points", "all places score the same"

    def emit(self, asm: Assembler) -> None:
        """The lead, and then code of its own for each number of cards: how many are picked is written into the code."""
        over, followed = Label(), [Label() for _ in range(self.max_set)]
        asm.op("SETI", PHASE_B, 0)
        with asm.each_seat(TURN_SEAT, PLAYING_WITH_CARDS, FORWARD, START_SEAT, PHASE_C, nobody=over):
            lead = Selection(low=1, high=self.max_set, group="set")
            lead.emit(asm, START_SEAT, lambda into: asm.op("SHAND", into, START_SEAT), "Lead cards of one rank", over)
            with asm.ints() as [count]:
                asm.op("SIZE", count, of(PICKED, START_SEAT))
                for number, label in enumerate(followed, 1):
                    asm.jump_if(count, "==", number, label)
            asm.op("JUMP", over)  # only the first seat leads
        asm.op("JUMP", over)
        for number, label in enumerate(followed, 1):
            asm.place(label)
            self._emit_answers(asm, number, over)
        asm.place(over)

    def _emit_answers(self, asm: Assembler, number: int, over: Label) -> None:
        """The cards just picked are played; all others are asked in turn, and whoever beats them starts it anew."""
        played, body, unable, refused = asm.here(), Label(), Label(), Label()
        self._emit_played(asm, over)
        asm.op("SETV", EACH_SEAT, START_SEAT)
        asm.op("EACH", EACH_SEAT, PHASE_C, FORWARD, body)
        asm.op("JUMP", over)
        asm.place(body)
        beat = Selection(low=number, high=number, group="set", optional=True)
        with asm.sets() as [options]:
            self._emit_stronger(asm, options)
            beat.emit_options(asm, EACH_SEAT, options)
            asm.op("JEMPTY", options, unable)
        beat.emit(asm, EACH_SEAT, lambda into: self._emit_stronger(asm, into), "Beat the cards, or pass", refused)
        asm.op("SETV", START_SEAT, EACH_SEAT)
        asm.op("JUMP", played)
        asm.place(unable)
        asm.ask_move(EACH_SEAT, "Beat the cards, or pass", PASS)
        asm.place(refused)
        if self.pass_binds:
            asm.op("SETB", PHASE_B, EACH_SEAT)
        asm.op("EACH", EACH_SEAT, PHASE_C, FORWARD, body)
        asm.op("JUMP", over)

    @staticmethod
    def _emit_stronger(asm: Assembler, into: int) -> None:
        """Cards of the hand that are stronger than those to beat; picked ones count as part of the hand."""
        with asm.sets() as [best]:
            asm.op("SCARD", best, PHASE_A)
            asm.op("SSTRONG", into, best, asm.tables(asm.context.strength), OPERATORS[">"])
            asm.op("SHAND", best, EACH_SEAT)
            asm.op("SAND", into, best)

    def _emit_played(self, asm: Assembler, over: Label) -> None:
        """The picked cards of START_SEAT go to the discards. A hand that is empty now has its place.

        PHASE_C is then who may answer: everybody with cards but the seat itself and those who are out of the round. The
        round is over if fewer than two have cards.
        """
        keeps = Label()
        with asm.sets() as [cards], asm.ints(2) as [number, place]:
            asm.op("SPILE", cards, of(PICKED, START_SEAT))
            asm.op("LOWCARD", PHASE_A, cards)
            asm.op("MOVE", cards, of(PICKED, START_SEAT), DISCARD, OPENLY)
            asm.op("SETV", NEXT_SEAT, START_SEAT)
            asm.op("SIZE", number, of(HAND, START_SEAT))
            asm.jump_if(number, ">", 0, keeps)
            asm.op("MAXC", place, BID)
            asm.op("ADDI", place, 1)
            asm.op("STORE", BID, START_SEAT, place)
            asm.place(keeps)
            asm.op("MASK", PHASE_C, PLAYING_WITH_CARDS)
            asm.op("JFEWER", PHASE_C, 2, over)
            asm.op("CLRB", PHASE_C, START_SEAT)
        if self.pass_binds:
            for seat in range(asm.context.seats):
                free = Label()
                asm.op("JBIT", PHASE_B, seat, free)
                asm.op("SETVI", EACH_SEAT, seat)
                asm.op("CLRB", PHASE_C, EACH_SEAT)
                asm.place(free)

    def emit_deal_end(self, asm: Assembler) -> None:
        """Places become titles, and score. Seats that still have cards share the place after the last that was taken."""
        with asm.ints(3) as [last, place, points]:
            asm.op("MAXC", last, BID)
            asm.op("ADDI", last, 1)
            with asm.each_seat(DEALER, NOT_OUT) as seat:
                shed = Label()
                asm.op("LOAD", place, BID, seat)
                asm.jump_if(place, ">", 0, shed)
                asm.op("MOVR", place, last)
                asm.place(shed)
                asm.op("STORE", TITLE, seat, place)
                for number, worth in enumerate(self.place_points, 1):
                    if not worth:
                        continue
                    other = Label()
                    asm.jump_if(place, "!=", number, other)
                    asm.note("points", f"{ordinal(number)} without cards")
                    asm.op("SETI", points, worth)
                    asm.op("ADDC", SCORE, seat, points)
                    asm.place(other)

    def hand_change(self, context: Context) -> tuple[int, int]:
        return -self.max_set, 0

    def name_bid(self, bid: int) -> str:
        return f"{ordinal(bid + 1)} without cards"

    def rule(self, context: Context) -> str:
        several = self.max_set > 1
        number = f"{between(1, self.max_set)}, all of one rank" if several else "a card"
        same = "the same number of cards, all of one rank that is higher" if several else "a card of a higher rank"
        bound = "Whoever has passed" + (" is out of the round." if self.pass_binds else " may still play later.")
        end = "all others have passed" if self.pass_binds else "all others pass one after the other"
        return (
            f"You lead {number}. In turn each player passes, or beats the cards played last with {same}.\n"
            f"{bound} The turn goes on round the table, past the leader too, until {end}. Whoever played last leads to the next round.\n"
            "If the one who should lead has no cards left, the next player who has some leads."
        )

    def deal_end_rule(self, context: Context) -> str:
        worth = [
            f"{number_of(points, 'point')} for the {ordinal(place)}"
            for place, points in enumerate(self.place_points, 1)
        ]
        left = "those who still have cards share the last place"
        if context.wins_by("last_with_cards_loses"):
            left = "whoever still has cards is last"
        score = f" They score {list_words(worth)}." if any(self.place_points) else ""
        return f"The players take their places in the order in which they played their last card; {left}.{score}"

    def brief(self, context: Context) -> str:
        return f"lead or beat up to {self.max_set} cards of one rank, or pass"
