"""Cards of the suit of another card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Makes, Reads, always
from ...fields import CardReference, Equality
from ...vocabulary import SAME_SUIT
from ..condition import ConditionMechanic
from ..likeness import PILES, REFERENCES, emit_likeness, emit_top_likeness, needs_reference, reads_reference


class CardMatchesSuit(ConditionMechanic, tag="card_matches_suit", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "Cards of the suit of another card.", "reference": "That card."}
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.CARDS, Makes.STEADY),
        needs=needs_reference(),
        reads=always(Reads.SUIT) | reads_reference(),
        ends=NONE,
        prompts=NONE,
    )
    respect: ClassVar[str | None] = "suit"
    reference: CardReference = "top_discard"
    operator: Equality = "=="

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        emit_likeness(asm, into, self.reference, SAME_SUIT, self.operator)

    def emit_or(self, asm: Assembler, into: int) -> bool:
        if self.reference not in PILES or self.operator != "==":
            return False
        emit_top_likeness(asm, into, self.reference, SAME_SUIT, keep=True)
        return True

    def rule(self, context: Context) -> str:
        return f"a card of {'the same suit as' if self.operator == '==' else 'another suit than'} {REFERENCES[self.reference]}"
