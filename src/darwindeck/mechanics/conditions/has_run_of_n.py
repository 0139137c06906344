"""Cards of the hand in a run of one suit.

Runs go by the numbers of ranks, whatever the rank order says: A 2 3 is one, Q K A is not.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Reads, always
from ...language.vocabulary import RUNS_OF_SUIT
from ...language.words import cards
from .condition import ConditionMechanic

GroupSize = Annotated[int, Meta(ge=2, le=8)]


class HasRunOfN(ConditionMechanic, tag="has_run_of_n", frozen=True, kw_only=True):
    descriptions = {"": "Cards of the hand in a run of one suit."}
    facts = Facts(
        makes=always(Makes.CARDS, Makes.CARDS_IN_HAND), needs=NONE, reads=always(Reads.HELD), ends=NONE, prompts=NONE
    )
    n: GroupSize = 3

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.op("SHAND", into, who)
        asm.op("SGROUP", into, RUNS_OF_SUIT, self.n)

    def rule(self, context: Context) -> str:
        return f"a card of a run in your hand ({cards(self.n)} or more of a suit in sequence, ace low)"
