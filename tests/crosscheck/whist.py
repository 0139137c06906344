"""Whist beside the card play of OpenSpiel's bridge: the dealer declares one of the turned-up suit, and three pass."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pyspiel

from darwindeck import Game

from .mirror import Changes, Facts, Mirror, card_actions, compare_match, hand, known_game, names, same, scored

PEER = pyspiel.load_game("bridge(use_double_dummy_result=false)")
PASS, ONE_CLUB = 52, 55
BOOK = 6  # tricks that count for nothing

PLANTED: dict[str, tuple[Changes, str]] = {
    "suits need not be followed": ({"turn_structure.phases.0.lead_suit_required": False}, "legal moves"),
    "trumps beat nothing": ({"turn_structure.phases.0.trump_suit": "none"}, "seat to move"),
    "low cards win": ({"turn_structure.phases.0.high_card_wins": False}, "legal moves"),
    "every trick counts": ({"scoring_rules.0.over": 0, "scoring_rules.0.condition.value": 0}, "odd tricks"),
}


class WhistDeal(Mirror):
    """Their seat 0 is our dealer, so that the seat at its left leads."""

    def __init__(self, game: Game, facts: Facts) -> None:
        super().__init__(game, facts)
        self.dealer = facts["dealer"]
        self.peer = PEER.new_initial_state()
        self.actions = card_actions(self.peer)
        self.cards = {action: card for card, action in self.actions.items()}
        for cards in zip(*(hand(facts, (seat + self.dealer) % 4) for seat in range(4)), strict=True):
            for card in cards:
                self.peer.apply_action(self.actions[card])
        for call in (ONE_CLUB + facts["trump"], PASS, PASS, PASS):  # which suit was turned up is ours to say
            self.peer.apply_action(call)

    def compare(self, facts: Facts, moves: list[int]) -> None:
        seat = (facts["to_move"] - self.dealer) % 4
        # The declarer, their seat 0, also plays its partner's cards.
        same("seat to move", 0 if seat == 2 else seat, self.peer.current_player())
        same("legal moves", names(moves), names(self.cards[action] for action in self.peer.legal_actions()))

    def follow(self, move: int, before: Facts, after: Facts) -> Iterator[str]:
        self.peer.apply_action(self.actions[move])
        return iter(())

    def settle(self, facts: Facts) -> Iterator[str]:
        same("is the deal over", True, self.peer.is_terminal())
        tricks = int(re.findall(r"Declarer tricks won: (\d+)", str(self.peer))[0])
        theirs = [max(0, won - BOOK) for won in (tricks, 13 - tricks) * 2]
        gained = scored(self.start, facts)
        same("odd tricks from the dealer on", [gained[(seat + self.dealer) % 4] for seat in range(4)], theirs)
        return iter(())


def compare(seed: int, changes: Changes) -> Iterator[str]:
    return compare_match(known_game("whist", 4, changes), WhistDeal, seed)
