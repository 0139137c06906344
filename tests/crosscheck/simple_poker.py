"""Simple poker, a fixed limit and no draw, for two to six beside PokerKit: legal bets and raises, stacks, winners."""

from __future__ import annotations

from collections.abc import Iterator

from pokerkit import BettingStructure

from .mirror import Changes, Facts, best_paid, compare_match, known_game, players_of, same
from .poker import PokerDeal, betting_round

PLANTED: dict[str, tuple[Changes, str]] = {
    "bets of twenty": ({"turn_structure.phases.0.min_bet": 20}, "bets and raises"),
    "no ante": ({"setup.resources.ante": 0}, "stacks"),
    "two raises": ({"turn_structure.phases.0.max_raises": 2}, "bets and raises"),
    "nobody may check": ({"turn_structure.phases.0.allow_check": False}, "may check"),
    "the highest card wins": ({"turn_structure.phases.1.hand_evaluator": "high_card"}, "stacks"),
}


class SimpleDeal(PokerDeal):
    structure = BettingStructure.FIXED_LIMIT
    ante = 10
    streets = (betting_round(10, 4),)  # a bet and three raises

    def compare_amounts(self, ours: list[int]) -> None:
        lowest = self.peer.min_completion_betting_or_raising_to_amount
        same("bets and raises", ours, [lowest] if self.peer.can_complete_bet_or_raise_to() else [])

    def settle(self, facts: Facts) -> Iterator[str]:
        yield from super().settle(facts)
        won = [seat for seat, payoff in zip(self.seats, self.peer.payoffs, strict=True) if payoff >= 0]
        same("winners", best_paid(facts), sorted(won))


def compare(seed: int, changes: Changes) -> Iterator[str]:
    return compare_match(known_game("simple-poker", players_of("simple-poker", seed), changes), SimpleDeal, seed)
