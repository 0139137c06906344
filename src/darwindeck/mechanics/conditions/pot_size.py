"""How many chips are in the pot.

The pot is what all seats have paid in this deal, bets of the present round included.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Needs, Reads, always
from ...language.fields import Chips, Operator
from ...language.vocabulary import CONTRIBUTION
from ...language.words import amount
from .condition import ConditionMechanic, compare_register


class PotSize(ConditionMechanic, tag="pot_size", frozen=True, kw_only=True):
    descriptions = {"": "How many chips are in the pot."}
    facts = Facts(makes=NONE, needs=always(Needs.POT), reads=always(Reads.POT), ends=NONE, prompts=NONE)
    operator: Operator = Operator.GE
    value: Chips = 1

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.ints() as [chips]:
            asm.op("SUMC", chips, CONTRIBUTION)
            compare_register(asm, into, chips, self.operator, self.value)

    def rule(self, context: Context) -> str:
        return f"the pot has {amount(self.operator, self.value, 'chip')}"
