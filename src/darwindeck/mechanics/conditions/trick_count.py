"""Tricks won by the side. In scoring, per_card means per trick."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Reads, always
from ...language.fields import Operator
from ...language.vocabulary import BY_TRICKS, TRICKS
from .captured import against, emit_rivals
from .condition import ConditionMechanic, compare_register


class TrickCount(ConditionMechanic, tag="trick_count", frozen=True, kw_only=True):
    """Tricks won by the side. In scoring, per_card means per trick."""

    descriptions = {"reference": "Compare with value, or with every other side."}
    facts = Facts(
        makes=always(Makes.TRICK_COUNT), needs=always(Needs.TRICKS), reads=always(Reads.TRICKS), ends=NONE, prompts=NONE
    )
    operator: Operator = Operator.GT
    value: Annotated[int, Meta(ge=0, le=52)] = 0
    reference: Literal["value", "opponent"] = "value"

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        if self.reference == "opponent":
            emit_rivals(asm, into, who, BY_TRICKS, self.operator, asm.constants(0))
            return
        with asm.ints() as [tricks]:
            # Tricks are counted for each seat. Partners win them together, so theirs are added up.
            asm.op("SUMSIDE", tricks, TRICKS, who)
            compare_register(asm, into, tricks, self.operator, self.value)

    def rule(self, context: Context) -> str:
        return f"you won {against(self.operator, self.value, self.reference, 'trick', context)}"
