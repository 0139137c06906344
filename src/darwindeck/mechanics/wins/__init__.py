"""Wins, one file each, and `WinCondition`, the part of a genome that names one of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

import msgspec
from msgspec import Meta

from ...language.context import Context
from ...language.facts import Ends, Fact, Facts
from .best_hand import BestHand
from .capture_all import CaptureAll
from .deck_empty import DeckEmpty
from .empty_hand import EmptyHand
from .fewest_cards import FewestCards
from .first_to_score import FirstToScore
from .high_score import HighScore
from .last_player_standing import LastPlayerStanding
from .last_with_cards_loses import LastWithCardsLoses
from .low_score import LowScore
from .lowest_hand import LowestHand
from .most_captured import MostCaptured
from .most_chips import MostChips
from .point_threshold import PointThreshold
from .win import Win

# In the order in which random genomes know them.
WINS: dict[str, Win] = {
    win.name: win
    for win in (
        EmptyHand(),
        CaptureAll(),
        FirstToScore(),
        PointThreshold(),
        HighScore(),
        LowScore(),
        MostCaptured(),
        MostChips(),
        FewestCards(),
        BestHand(),
        LastPlayerStanding(),
        LastWithCardsLoses(),
        DeckEmpty(),
        LowestHand(),
    )
}
RANKING = {name: win.ranking for name, win in WINS.items() if win.ranking is not None}

if TYPE_CHECKING:
    WinName = str
else:
    WinName = Literal[tuple(WINS)]


class WinCondition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What ends a deal or the game, or who has won."""

    type: WinName
    threshold: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None

    @property
    def kind(self) -> Win:
        return WINS[self.type]

    @property
    def facts(self) -> Facts:
        return self.kind.facts

    @property
    def ranking(self) -> int | None:
        """The mode of the op RANK that decides by this condition, if it ranks."""
        return self.kind.ranking

    @property
    def ends_match_at(self) -> int | None:
        """The score at which a match is over, if this condition sets one."""
        return self.threshold if self.kind.may(Ends.MATCH) else None

    def has(self, fact: Fact, context: Context) -> bool:
        """Whether a fact holds for it, as for a mechanic."""
        return self.kind.has(fact, context)

    def rule(self, context: Context) -> str:
        """How it ends a deal or the game; empty if it only says who is best."""
        return self.kind.rule(context, self.threshold or 0)

    def best(self, context: Context) -> str:
        """Who wins the game by it, if it ranks."""
        return self.kind.best(context)
