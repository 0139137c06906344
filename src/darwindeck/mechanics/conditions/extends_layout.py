"""Cards that continue a layout of suits on the table: each suit grows up and down from one rank.

Ranks follow each other by their numbers, whatever the rank order says: the ace is below the 2.
"""

from __future__ import annotations

from ..._core import NEIGHBOURS
from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Reads, always
from ...language.fields import RANKS, Rank, rank_set
from ...language.vocabulary import TABLEAU
from ...language.words import a_rank
from .condition import ConditionMechanic


class ExtendsLayout(ConditionMechanic, tag="extends_layout", frozen=True, kw_only=True):
    descriptions = {
        "": "Cards that begin or continue a suit of the layout on the table.",
        "start": "The rank with which every suit begins.",
    }
    facts = Facts(
        makes=always(Makes.CARDS, Makes.STEADY, Makes.LAYOUT),
        needs=NONE,
        reads=always(Reads.TABLE),
        ends=NONE,
        prompts=NONE,
    )
    start: Rank = "7"

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        """Cards above the start grow upwards, those below it downwards; the start itself grows both ways."""
        first = RANKS.index(self.start)
        with asm.sets(2) as [cards, part]:
            asm.set_constant(into, rank_set(self.start))
            for way, ranks in (("up", RANKS[first:]), ("down", RANKS[: first + 1])):
                asm.op("SPILE", cards, TABLEAU)
                asm.set_constant(part, sum(rank_set(rank) for rank in ranks))
                asm.op("SAND", cards, part)
                asm.op("SBESIDE", cards, cards, NEIGHBOURS[way])
                asm.op("SOR", into, cards)

    def fits_in_time(self) -> bool:
        """The start of a suit that is not begun, or the next card of one that is."""
        return True

    def rule(self, context: Context) -> str:
        ways = [way for way, last in (("up (to the king)", "K"), ("down (to the ace)", "A")) if last != self.start]
        return f"{a_rank(self.start)}, or the next card {' or '.join(ways)} in a suit already begun"
