"""Cards next in rank to another card.

Neighbours are ranks whose strengths differ by one. With aces high nothing follows an ace.
"""

from __future__ import annotations

from typing import Literal

from ..._core import NEIGHBOURS
from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Reads, always
from ...language.fields import CardReference
from ...language.vocabulary import OR_EVERYTHING, SAME_SUIT
from .condition import ConditionMechanic
from .likeness import REFERENCES, emit_reference, needs_reference, reads_reference


class SequenceAdjacent(ConditionMechanic, tag="sequence_adjacent", frozen=True, kw_only=True):
    descriptions = {
        "": "Cards next in rank to another card.",
        "direction": "Next above, below, or either.",
        "reference": "That card.",
        "same_suit": "Whether the suit must be the same.",
    }
    facts = Facts(
        makes=always(Makes.CARDS, Makes.STEADY),
        needs=needs_reference(),
        reads=always(Reads.ORDER, Reads.NEIGHBOURS) | reads_reference(),
        ends=NONE,
        prompts=NONE,
    )
    reference: CardReference = "top_discard"
    direction: Literal["up", "down", "either"] = "either"
    same_suit: bool = False

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.sets() as [card]:
            emit_reference(asm, card, self.reference)
            asm.op("SNEXT", into, card, asm.tables(asm.context.strength), NEIGHBOURS[self.direction])
            # Without a reference card every card fits, and so must the suit: hence OR_EVERYTHING.
            if self.same_suit:
                asm.op("SLIKE", card, card, SAME_SUIT | OR_EVERYTHING)
                asm.op("SAND", into, card)

    def rule(self, context: Context) -> str:
        how = {"up": "one rank above", "down": "one rank below", "either": "one rank above or below"}[self.direction]
        return f"a card {how} {REFERENCES[self.reference]}" + (" in the same suit" if self.same_suit else "")
