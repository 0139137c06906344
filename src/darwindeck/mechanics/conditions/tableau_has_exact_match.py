"""Cards with the value of a card on the table.

Values compare, not ranks: where J, Q and K all count 10, a jack matches a king.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Reads, always
from ...language.vocabulary import TABLEAU
from .condition import ConditionMechanic


class TableauHasExactMatch(ConditionMechanic, tag="tableau_has_exact_match", frozen=True, kw_only=True):
    descriptions = {"": "Cards with the value of a card on the table."}
    facts = Facts(
        makes=always(Makes.CARDS),
        needs=always(Needs.TABLE),
        reads=always(Reads.VALUES, Reads.TABLE),
        ends=NONE,
        prompts=NONE,
    )

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.op("SPILE", into, TABLEAU)
        asm.op("SVALUE", into, into, asm.tables(asm.context.value))

    def rule(self, context: Context) -> str:
        return "a card of the same value as a card on the table"
