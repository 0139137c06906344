"""The seat has so many chips.

`chip_count` with >= says the same. This word is for rules that read as a price: "if you can afford 5 chips".
"""

from __future__ import annotations

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Needs, Reads, always
from ...fields import Chips, Operator
from ...words import number_of
from ..condition import ConditionMechanic
from .chip_count import ChipCount


class CanAfford(ConditionMechanic, tag="can_afford", frozen=True, kw_only=True):
    descriptions = {"": "The seat has so many chips."}
    facts = Facts(makes=NONE, needs=always(Needs.CHIPS), reads=always(Reads.CHIPS), ends=NONE, prompts=NONE)
    value: Chips = 1

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        ChipCount(operator=Operator.GE, value=self.value).emit(asm, into, who)

    def rule(self, context: Context) -> str:
        return f"you can afford to pay {number_of(self.value, 'chip')}"
