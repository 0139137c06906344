"""Cards of the suit of another card.

In Crazy Eights a suit named by an eight stands for that of the top discard until the next card is put there.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Reads, always
from ...language.fields import CardReference, Equality
from ...language.vocabulary import SAME_SUIT
from .condition import ConditionMechanic
from .likeness import PILES, REFERENCES, emit_likeness, emit_top_likeness, needs_reference, reads_reference


class CardMatchesSuit(ConditionMechanic, tag="card_matches_suit", frozen=True, kw_only=True):
    descriptions = {"": "Cards of the suit of another card.", "reference": "That card."}
    facts = Facts(
        makes=always(Makes.CARDS, Makes.STEADY),
        needs=needs_reference(),
        reads=always(Reads.SUIT) | reads_reference(),
        ends=NONE,
        prompts=NONE,
    )
    respect = "suit"
    reference: CardReference = "top_discard"
    operator: Equality = "=="

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        emit_likeness(asm, into, self.reference, SAME_SUIT, self.operator)

    def emit_or(self, asm: Assembler, into: int) -> bool:
        """One op adds the cards like a pile's top, but not those unlike it: "another suit" takes the long way."""
        if self.reference not in PILES or self.operator != "==":
            return False
        emit_top_likeness(asm, into, self.reference, SAME_SUIT, keep=True)
        return True

    def rule(self, context: Context) -> str:
        return f"a card of {'the same suit as' if self.operator == '==' else 'another suit than'} {REFERENCES[self.reference]}"
