"""How much the seat would have to pay to stay in."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Needs, Reads, always
from ...fields import Chips, Operator
from ...vocabulary import BET
from ...words import amount
from ..condition import ConditionMechanic, compare_register


class CurrentBet(ConditionMechanic, tag="current_bet", frozen=True, kw_only=True):
    """How much the seat would have to pay to stay in."""

    descriptions: ClassVar[Mapping[str, str]] = {}
    facts: ClassVar[Facts] = Facts(
        makes=NONE,
        needs=always(Needs.POT),
        reads=always(Reads.POT),
        ends=NONE,
        prompts=NONE,
    )
    operator: Operator = Operator.GE
    value: Chips = 1

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.ints(2) as [most, own]:
            asm.op("MAXC", most, BET)
            asm.op("LOAD", own, BET, who)
            asm.op("SUBR", most, own)
            compare_register(asm, into, most, self.operator, self.value)

    def rule(self, context: Context) -> str:
        return f"you would have to pay {amount(self.operator, self.value, 'chip')} to stay in"
