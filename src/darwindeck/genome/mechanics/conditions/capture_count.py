"""How many cards the side has taken."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Makes, Needs, Reads, always
from ...fields import Operator
from ..captured import against, emit_captured, find_cards
from ..condition import ConditionMechanic


class CaptureCount(ConditionMechanic, tag="capture_count", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {
        "": "How many cards the side has taken.",
        "reference": "Compare with value, or with every other side.",
    }
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.CARD_COUNT),
        needs=always(Needs.CAPTURES),
        reads=always(Reads.CAPTURED),
        ends=NONE,
        prompts=NONE,
    )
    operator: Operator = Operator.GT
    value: Annotated[int, Meta(ge=0, le=52)] = 0
    reference: Literal["value", "opponent"] = "opponent"

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        emit_captured(asm, into, who, find_cards(None, None), self.operator, self.value, self.reference)

    def emit_counted(self, asm: Assembler, into: int, who: int) -> None:
        asm.set_constant(into, find_cards(None, None))

    def rule(self, context: Context) -> str:
        return f"you captured {against(self.operator, self.value, self.reference, 'card', context)}"
