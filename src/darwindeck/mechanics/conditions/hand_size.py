"""How many cards the seat holds.

In Old Maid a seat without cards does not draw. Cards that are picked in an unfinished selection count as held.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Reads, always
from ...language.fields import Operator
from ...language.words import amount
from .condition import ConditionMechanic, compare_register


class HandSize(ConditionMechanic, tag="hand_size", frozen=True, kw_only=True):
    descriptions = {"": "How many cards the seat holds."}
    facts = Facts(makes=NONE, needs=NONE, reads=always(Reads.HAND_SIZES), ends=NONE, prompts=NONE)
    operator: Operator = Operator.EQ
    value: Annotated[int, Meta(ge=0, le=52)] = 0

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.ints() as [size]:
            asm.op("SHAND", into, who)
            asm.op("COUNT", size, into)
            compare_register(asm, into, size, self.operator, self.value)

    def rule(self, context: Context) -> str:
        return f"you hold {amount(self.operator, self.value, 'card')}"
