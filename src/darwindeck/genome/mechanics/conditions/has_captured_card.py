"""The side has taken such a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Needs, Reads, always
from ...fields import Operator, Rank, Suit
from ...words import name_card
from ..captured import emit_captured, find_cards
from ..condition import ConditionMechanic


class HasCapturedCard(ConditionMechanic, tag="has_captured_card", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "The side has taken such a card."}
    facts: ClassVar[Facts] = Facts(
        makes=NONE,
        needs=always(Needs.CAPTURES),
        reads=always(Reads.CAPTURED),
        ends=NONE,
        prompts=NONE,
    )
    suit: Suit | None = None
    rank: Rank | None = None

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        emit_captured(asm, into, who, find_cards(self.suit, self.rank), Operator.GE, 1, "value")

    def rule(self, context: Context) -> str:
        return f"you captured {name_card(self.suit, self.rank)}"
