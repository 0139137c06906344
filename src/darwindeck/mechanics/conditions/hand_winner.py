"""The seat's side has won the deal.

It is read when deals are scored: in Crazy Eights the winner scores what the others are left with.
"""

from __future__ import annotations

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Needs, Reads, always
from ...language.vocabulary import DEAL_WINNER, OPERATORS
from .condition import ConditionMechanic


class HandWinner(ConditionMechanic, tag="hand_winner", frozen=True, kw_only=True):
    descriptions = {"": "The seat's side has won the deal."}
    facts = Facts(makes=NONE, needs=always(Needs.WINNER), reads=always(Reads.WINNER), ends=NONE, prompts=NONE)

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        nobody = Label()
        with asm.ints(2) as [winner, own]:
            asm.set_constant(into, 0)
            # Nobody is no seat, and has no side to compare with.
            asm.op("JNOBODY", DEAL_WINNER, nobody)
            asm.op("SIDEOF", own, who)
            asm.op("SIDEOF", winner, DEAL_WINNER)
            asm.truth(into, lambda yes: asm.op("JCMPR", winner, own, OPERATORS["=="], yes))
        asm.place(nobody)

    def rule(self, context: Context) -> str:
        return "you won the deal"
