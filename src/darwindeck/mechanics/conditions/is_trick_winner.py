"""The seat won the last trick.

Before the first trick of a deal nobody has won one, and it holds for no seat.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Needs, Reads, always
from ...language.vocabulary import TRICK_WINNER
from .condition import ConditionMechanic


class IsTrickWinner(ConditionMechanic, tag="is_trick_winner", frozen=True, kw_only=True):
    descriptions = {"": "The seat won the last trick."}
    facts = Facts(makes=NONE, needs=always(Needs.TRICKS), reads=always(Reads.TRICKS), ends=NONE, prompts=NONE)

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.truth(into, lambda yes: asm.op("JSEAT", TRICK_WINNER, who, yes))

    def rule(self, context: Context) -> str:
        return "you won the last trick of this deal"
