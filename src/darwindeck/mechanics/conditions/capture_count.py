"""How many cards the side has taken.

In Scopa most cards score a point: `reference` opponent with > must hold against every other side, so a tie scores
nothing.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Reads, always
from ...language.fields import Operator
from .captured import against, emit_captured, find_cards
from .condition import ConditionMechanic


class CaptureCount(ConditionMechanic, tag="capture_count", frozen=True, kw_only=True):
    descriptions = {
        "": "How many cards the side has taken.",
        "reference": "Compare with value, or with every other side.",
    }
    facts = Facts(
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
        """Scoring per card counts every card in the zone, though the condition itself is only true or false."""
        asm.set_constant(into, find_cards(None, None))

    def rule(self, context: Context) -> str:
        return f"you captured {against(self.operator, self.value, self.reference, 'card', context)}"
