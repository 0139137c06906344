"""Five-card draw, no limit, for two to six beside PokerKit: legal bets and raises, draws, side pots, all stacks."""

from __future__ import annotations

from collections.abc import Iterator

from pokerkit import BettingStructure

from .mirror import Changes, Difference, compare_match, known_game, players_of, same
from .poker import PokerDeal, betting_round

MIN_BET, MAX_RAISES = 2, 3

PLANTED: dict[str, tuple[Changes, str]] = {
    "the ante is two": ({"setup.resources.ante": 2}, "stacks"),
    "four raises a round": ({"turn_structure.phases.0.max_raises": 4}, "raises after the third"),
    "bets begin at one": ({"turn_structure.phases.0.min_bet": 1}, "lowest bet"),
    "nobody may fold": ({"turn_structure.phases.0.allow_fold": False}, "may fold"),
    "four cards may be drawn": ({"turn_structure.phases.1.max_cards": 4}, "seat to discard"),
}


class DrawDeal(PokerDeal):
    structure = BettingStructure.NO_LIMIT
    streets = (betting_round(MIN_BET, None), betting_round(MIN_BET, None, draw=True))

    def compare_amounts(self, ours: list[int]) -> None:
        """Bets have few sizes here and any there; the smallest must be theirs, and none may be illegal there."""
        lowest = self.peer.min_completion_betting_or_raising_to_amount
        may = self.peer.can_complete_bet_or_raise_to()
        if self.raises == MAX_RAISES:  # a limit that they do not have
            same("raises after the third", ours, [])
            return
        same("may bet or raise", bool(ours), may)
        if may:
            same("lowest bet or raise", ours[0], lowest)
        if refused := [amount for amount in ours if not self.peer.can_complete_bet_or_raise_to(amount)]:
            raise Difference(f"bets or raises that they refuse: to {refused}")


def compare(seed: int, changes: Changes) -> Iterator[str]:
    return compare_match(known_game("draw-poker", players_of("draw-poker", seed), changes), DrawDeal, seed)
