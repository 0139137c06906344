"""Elsewhere than in scoring a table condition: the trick in progress has such a card."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Makes, Needs, Reads, always
from ...fields import Rank, Suit
from ...vocabulary import TRICK
from ...words import name_card
from ..captured import find_cards
from ..condition import ConditionMechanic


class TrickContainsCard(ConditionMechanic, tag="trick_contains_card", frozen=True, kw_only=True):
    """Elsewhere than in scoring a table condition: the trick in progress has such a card."""

    descriptions: ClassVar[Mapping[str, str]] = {
        "": "The trick in progress has such a card; in scoring, the captured cards of that kind."
    }
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.CARDS_SCORED, Makes.CARD_COUNT),
        needs=always(Needs.TRICKS),
        reads=always(Reads.TRICKS),
        ends=NONE,
        prompts=NONE,
    )
    suit: Suit | None = None
    rank: Rank | None = None

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        if asm.context.scoring:
            asm.set_constant(into, find_cards(self.suit, self.rank))
            return
        with asm.sets() as [trick]:
            asm.op("SPILE", trick, TRICK)
            asm.set_constant(into, find_cards(self.suit, self.rank))
            asm.op("SAND", trick, into)
            asm.truth(into, lambda yes: asm.op("JSOME", trick, yes))

    def rule(self, context: Context) -> str:
        name = name_card(self.suit, self.rank)
        return name if context.scoring else f"{name} has been played to the trick"
