"""Crib: everyone lays cards away for the dealer, and a starter is turned up for all hands."""

from __future__ import annotations

import itertools
from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, Reads, always, when, within
from ...language.fields import rank_set
from ...language.findings import Gate
from ...language.selection import Selection
from ...language.vocabulary import (
    ASIDE,
    DEALER,
    DECK,
    EACH_SEAT,
    IN_PLAY,
    OPENLY,
    PICKED,
    PRIVATELY,
    SCORE,
    TABLEAU,
    TOP_FIRST,
    TURN_SEAT,
    of,
)
from ...language.words import cards, number_of
from .phase import MANY, Doubts, PhaseMechanic


class CribPhase(PhaseMechanic, tag="CribPhase", frozen=True, kw_only=True):
    """The crib lies aside, where nobody sees it; each seat knows what it laid there itself."""

    noun = "a crib"
    descriptions = {
        "": "Everyone lays cards away face down, into the crib; then a starter is turned up.",
        "crib_size": "The crib is filled up from the stock to so many cards.",
        "jack_points": "Points for the dealer if the starter is a jack.",
        "keep": "Cards that everyone keeps.",
    }
    facts = Facts(
        makes=always(Makes.TABLE, Makes.ROUND, Makes.CRIB)
        | when(lambda part: part.jack_points > 0, Makes.POINTS)
        | within(lambda part, context: context.dealt_hand > part.keep, Makes.SHEDS),
        needs=always(Needs.SETS, Needs.STOCK),
        reads=always(Reads.STOCK, Reads.HAND_SIZES),
        ends=NONE,
        prompts=within(lambda part, context: context.dealt_hand > part.keep, Prompts.CARD),
    )
    keep: Annotated[int, Meta(ge=1, le=12)] = 4
    crib_size: Annotated[int, Meta(ge=0, le=12)] = 4
    jack_points: Annotated[int, Meta(ge=0, le=20)] = 2

    def emit(self, asm: Assembler) -> None:
        surplus = asm.context.dealt_hand - self.keep
        if surplus > 0:
            selection = Selection(low=surplus, high=surplus)
            prompt = f"Lay {cards(surplus)} away"
            with asm.each_seat(TURN_SEAT, IN_PLAY) as seat:
                none = Label()
                selection.emit(asm, seat, lambda into: asm.op("SHAND", into, EACH_SEAT), prompt, none)
                asm.op("MOVEALL", of(PICKED, seat), ASIDE, TOP_FIRST)
                asm.place(none)
        self._emit_filling(asm)
        self._emit_starter(asm)

    def _emit_filling(self, asm: Assembler) -> None:
        full = Label()
        again = asm.here()
        with asm.ints() as [size], asm.sets() as [stock]:
            asm.op("SIZE", size, ASIDE)
            asm.jump_if(size, ">=", self.crib_size, full)
            asm.op("SPILE", stock, DECK)
            asm.op("JEMPTY", stock, full)
            asm.op("TAKE", DECK, ASIDE, PRIVATELY)
            asm.op("JUMP", again)
        asm.place(full)

    def _emit_starter(self, asm: Assembler) -> None:
        over = Label()
        with asm.sets(2) as [card, jacks], asm.ints() as [points]:
            asm.op("SPILE", card, DECK)
            asm.op("JEMPTY", card, over)
            asm.op("TAKE", DECK, TABLEAU, OPENLY)
            if self.jack_points:
                asm.op("STOP", card, TABLEAU)
                asm.set_constant(jacks, rank_set("J"))
                asm.op("SAND", card, jacks)
                asm.op("JEMPTY", card, over)
                asm.note("points", "a jack is turned up")
                asm.op("SETI", points, self.jack_points)
                asm.op("ADDC", SCORE, DEALER, points)
        asm.place(over)

    def doubts(self, context: Context) -> Doubts:
        if not context.has(Makes.COMBINATIONS):
            yield Gate.UNREAD, "", "nobody counts hands with the starter, or the crib"
        laid = max(0, context.dealt_hand - self.keep) * context.seats
        before = itertools.takewhile(lambda phase: phase is not self, context.phases)
        if laid and any(phase.hand_change(context)[0] <= -MANY for phase in before):
            yield Gate.GOAL, "", "cards are laid into the crib when all have been played"
        if max(laid, self.crib_size) > 2 * self.keep:
            yield Gate.ROOM, "crib_size", "the crib is more than twice as large as a hand, so whoever deals wins"

    def hand_change(self, context: Context) -> tuple[int, int]:
        surplus = max(0, context.dealt_hand - self.keep)
        return -surplus, -surplus

    def count_laid_out(self, context: Context) -> int:
        return 1

    def rule(self, context: Context) -> str:
        surplus = context.dealt_hand - self.keep
        text = ""
        if surplus > 0:
            text += f"Everyone lays {cards(surplus)} face down into the crib, which is the dealer's."
        if surplus * context.seats < self.crib_size:
            text += f" The crib is filled up from the stock to {cards(self.crib_size)}, unseen."
        text = f"{text.strip()}\nThe top card of the stock is turned up on the table: the starter."
        if self.jack_points:
            text += f" If it is a jack, the dealer scores {number_of(self.jack_points, 'point')}."
        return text

    def brief(self, context: Context) -> str:
        surplus = context.dealt_hand - self.keep
        return (f"lay {cards(surplus)} into the crib; " if surplus > 0 else "") + "turn up the starter"
