"""Peg: cards are played in turn to a common count, and score by what they make of those before them."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Ends, Facts, Makes, Needs, Prompts, Reads, always
from ...language.findings import Gate
from ...language.vocabulary import (
    DEBT,
    FORWARD,
    FRONT,
    HAND,
    IN_PLAY,
    LOOP_MASK,
    NOBODY,
    OTHER_SEAT,
    PHASE_A,
    PLAYING_WITH_CARDS,
    SCORE,
    START_SEAT,
    TURN_SEAT,
    of,
)
from ...language.words import number_of
from .phase import MANY, Doubts, PhaseMechanic
from .sums import can_add_up


def first_score(context: Context) -> int | None:
    """The score that ends the match in the middle of a deal, if there is one."""
    wins = context.genome.win_conditions
    return next((win.threshold for win in wins if win.kind.may(Ends.MATCH_AT_ONCE)), None)


def emit_if_decided(asm: Assembler, over: Label) -> None:
    """To `over` if a side has reached the score that ends the match at once: then nothing more is scored."""
    score = first_score(asm.context)
    if score is None:
        return
    with asm.ints() as [most]:
        asm.op("MAXC", most, SCORE)
        asm.jump_if(most, ">=", score, over)


class PegPhase(PhaseMechanic, tag="PegPhase", frozen=True, kw_only=True):
    """DEBT is the count, PHASE_A the ranks played for it. START_SEAT is who plays, OTHER_SEAT who played last."""

    noun = "pegging"
    descriptions = {
        "": "Play all cards in turn to a count, and score sums, pairs and runs.",
        "go_points": "Points for whoever played last, when nobody can go on.",
        "limit": "The most that the count may be; reaching it scores two.",
        "sum": "The count that scores two; 0: none.",
    }
    facts = Facts(
        makes=always(Makes.COMBINATIONS, Makes.POINTS, Makes.SHEDS, Makes.OWN_DISCARDS, Makes.ROUND),
        needs=always(Needs.SETS),
        reads=always(Reads.VALUES),
        ends=NONE,
        prompts=always(Prompts.CARD),
    )
    limit: Annotated[int, Meta(ge=10, le=100)] = 31
    sum: Annotated[int, Meta(ge=0, le=60)] = 15
    go_points: Annotated[int, Meta(ge=0, le=10)] = 1

    def emit(self, asm: Assembler) -> None:
        """Each seat in turn that can play without passing the limit must. When nobody can, the count begins anew with
        the seat after the one that played last.
        """
        over, stuck = Label(), Label()
        values = asm.tables(asm.context.value)
        asm.op("SETV", START_SEAT, TURN_SEAT)
        asm.op("SETVI", OTHER_SEAT, NOBODY)
        asm.op("SETI", DEBT, 0)
        asm.op("SETI", PHASE_A, 0)
        again = asm.here()
        asm.op("MASK", LOOP_MASK, PLAYING_WITH_CARDS)
        with asm.seats_of(START_SEAT, LOOP_MASK, FORWARD) as seat, asm.sets() as [cards]:
            unable = Label()
            begin = asm.here()
            self._emit_fitting(asm, cards, seat, values)
            asm.op("JEMPTY", cards, unable)
            asm.ask_card(seat, "Play a card", cards, begin)
            asm.op("PLAY", of(HAND, seat), of(FRONT, seat))
            self._emit_points(asm, seat, values)
            asm.op("SETV", OTHER_SEAT, seat)
            emit_if_decided(asm, over)
            asm.op("SETV", START_SEAT, seat)
            asm.step(START_SEAT, IN_PLAY, FORWARD)
            asm.jump_if(DEBT, "==", self.limit, stuck)
            asm.op("JUMP", again)
            asm.place(unable)
        asm.op("JNOBODY", OTHER_SEAT, over)
        with asm.ints() as [points]:
            asm.note("points", "the last card")
            asm.op("SETI", points, self.go_points)
            asm.op("ADDC", SCORE, OTHER_SEAT, points)
        emit_if_decided(asm, over)
        asm.place(stuck)
        asm.op("SETI", DEBT, 0)
        asm.op("SETI", PHASE_A, 0)
        asm.op("SETVI", OTHER_SEAT, NOBODY)
        asm.op("JUMP", again)
        asm.place(over)

    def _emit_fitting(self, asm: Assembler, cards: int, seat: int, values: int) -> None:
        """The cards that the seat can play without passing the limit."""
        with asm.ints() as [room]:
            asm.op("SETI", room, self.limit)
            asm.op("SUBR", room, DEBT)
            asm.op("SHAND", cards, seat)
            asm.op("SMOST", cards, room, values)

    def _emit_points(self, asm: Assembler, seat: int, values: int) -> None:
        with asm.ints() as [points]:
            asm.note("points", "pegging")
            asm.op("PEG", points, PHASE_A, DEBT, values, self.sum | self.limit << 8)
            asm.op("ADDC", SCORE, seat, points)

    def doubts(self, context: Context) -> Doubts:
        if self.sum and not can_add_up(context, self.sum):
            yield Gate.NEVER, "sum", f"no cards of the pack add up to {self.sum}"
        if not can_add_up(context, self.limit):
            yield Gate.NEVER, "limit", f"no cards of the pack add up to {self.limit}"

    def hand_change(self, context: Context) -> tuple[int, int]:
        return -MANY, 0

    def rule(self, context: Context) -> str:
        lines = [
            "All play their cards in turn, beginning with whoever has the turn, face up in front of themselves. A card adds its value to a count that begins at 0 and "
            f"may not pass {self.limit}. Who can play must; who cannot is passed over.",
            "The player of a card scores: 2 if the count is "
            + (f"{self.sum} or {self.limit}" if self.sum else f"{self.limit}")
            + "; 2 for a pair "
            "with the card before, 6 for three of a rank in a row, 12 for four; and a point for each card of the longest run of three or more ranks that the last cards make, in any order (ace low).",
            f"When nobody can play, whoever played last scores {number_of(self.go_points, 'point')}, unless the count is {self.limit}. Then the count begins at 0 again with the "
            "next player, and earlier cards are forgotten, until all cards are played.",
        ]
        return "\n".join(lines)

    def brief(self, context: Context) -> str:
        return f"play cards in turn to a count of {self.limit}; sums, pairs and runs score"
