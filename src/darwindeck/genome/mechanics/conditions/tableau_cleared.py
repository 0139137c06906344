"""The table is empty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Reads, always
from ...vocabulary import TABLEAU
from ..condition import ConditionMechanic


class TableauCleared(ConditionMechanic, tag="tableau_cleared", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "The table is empty."}
    facts: ClassVar[Facts] = Facts(
        makes=NONE,
        needs=NONE,
        reads=always(Reads.TABLE),
        ends=NONE,
        prompts=NONE,
    )

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.sets() as [table]:
            asm.op("SPILE", table, TABLEAU)
            asm.truth(into, lambda yes: asm.op("JEMPTY", table, yes))

    def rule(self, context: Context) -> str:
        return "no card is left on the table"
