"""The table is empty.

After a capture that is a sweep; CapturePhase scores those by itself.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Reads, always
from ...language.vocabulary import TABLEAU
from .condition import ConditionMechanic


class TableauCleared(ConditionMechanic, tag="tableau_cleared", frozen=True, kw_only=True):
    descriptions = {"": "The table is empty."}
    facts = Facts(makes=NONE, needs=NONE, reads=always(Reads.TABLE), ends=NONE, prompts=NONE)

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.sets() as [table]:
            asm.op("SPILE", table, TABLEAU)
            asm.truth(into, lambda yes: asm.op("JEMPTY", table, yes))

    def rule(self, context: Context) -> str:
        return "no card is left on the table"
