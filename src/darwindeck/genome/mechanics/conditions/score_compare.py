"""What the side has scored."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar, Literal

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Needs, Reads, always
from ...fields import Number, Operator
from ...vocabulary import BY_SCORE, SCORE
from ...words import compare_phrase, sides
from ..captured import emit_rivals
from ..condition import ConditionMechanic, compare_register


class ScoreCompare(ConditionMechanic, tag="score_compare", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {
        "": "What the side has scored.",
        "reference": "Compare with value, or with the best other side.",
    }
    facts: ClassVar[Facts] = Facts(
        makes=NONE,
        needs=always(Needs.POINTS),
        reads=always(Reads.SCORES),
        ends=NONE,
        prompts=NONE,
    )
    operator: Operator = Operator.GE
    value: Number = 0
    reference: Literal["value", "opponent"] = "value"

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.ints() as [score]:
            if self.reference == "opponent":
                emit_rivals(asm, into, who, BY_SCORE, self.operator, asm.constants(0))
                return
            asm.op("LOAD", score, SCORE, who)
            compare_register(asm, into, score, self.operator, self.value)

    def rule(self, context: Context) -> str:
        whom = f"the best score of any other {sides(context)}" if self.reference == "opponent" else str(self.value)
        return f"your score is {compare_phrase(self.operator)} {whom}"
