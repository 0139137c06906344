"""Cards of this suit, or of another."""

from __future__ import annotations

from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, always
from ...language.fields import ALL_CARDS, Equality, Suit, suit_set
from ...language.words import name_card
from .condition import FixedCards


class CardIsSuit(FixedCards, tag="card_is_suit", frozen=True, kw_only=True):
    descriptions = {"": "Cards of this suit, or of another."}
    facts = Facts(makes=always(Makes.CARDS, Makes.STEADY), needs=NONE, reads=NONE, ends=NONE, prompts=NONE)
    suit: Suit
    operator: Equality = "=="

    def word(self, context: Context) -> int:
        return suit_set(self.suit) if self.operator == "==" else ALL_CARDS & ~suit_set(self.suit)

    def rule(self, context: Context) -> str:
        return (
            name_card(self.suit, None) if self.operator == "==" else f"a card that is not {name_card(self.suit, None)}"
        )
