"""Cards of the colour of another card.

Where a suit was named for the top discard, its colour counts.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Reads, always
from ...language.fields import CardReference, Equality
from ...language.vocabulary import SAME_COLOR
from .condition import ConditionMechanic
from .likeness import PILES, REFERENCES, emit_likeness, emit_top_likeness, needs_reference, reads_reference


class CardMatchesColor(ConditionMechanic, tag="card_matches_color", frozen=True, kw_only=True):
    descriptions = {"": "Cards of the colour of another card.", "reference": "That card."}
    facts = Facts(
        makes=always(Makes.CARDS, Makes.STEADY),
        needs=needs_reference(),
        reads=always(Reads.COLOUR) | reads_reference(),
        ends=NONE,
        prompts=NONE,
    )
    respect = "colour"
    reference: CardReference = "top_discard"
    operator: Equality = "=="

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        emit_likeness(asm, into, self.reference, SAME_COLOR, self.operator)

    def emit_or(self, asm: Assembler, into: int) -> bool:
        """One op adds the cards like a pile's top, but not those unlike it: "another colour" takes the long way."""
        if self.reference not in PILES or self.operator != "==":
            return False
        emit_top_likeness(asm, into, self.reference, SAME_COLOR, keep=True)
        return True

    def rule(self, context: Context) -> str:
        like = "the same colour as" if self.operator == "==" else "the other colour than"
        return f"a card of {like} {REFERENCES[self.reference]}"
