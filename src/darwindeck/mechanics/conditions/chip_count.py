"""How many chips the seat has."""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Needs, Reads, always
from ...language.fields import Chips, Operator
from ...language.vocabulary import CHIPS
from ...language.words import amount
from .condition import ConditionMechanic, compare_register


class ChipCount(ConditionMechanic, tag="chip_count", frozen=True, kw_only=True):
    descriptions = {"": "How many chips the seat has."}
    facts = Facts(makes=NONE, needs=always(Needs.CHIPS), reads=always(Reads.CHIPS), ends=NONE, prompts=NONE)
    operator: Operator = Operator.GE
    value: Chips = 1

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.ints() as [chips]:
            asm.op("LOAD", chips, CHIPS, who)
            compare_register(asm, into, chips, self.operator, self.value)

    def rule(self, context: Context) -> str:
        return f"you have {amount(self.operator, self.value, 'chip')}"
