"""Cards of the hand in a set of one rank.

With n = 3 and 7C 7D 7H 9S in hand the set is the three sevens.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Reads, always
from ...language.vocabulary import SETS_OF_RANK
from .condition import ConditionMechanic

GroupSize = Annotated[int, Meta(ge=2, le=8)]


class HasSetOfN(ConditionMechanic, tag="has_set_of_n", frozen=True, kw_only=True):
    descriptions = {"": "Cards of the hand in a set of one rank."}
    facts = Facts(
        makes=always(Makes.CARDS, Makes.CARDS_IN_HAND), needs=NONE, reads=always(Reads.HELD), ends=NONE, prompts=NONE
    )
    n: GroupSize = 4

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.op("SHAND", into, who)
        asm.op("SGROUP", into, SETS_OF_RANK, self.n)

    def rule(self, context: Context) -> str:
        return f"a card of a rank of which you hold {self.n} or more"
