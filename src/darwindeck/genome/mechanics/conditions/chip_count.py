"""How many chips the seat has."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Needs, Reads, always
from ...fields import Chips, Operator
from ...vocabulary import CHIPS
from ...words import amount
from ..condition import ConditionMechanic, compare_register


class ChipCount(ConditionMechanic, tag="chip_count", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "How many chips the seat has."}
    facts: ClassVar[Facts] = Facts(
        makes=NONE,
        needs=always(Needs.CHIPS),
        reads=always(Reads.CHIPS),
        ends=NONE,
        prompts=NONE,
    )
    operator: Operator = Operator.GE
    value: Chips = 1

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.ints() as [chips]:
            asm.op("LOAD", chips, CHIPS, who)
            compare_register(asm, into, chips, self.operator, self.value)

    def rule(self, context: Context) -> str:
        return f"you have {amount(self.operator, self.value, 'chip')}"
