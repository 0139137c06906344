"""Tricks won by the side. In scoring, per_card means per trick."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Makes, Needs, Reads, always
from ...fields import Operator
from ...vocabulary import BY_TRICKS, TRICKS
from ..captured import against, emit_rivals
from ..condition import ConditionMechanic, compare_register


class TrickCount(ConditionMechanic, tag="trick_count", frozen=True, kw_only=True):
    """Tricks won by the side. In scoring, per_card means per trick."""

    descriptions: ClassVar[Mapping[str, str]] = {"reference": "Compare with value, or with every other side."}
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.TRICK_COUNT),
        needs=always(Needs.TRICKS),
        reads=always(Reads.TRICKS),
        ends=NONE,
        prompts=NONE,
    )
    operator: Operator = Operator.GT
    value: Annotated[int, Meta(ge=0, le=52)] = 0
    reference: Literal["value", "opponent"] = "value"

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        if self.reference == "opponent":
            emit_rivals(asm, into, who, BY_TRICKS, self.operator, asm.constants(0))
            return
        with asm.ints() as [tricks]:
            asm.op("SUMSIDE", tricks, TRICKS, who)
            compare_register(asm, into, tricks, self.operator, self.value)

    def rule(self, context: Context) -> str:
        return f"you won {against(self.operator, self.value, self.reference, 'trick', context)}"
