"""Cards of the colour of another card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Makes, Reads, always
from ...fields import CardReference, Equality
from ...vocabulary import SAME_COLOR
from ..condition import ConditionMechanic
from ..likeness import PILES, REFERENCES, emit_likeness, emit_top_likeness, needs_reference, reads_reference


class CardMatchesColor(ConditionMechanic, tag="card_matches_color", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "Cards of the colour of another card.", "reference": "That card."}
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.CARDS, Makes.STEADY),
        needs=needs_reference(),
        reads=always(Reads.COLOUR) | reads_reference(),
        ends=NONE,
        prompts=NONE,
    )
    respect: ClassVar[str | None] = "colour"
    reference: CardReference = "top_discard"
    operator: Equality = "=="

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        emit_likeness(asm, into, self.reference, SAME_COLOR, self.operator)

    def emit_or(self, asm: Assembler, into: int) -> bool:
        if self.reference not in PILES or self.operator != "==":
            return False
        emit_top_likeness(asm, into, self.reference, SAME_COLOR, keep=True)
        return True

    def rule(self, context: Context) -> str:
        like = "the same colour as" if self.operator == "==" else "the other colour than"
        return f"a card of {like} {REFERENCES[self.reference]}"
