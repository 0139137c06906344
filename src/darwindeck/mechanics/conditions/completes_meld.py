"""Cards that would make a meld: with cards of the hand, or with melds on the table.

Runs go by the numbers of ranks, whatever the rank order says: A 2 3 is one, Q K A is not. It is meant for cards that are not in the
hand: two cards of a rank in hand make every card of that rank complete a set.
"""

from __future__ import annotations

from ..._core import NEIGHBOURS
from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Reads, always, when
from ...language.vocabulary import RUNS_OF_SUIT, SAME_RANK, SETS_OF_RANK, TABLEAU, TRICK
from .condition import ConditionMechanic

PAIR, LEAST = 2, 3  # cards that lack one of a meld, and cards of a meld


class CompletesMeld(ConditionMechanic, tag="completes_meld", frozen=True, kw_only=True):
    descriptions = {
        "": "Cards that would make a meld with two cards of the hand.",
        "layoffs": "Whether cards that fit melds on the table are among them.",
    }
    facts = Facts(
        makes=always(Makes.CARDS),
        needs=NONE,
        reads=always(Reads.HELD) | when(lambda part: part.layoffs, Reads.TABLE),
        ends=NONE,
        prompts=NONE,
    )
    layoffs: bool = True

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        """Of a rank held twice; beside a run of two; between two cards; and what fits the sets and runs on the table."""
        with asm.sets(2) as [cards, above]:
            asm.op("SHAND", into, who)
            asm.op("SGROUP", into, SETS_OF_RANK, PAIR)
            asm.op("SLIKE", into, into, SAME_RANK)
            asm.op("SHAND", cards, who)
            asm.op("SGROUP", cards, RUNS_OF_SUIT, PAIR)
            asm.op("SBESIDE", cards, cards, NEIGHBOURS["either"])
            asm.op("SOR", into, cards)
            asm.op("SHAND", cards, who)
            asm.op("SBESIDE", above, cards, NEIGHBOURS["up"])
            asm.op("SBESIDE", cards, cards, NEIGHBOURS["down"])
            asm.op("SAND", cards, above)
            asm.op("SOR", into, cards)
            if self.layoffs:
                asm.op("SPILE", cards, TABLEAU)
                asm.op("SGROUP", cards, SETS_OF_RANK, LEAST)
                asm.op("SLIKE", cards, cards, SAME_RANK)
                asm.op("SOR", into, cards)
                asm.op("SPILE", cards, TRICK)
                asm.op("SBESIDE", cards, cards, NEIGHBOURS["either"])
                asm.op("SOR", into, cards)

    def rule(self, context: Context) -> str:
        table = ", or that fits a meld on the table" if self.layoffs else ""
        return f"a card that makes a set of three or a run of three (of one suit, ace low) with two cards of your hand{table}"
