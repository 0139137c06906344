"""Cards with the value of some cards on the table together.

One card is a sum too, so this contains what `tableau_has_exact_match` does.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Reads, always
from ...language.vocabulary import TABLEAU
from .condition import ConditionMechanic


class TableauSumEquals(ConditionMechanic, tag="tableau_sum_equals", frozen=True, kw_only=True):
    descriptions = {"": "Cards with the value of some cards on the table together."}
    facts = Facts(
        makes=always(Makes.CARDS),
        needs=always(Needs.TABLE),
        reads=always(Reads.VALUES, Reads.TABLE),
        ends=NONE,
        prompts=NONE,
    )

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.op("SPILE", into, TABLEAU)
        asm.op("SSUMS", into, into, asm.tables(asm.context.value))

    def rule(self, context: Context) -> str:
        return "a card whose value is the sum of one or more cards on the table"
