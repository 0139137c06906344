"""Discard: put cards from your hand away."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ..assembler import DISCARDED, NAMED, PICKED, TAKEN, Assembler, Label, of
from ..fields import Group, Location
from .conditions import Condition
from .phase import PhaseMechanic, PhaseWho, acting_seats
from .play import Target, target_pile
from .selection import Selection


class DiscardPhase(PhaseMechanic, tag="DiscardPhase", frozen=True, kw_only=True):
    target: Target = "discard"
    min_cards: Annotated[int, Meta(ge=0, le=8)] = 1
    max_cards: Annotated[int, Meta(ge=1, le=8)] = 1
    mandatory: bool = True
    filter: Condition | None = None
    not_taken: bool = False
    group_validation: Group = "none"
    who: PhaseWho = "actor"

    def emit(self, asm: Assembler) -> None:
        optional = not self.mandatory or self.min_cards == 0
        selection = Selection(
            low=max(1, self.min_cards), high=self.max_cards, group=self.group_validation, optional=optional
        )
        prompt = "Discard a card" if self.max_cards == 1 else f"Discard {self.min_cards} to {self.max_cards} cards"
        with acting_seats(asm, self.who) as (seat, over):
            counts = any(getattr(phase, "count_equals_discarded", False) for phase in asm.context.phases)
            if counts:
                with asm.ints() as [number]:
                    asm.op("SETI", number, 0)
                    asm.op("STORE", DISCARDED, seat, number)
            selection.emit(asm, seat, lambda into: self._emit_candidates(asm, seat, into), prompt, over)
            if counts:
                with asm.ints() as [number]:
                    asm.op("SIZE", number, of(PICKED, seat))
                    asm.op("STORE", DISCARDED, seat, number)
            asm.op("MOVEALL", of(PICKED, seat), target_pile(self.target, seat), 0)
            if self.target == "discard":
                asm.op("SETI", NAMED, -1)

    def _emit_candidates(self, asm: Assembler, seat: int, into: int) -> None:
        asm.op("SHAND", into, seat)
        with asm.sets() as [other]:
            if self.filter is not None:
                self.filter.emit(asm, other, seat)
                asm.op("SAND", into, other)
            if self.not_taken:
                only = Label()
                asm.op("SMOV", other, into)
                with asm.sets() as [taken]:
                    asm.op("SCARD", taken, TAKEN)
                    asm.op("SANDN", into, taken)
                asm.op("JSOME", into, only)
                asm.op("SMOV", into, other)
                asm.place(only)

    def rule(self) -> str:
        many = "a card" if self.max_cards == 1 else f"{max(1, self.min_cards)} to {self.max_cards} cards"
        must = "must" if self.mandatory and self.min_cards > 0 else "may"
        who = "Everyone in turn" if self.who == "all" else "You"
        group = {"none": "", "set": ", all of one rank", "run": ", consecutive cards of one suit (ace low)"}
        text = f"{who} {must} discard {many} to {Location(self.target).phrase}{group[self.group_validation]}"
        if self.filter is not None:
            text += f", each {self.filter.rule()}" if not self.filter.is_table() else f", if {self.filter.rule()}"
        return text + (", but not the card just taken from the discard pile." if self.not_taken else ".")
