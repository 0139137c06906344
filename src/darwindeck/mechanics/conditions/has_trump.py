"""The hand has a trump.

It is a fact about a hidden hand: a seat that must act by it tells the others something about its cards.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Needs, Reads, always
from ...language.vocabulary import TRUMP
from .condition import ConditionMechanic


class HasTrump(ConditionMechanic, tag="has_trump", frozen=True, kw_only=True):
    descriptions = {"": "The hand has a trump."}
    facts = Facts(makes=NONE, needs=always(Needs.TRUMP), reads=always(Reads.HELD, Reads.TRUMP), ends=NONE, prompts=NONE)

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.sets() as [hand]:
            asm.op("SHAND", hand, who)
            asm.op("SSUIT", into, TRUMP)
            asm.op("SAND", hand, into)
            asm.truth(into, lambda yes: asm.op("JSOME", hand, yes))

    def rule(self, context: Context) -> str:
        return "you hold a trump"
