"""The seat's side has won the deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler, Label
from ...context import Context
from ...facts import NONE, Facts, Needs, Reads, always
from ...vocabulary import DEAL_WINNER, OPERATORS
from ..condition import ConditionMechanic


class HandWinner(ConditionMechanic, tag="hand_winner", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "The seat's side has won the deal."}
    facts: ClassVar[Facts] = Facts(
        makes=NONE,
        needs=always(Needs.WINNER),
        reads=always(Reads.WINNER),
        ends=NONE,
        prompts=NONE,
    )

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        nobody = Label()
        with asm.ints(2) as [winner, own]:
            asm.set_constant(into, 0)
            asm.op("JNOBODY", DEAL_WINNER, nobody)
            asm.op("SIDEOF", own, who)
            asm.op("SIDEOF", winner, DEAL_WINNER)
            asm.truth(into, lambda yes: asm.op("JCMPR", winner, own, OPERATORS["=="], yes))
        asm.place(nobody)

    def rule(self, context: Context) -> str:
        return "you won the deal"
