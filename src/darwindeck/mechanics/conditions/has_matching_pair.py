"""Cards of the hand that have a partner there.

In Old Maid pairs are laid down as soon as they are held. With three of a rank all three are in the set, though only two
can be laid down together.
"""

from __future__ import annotations

from typing import Literal

from ..._core import GROUPS
from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Reads, always
from .condition import ConditionMechanic


class HasMatchingPair(ConditionMechanic, tag="has_matching_pair", frozen=True, kw_only=True):
    descriptions = {"": "Cards of the hand that have a partner there."}
    facts = Facts(
        makes=always(Makes.CARDS, Makes.CARDS_IN_HAND), needs=NONE, reads=always(Reads.HELD), ends=NONE, prompts=NONE
    )
    match: Literal["rank", "rank_color"] = "rank"

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.op("SHAND", into, who)
        asm.op("SGROUP", into, GROUPS[self.match], 2)

    def rule(self, context: Context) -> str:
        like = "rank and colour" if self.match == "rank_color" else "rank"
        return f"a card that you can pair with another of its {like} in your hand"
