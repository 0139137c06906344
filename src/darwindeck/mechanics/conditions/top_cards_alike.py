"""Whether the uppermost cards of the discard pile have one rank."""

from __future__ import annotations

from typing import Annotated, ClassVar

from msgspec import Meta

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Needs, Reads, always
from ...language.vocabulary import DISCARD, SETS_OF_RANK
from .condition import ConditionMechanic


class TopCardsAlike(ConditionMechanic, tag="top_cards_alike", frozen=True, kw_only=True):
    descriptions = {"": "The uppermost cards of the discard pile have one rank.", "n": "How many cards."}
    facts = Facts(makes=NONE, needs=always(Needs.DISCARDS), reads=always(Reads.DISCARDS), ends=NONE, prompts=NONE)
    reference: ClassVar[str] = "top_discard"  # so that it is refused where discards lie face down
    n: Annotated[int, Meta(ge=2, le=4)] = 4

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        """Of n cards a set of n cards is all or none."""
        with asm.sets() as [top], asm.ints() as [count]:
            asm.op("SETI", count, self.n)
            asm.op("STOPN", top, DISCARD, count)
            asm.op("SGROUP", top, SETS_OF_RANK, self.n)
            asm.truth(into, lambda yes: asm.op("JSOME", top, yes))

    def rule(self, context: Context) -> str:
        return f"the top {self.n} cards of the discard pile are of one rank"
