"""Last round: somebody knocks, everybody else has one more turn, and the worst hand pays."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from ..._core import EVALUATORS
from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Ends, Facts, Makes, Needs, Prompts, Reads, always, when
from ...language.fields import SUITS
from ...language.findings import Gate
from ...language.vocabulary import (
    BID,
    CREDITOR,
    IN_PLAY,
    KNOCK,
    NOT_OUT,
    OPERATORS,
    PASS,
    SCORE,
    TURN_SEAT,
)
from ...language.words import number_of, whole
from .phase import Doubts, PhaseMechanic

BEYOND = 1_000_000_000  # no hand ranks as high
SMALLEST_SET = 3  # cards
DEALS_TRIED = 60
MOST_DEALT = 0.25  # of deals, in which somebody holds the target from the start
Points = Annotated[int, Meta(ge=0, le=20)]
TOTALS = {
    "suit_total": "the highest total value of cards of one suit in it",
    "card_total": "the total value of its cards",
}


class LastRoundPhase(PhaseMechanic, tag="LastRoundPhase", frozen=True, kw_only=True):
    """CREDITOR is who has knocked. Where players must wait, the BID column counts their turns."""

    noun = "a last round"
    descriptions = {
        "": "Knock instead of playing: everybody else has one more turn. Then the worst hand pays.",
        "hand_evaluator": "What a hand is worth.",
        "knocker_penalty": "Points for the knocker who has the worst hand alone.",
        "lives": "Who has so many points is out of the match; 0: nobody.",
        "penalty": "Points for the worst hands.",
        "set_halves": "What three or more cards, all of one rank, are worth at least, in half points (61 is 30½); 0: no more than else.",
        "wait": "How many turns a player must have had before knocking.",
        "target": "A hand worth so much ends the deal at once, and all others pay; 0: none does.",
    }
    facts = Facts(
        makes=always(Makes.LAST_ROUND, Makes.POINTS, Makes.SHOWS)
        | when(lambda part: part.lives > 0, Makes.OUTS, Makes.KNOCK_OUTS),
        needs=always(Needs.SETS),
        reads=always(Reads.HELD, Reads.VALUES) | when(lambda part: part.lives > 0, Reads.SCORES),
        ends=always(Ends.DEAL_AT_ONCE, Ends.DEAL_IN_TIME),
        prompts=always(Prompts.ANSWER),
    )
    hand_evaluator: Literal["suit_total", "card_total"] = "suit_total"
    target: Annotated[int, Meta(ge=0, le=200)] = 31
    penalty: Points = 1
    knocker_penalty: Points = 2
    lives: Annotated[int, Meta(ge=0, le=20)] = 0
    wait: Annotated[int, Meta(ge=0, le=3)] = 0
    set_halves: Annotated[int, Meta(ge=0, le=400)] = 0

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        """Turns are counted where bids stand."""
        if self.wait and context.has(Makes.BIDS, Makes.CALLS, Makes.TITLES, Makes.RESERVES, Makes.BUILDS, Reads.BIDS):
            yield "wait", "turns cannot be counted in a game of bids, places, reserves or builds"

    def emit(self, asm: Assembler) -> None:
        """Ends the deal if a hand has reached the target, or if the turn is back at who knocked; else one may knock."""
        over, ends, ask = Label(), Label(), Label()
        if self.wait:
            with asm.ints() as [turns]:
                asm.op("LOAD", turns, BID, TURN_SEAT)
                asm.op("ADDI", turns, 1)
                asm.op("STORE", BID, TURN_SEAT, turns)
        if self.target:
            with asm.each_seat(TURN_SEAT, IN_PLAY) as seat, asm.ints() as [worth]:
                self._emit_worth(asm, worth, seat)
                asm.jump_if(worth, ">=", self._target_worth, ends)
        asm.op("JNOBODY", CREDITOR, ask)
        asm.op("JSEAT", CREDITOR, TURN_SEAT, ends)
        asm.op("JUMP", over)
        asm.place(ask)
        if self.wait:
            with asm.ints() as [turns]:
                asm.op("LOAD", turns, BID, TURN_SEAT)
                asm.jump_if(turns, "<=", self.wait, over)
        asm.ask(TURN_SEAT, "Knock?")
        asm.op("OFFERM", KNOCK)
        asm.op("OFFERM", PASS)
        asm.op("CHOOSE")
        asm.op("JMOVE", PASS, over)
        asm.op("SETV", CREDITOR, TURN_SEAT)
        asm.op("JUMP", asm.context.turn_over)
        asm.place(ends)
        asm.end_deal()
        asm.place(over)

    def doubts(self, context: Context) -> Doubts:
        """Hands that only become smaller are no race for the best one."""
        brings = (Makes.DRAWS, Makes.TOP_TAKEN, Makes.DISCARDS_TAKEN, Makes.PASSES, Makes.TABLE)
        turn = context.genome.turn_structure.phases
        if not any(phase.has(fact, context) or phase.hand_change(context)[1] > 0 for phase in turn for fact in brings):
            yield Gate.ROOM, "", "nobody can get other cards in a turn"
        if self.target and (share := self._share_dealt(context)) > MOST_DEALT:
            why = f"somebody is dealt a hand worth {self.target} in {share:.0%} of deals, which are over before anybody has played"
            yield Gate.ROOM, "target", why
        if not self._is_first(context):
            yield Gate.ROOM, "", "whoever has knocked may still improve the hand before the deal is over"
        least = min(context.value[card % 16] for card in range(64) if context.deck >> card & 1)
        alike = least if self.hand_evaluator == "suit_total" else SMALLEST_SET * least
        if 0 < self.set_halves <= 2 * alike:
            yield Gate.NEVER, "set_halves", "cards of one rank are worth more than that anyway"
        if self.penalty < self.lives <= self.knocker_penalty:
            yield Gate.ROOM, "knocker_penalty", "a knock that fails costs all lives at once, so hardly anybody knocks"
        if self.knocker_penalty < self.penalty:
            yield (
                Gate.ROOM,
                "knocker_penalty",
                "who knocks with the worst hand pays less than others would: a knock is no risk",
            )

    def _share_dealt(self, context: Context) -> float:
        """In how many deals somebody holds the target from the start: of some that are tried, always the same."""
        rng = random.Random(0)
        pack = [card for card in range(64) if context.deck >> card & 1]
        return sum(self._is_dealt(rng.sample(pack, len(pack)), context) for _ in range(DEALS_TRIED)) / DEALS_TRIED

    def _is_dealt(self, cards: list[int], context: Context) -> bool:
        size = min(context.dealt_hand, len(cards) // context.seats)
        for first in range(0, size * context.seats, max(size, 1)):
            totals = [0] * len(SUITS)
            for card in cards[first : first + size]:
                totals[card // 16] += context.value[card % 16]
            if (max(totals) if self.hand_evaluator == "suit_total" else sum(totals)) >= self.target:
                return True
        return False

    def _emit_worth(self, asm: Assembler, into: int, seat: int) -> None:
        """In half points where sets count; else in points."""
        asm.op("HANDRANK", into, seat, EVALUATORS[self.hand_evaluator], asm.tables(asm.context.value))
        if not self.set_halves:
            return
        done = Label()
        asm.op("MULI", into, 2)
        with asm.sets() as [hand], asm.ints() as [number]:
            asm.op("SHAND", hand, seat)
            asm.op("COUNT", number, hand)
            asm.jump_if(number, "<", SMALLEST_SET, done)
            asm.op("RANKBITS", number, hand)
            asm.op("BITS", number, number)
            asm.jump_if(number, ">", 1, done)
            asm.op("MAXI", into, self.set_halves)
        asm.place(done)

    @property
    def _target_worth(self) -> int:
        return self.target * (2 if self.set_halves else 1)

    def emit_deal_end(self, asm: Assembler) -> None:
        """Hands are shown. Then who has not reached the target pays, if somebody has; else the worst hands pay."""
        paid = Label()
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat, asm.sets() as [hand]:
            asm.op("SHAND", hand, seat)
            asm.op("SHOW", hand)
        with asm.ints(4) as [worst, best, number, worth]:
            asm.op("SETI", worst, BEYOND)
            asm.op("SETI", best, 0)
            asm.op("SETI", number, 0)
            self._emit_extremes(asm, worst, best, number, worth)
            if self.target:
                self._emit_target(asm, best, worth, paid)
            self._emit_worst(asm, worst, number, worth)
        asm.place(paid)
        if self.lives:
            with asm.ints(2) as [gone, score]:
                asm.op("SETI", gone, 0)
                with asm.each_seat(TURN_SEAT, NOT_OUT) as seat:
                    stays = Label()
                    asm.op("LOAD", score, SCORE, seat)
                    asm.jump_if(score, "<", self.lives, stays)
                    asm.op("SETB", gone, seat)
                    asm.place(stays)
                asm.op("OUT", gone)

    def _emit_extremes(self, asm: Assembler, worst: int, best: int, number: int, worth: int) -> None:
        """What the worst and the best hand are worth, and how many hands are the worst."""
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            lower, same, high = Label(), Label(), Label()
            self._emit_worth(asm, worth, seat)
            asm.op("JCMPR", worth, worst, OPERATORS[">"], high)
            asm.op("JCMPR", worth, worst, OPERATORS["=="], same)
            asm.op("MOVR", worst, worth)
            asm.op("SETI", number, 0)
            asm.place(same)
            asm.op("ADDI", number, 1)
            asm.place(high)
            asm.op("JCMPR", worth, best, OPERATORS["<="], lower)
            asm.op("MOVR", best, worth)
            asm.place(lower)

    def _emit_target(self, asm: Assembler, best: int, worth: int, paid: Label) -> None:
        """If a hand has reached the target, all that have not pay."""
        short = Label()
        asm.jump_if(best, "<", self._target_worth, short)
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            reached = Label()
            self._emit_worth(asm, worth, seat)
            asm.jump_if(worth, ">=", self._target_worth, reached)
            self._emit_payment(asm, seat, worth, self.penalty, f"a hand below {self.target}")
            asm.place(reached)
        asm.op("JUMP", paid)
        asm.place(short)

    def _emit_worst(self, asm: Assembler, worst: int, number: int, worth: int) -> None:
        """The worst hands pay. The knocker pays more if its hand alone is the worst, and nothing if others are as bad."""
        with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
            spared, other = Label(), Label()
            self._emit_worth(asm, worth, seat)
            asm.op("JCMPR", worth, worst, OPERATORS[">"], spared)
            asm.op("JNOBODY", CREDITOR, other)
            knocker = Label()
            asm.op("JSEAT", seat, CREDITOR, knocker)
            asm.op("JUMP", other)
            asm.place(knocker)
            asm.jump_if(number, ">", 1, spared)
            self._emit_payment(asm, seat, worth, self.knocker_penalty, "knocked with the worst hand")
            asm.op("JUMP", spared)
            asm.place(other)
            self._emit_payment(asm, seat, worth, self.penalty, "the worst hand")
            asm.place(spared)

    @staticmethod
    def _emit_payment(asm: Assembler, seat: int, number: int, points: int, words: str) -> None:
        asm.note("points", words)
        asm.op("SETI", number, points)
        asm.op("ADDC", SCORE, seat, number)

    def rule(self, context: Context) -> str:
        what = whole(context)
        text = (
            f"A hand is worth {TOTALS[self.hand_evaluator]}{self._set_words()}.\nIf nobody has knocked in this {what}, you may knock: your turn is over, everyone else has one more turn, "
            f"{'' if self._is_first(context) else 'you have one up to this step, '}and then the {what} is over."
        )
        if self.wait:
            text += f"\nNobody may knock before having had {number_of(self.wait, 'turn')} in this {what}."
        if self.target:
            text += f"\nAs soon as a hand worth {self.target} or more is held when a turn {'begins' if self._is_first(context) else 'comes to this step'}, the {what} is over."
        return text

    def _is_first(self, context: Context) -> bool:
        """Whether a turn begins with it, so that whoever knocked does nothing more."""
        return context.genome.turn_structure.phases[0] is self

    def _set_words(self) -> str:
        if not self.set_halves:
            return ""
        worth = f"{self.set_halves // 2}{'½' * (self.set_halves % 2)}"
        return f", but three or more cards, all of one rank, are worth {worth} if that is more"

    def deal_end_rule(self, context: Context) -> str:
        pays = f"scores {number_of(self.penalty, 'point')}"
        worse = ""
        if self.knocker_penalty != self.penalty:
            worse = f"whose hand alone is worth least scores {number_of(self.knocker_penalty, 'point')}, and a knocker "
        text = "Everyone still in shows their hand."
        least = "Whoever"
        if self.target:
            text += f" If a hand is worth {self.target} or more, every player whose hand is not {pays}."
            least = "Otherwise whoever"
        text += f" {least} has the hand worth least {pays}, also if several do; but a knocker {worse}who shares that with others scores nothing."
        if self.lives:
            text += f" Whoever has {number_of(self.lives, 'point')} or more is out."
        return text

    def brief(self, context: Context) -> str:
        return "you may knock: one more turn for all others, then the worst hand pays"
