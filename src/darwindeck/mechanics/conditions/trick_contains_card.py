"""Elsewhere than in scoring a table condition: the trick in progress has such a card."""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Reads, always
from ...language.fields import Rank, Suit
from ...language.vocabulary import TRICK
from ...language.words import name_card
from .captured import find_cards
from .condition import ConditionMechanic


class TrickContainsCard(ConditionMechanic, tag="trick_contains_card", frozen=True, kw_only=True):
    """Elsewhere than in scoring a table condition: the trick in progress has such a card."""

    descriptions = {"": "The trick in progress has such a card; in scoring, the captured cards of that kind."}
    facts = Facts(
        makes=always(Makes.CARDS_SCORED, Makes.CARD_COUNT),
        needs=always(Needs.TRICKS),
        reads=always(Reads.TRICKS),
        ends=NONE,
        prompts=NONE,
    )
    suit: Suit | None = None
    rank: Rank | None = None

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        # When a deal is scored no trick is in progress: then its cards are looked for among the captured ones, as the
        # penalty cards of Hearts are.
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
