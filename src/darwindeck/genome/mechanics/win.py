"""How a deal ends and who wins."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

RANKING = {"high_score": 0, "first_to_score": 0, "point_threshold": 0, "low_score": 1, "most_captured": 2, "most_chips": 3,
           "fewest_cards": 4, "best_hand": 5, "last_player_standing": 6, "last_with_cards_loses": 7}  # fmt: skip
THRESHOLDS = ("high_score", "low_score", "first_to_score", "point_threshold")


class WinCondition(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    type: Literal[
        "empty_hand", "capture_all", "first_to_score", "point_threshold", "high_score", "low_score", "most_captured",
        "most_chips", "fewest_cards", "best_hand", "last_player_standing", "last_with_cards_loses", "deck_empty",
    ]  # fmt: skip
    threshold: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None

    @property
    def ranking(self) -> int | None:
        """The mode of the op RANK that decides by this condition, if it ranks."""
        return RANKING.get(self.type)

    @property
    def ends_match_at(self) -> int | None:
        """The score at which a match is over, if this condition sets one."""
        return self.threshold if self.type in THRESHOLDS else None

    def rule(self) -> str:
        at = self.threshold
        reach = (
            f"When a side has {at} points or more at the end of a deal, the game is over; " if at is not None else ""
        )
        return {
            "empty_hand": "Whoever first has no cards left wins the deal.",
            "capture_all": "Whoever has no cards is out; the last player with cards wins.",
            "first_to_score": f"The first side to reach {at} points wins at once.",
            "point_threshold": f"{reach}the highest score wins.",
            "high_score": f"{reach}the highest score wins.",
            "low_score": f"{reach}the lowest score wins.",
            "most_captured": "The side with the most captured cards wins.",
            "most_chips": "The player with the most chips wins.",
            "fewest_cards": "The side with the fewest cards in hand wins.",
            "best_hand": "The best poker hand wins.",
            "last_player_standing": "If all others have folded or are out, the last player in play wins.",
            "last_with_cards_loses": "When only one player has cards left, that player loses and all others win; if nobody has, it is a draw.",
            "deck_empty": f"The deal ends when {at or 0} or fewer cards are left in the stock.",
        }[self.type]
