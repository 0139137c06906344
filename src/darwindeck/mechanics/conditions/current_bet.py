"""How much the seat would have to pay to stay in."""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Needs, Reads, always
from ...language.fields import Chips, Operator
from ...language.vocabulary import BET
from ...language.words import amount
from .condition import ConditionMechanic, compare_register


class CurrentBet(ConditionMechanic, tag="current_bet", frozen=True, kw_only=True):
    """How much the seat would have to pay to stay in."""

    descriptions = {}
    facts = Facts(makes=NONE, needs=always(Needs.POT), reads=always(Reads.POT), ends=NONE, prompts=NONE)
    operator: Operator = Operator.GE
    value: Chips = 1

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.ints(2) as [most, own]:
            # The highest bet of the round, less what the seat has bet itself.
            asm.op("MAXC", most, BET)
            asm.op("LOAD", own, BET, who)
            asm.op("SUBR", most, own)
            compare_register(asm, into, most, self.operator, self.value)

    def rule(self, context: Context) -> str:
        return f"you would have to pay {amount(self.operator, self.value, 'chip')} to stay in"
