"""What the side has scored.

Against opponents it compares with the best of them: "less than the opponent" means that one of them is ahead.
"""

from __future__ import annotations

from typing import Literal

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Needs, Reads, always
from ...language.fields import Number, Operator
from ...language.vocabulary import BY_SCORE, SCORE
from ...language.words import compare_phrase, others, sides
from .captured import emit_rivals
from .condition import ConditionMechanic, compare_register


class ScoreCompare(ConditionMechanic, tag="score_compare", frozen=True, kw_only=True):
    descriptions = {
        "": "What the side has scored.",
        "reference": "Compare with value, or with the best other side.",
    }
    facts = Facts(makes=NONE, needs=always(Needs.POINTS), reads=always(Reads.SCORES), ends=NONE, prompts=NONE)
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
        rivals = len(context.genome.teams) or context.seats
        best = f"that of {others(context)}" if rivals == 2 else f"the best score of any other {sides(context)}"
        whom = best if self.reference == "opponent" else str(self.value)
        return f"your score{' so far' * context.scoring} is {compare_phrase(self.operator)} {whom}"
