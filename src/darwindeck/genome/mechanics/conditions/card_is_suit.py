"""Cards of this suit, or of another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Makes, always
from ...fields import ALL_CARDS, Equality, Suit, suit_set
from ...words import name_card
from ..condition import ConditionMechanic


class CardIsSuit(ConditionMechanic, tag="card_is_suit", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "Cards of this suit, or of another."}
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.CARDS, Makes.STEADY),
        needs=NONE,
        reads=NONE,
        ends=NONE,
        prompts=NONE,
    )
    suit: Suit
    operator: Equality = "=="

    def word(self, context: Context) -> int:
        return suit_set(self.suit) if self.operator == "==" else ALL_CARDS & ~suit_set(self.suit)

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.set_constant(into, self.word(asm.context))

    def emit_or(self, asm: Assembler, into: int) -> bool:
        asm.op("SORK", into, asm.constants(self.word(asm.context)))
        return True

    def possible(self, context: Context) -> int:
        return self.word(context) & context.deck

    def rule(self, context: Context) -> str:
        return (
            name_card(self.suit, None) if self.operator == "==" else f"a card that is not {name_card(self.suit, None)}"
        )
