"""Cards that can take something from the table, by value or sum.

For games in which a card that can capture must be played: with 3 and 4 on the table, a 7 is in the set, and so are 3
and 4.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Reads, always
from .condition import ConditionMechanic
from .tableau_sum_equals import TableauSumEquals


class CanCapture(ConditionMechanic, tag="can_capture", frozen=True, kw_only=True):
    descriptions = {"": "Cards that can take something from the table, by value or sum."}
    facts = Facts(
        makes=always(Makes.CARDS),
        needs=always(Needs.TABLE),
        reads=always(Reads.VALUES, Reads.TABLE),
        ends=NONE,
        prompts=NONE,
    )

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        TableauSumEquals().emit(asm, into, who)  # one card is a sum too

    def rule(self, context: Context) -> str:
        return "a card whose value is that of a card on the table or the sum of several"
