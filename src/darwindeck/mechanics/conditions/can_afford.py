"""The seat has so many chips.

`chip_count` with >= says the same. This word is for rules that read as a price: "if you can afford 5 chips".
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Needs, Reads, always
from ...language.fields import Chips, Operator
from ...language.words import number_of
from .chip_count import ChipCount
from .condition import ConditionMechanic


class CanAfford(ConditionMechanic, tag="can_afford", frozen=True, kw_only=True):
    descriptions = {"": "The seat has so many chips."}
    facts = Facts(makes=NONE, needs=always(Needs.CHIPS), reads=always(Reads.CHIPS), ends=NONE, prompts=NONE)
    value: Chips = 1

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        ChipCount(operator=Operator.GE, value=self.value).emit(asm, into, who)

    def rule(self, context: Context) -> str:
        return f"you can afford to pay {number_of(self.value, 'chip')}"
