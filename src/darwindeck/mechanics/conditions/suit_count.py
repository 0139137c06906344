"""How many cards of a suit the side has taken.

In Scopa whoever has most coins, here diamonds, scores a point.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Reads, always
from ...language.fields import SUIT_NAMES, Operator, Suit
from .captured import against, emit_captured, find_cards
from .condition import ConditionMechanic


class SuitCount(ConditionMechanic, tag="suit_count", frozen=True, kw_only=True):
    descriptions = {
        "": "How many cards of a suit the side has taken.",
        "reference": "Compare with value, or with every other side.",
    }
    facts = Facts(
        makes=always(Makes.CARD_COUNT),
        needs=always(Needs.CAPTURES),
        reads=always(Reads.CAPTURED),
        ends=NONE,
        prompts=NONE,
    )
    suit: Suit
    operator: Operator = Operator.GT
    value: Annotated[int, Meta(ge=0, le=52)] = 0
    reference: Literal["value", "opponent"] = "opponent"

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        emit_captured(asm, into, who, find_cards(self.suit, None), self.operator, self.value, self.reference)

    def emit_counted(self, asm: Assembler, into: int, who: int) -> None:
        """Scoring per card counts the cards of the suit in the zone."""
        asm.set_constant(into, find_cards(self.suit, None))

    def rule(self, context: Context) -> str:
        noun = SUIT_NAMES[self.suit][:-1]
        return f"you captured {against(self.operator, self.value, self.reference, noun, context)}"
