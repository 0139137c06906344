"""The side has taken such a card.

In Scopa the seven of coins, here of diamonds, scores a point of its own.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Needs, Reads, always
from ...language.fields import Operator, Rank, Suit
from ...language.words import name_card
from .captured import emit_captured, find_cards
from .condition import ConditionMechanic


class HasCapturedCard(ConditionMechanic, tag="has_captured_card", frozen=True, kw_only=True):
    descriptions = {"": "The side has taken such a card."}
    facts = Facts(makes=NONE, needs=always(Needs.CAPTURES), reads=always(Reads.CAPTURED), ends=NONE, prompts=NONE)
    suit: Suit | None = None
    rank: Rank | None = None

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        emit_captured(asm, into, who, find_cards(self.suit, self.rank), Operator.GE, 1, "value")

    def rule(self, context: Context) -> str:
        return f"you captured {name_card(self.suit, self.rank)}"
