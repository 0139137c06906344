"""Oh Hell beside OpenSpiel's: bids with the hook, every card played, every deal's score, three to seven players."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import pyspiel

from darwindeck import Game

from .mirror import (
    NUMBER,
    Changes,
    Facts,
    Mirror,
    card_actions,
    compare_match,
    hand,
    known_game,
    names,
    players_of,
    same,
    scored,
)

PLANTED: dict[str, tuple[Changes, str]] = {
    "the dealer may bid anything": ({"turn_structure.opening.0.hook": False}, "bids"),
    "a bid that is met is worth nine": ({"turn_structure.opening.0.exact_bonus": 9}, "scores of the deal"),
    "tricks score nothing": ({"scoring_rules": []}, "scores of the deal"),
    "there are no trumps": ({"turn_structure.phases.0.trump_suit": "none"}, "seat to move"),
    "suits need not be followed": ({"turn_structure.phases.0.lead_suit_required": False}, "legal moves"),
}


@functools.cache
def peer_of(players: int) -> Any:
    return pyspiel.load_game(f"oh_hell(players={players},off_bid_penalty=False)")


class OhHellDeal(Mirror):
    """Chance first says how many tricks there are and who deals; then it deals, the turned-up card last."""

    def __init__(self, game: Game, facts: Facts) -> None:
        super().__init__(game, facts)
        self.peer = peer_of(game.seats).new_initial_state()
        self.hands = [hand(facts, seat) for seat in range(game.seats)]
        self.tricks = len(self.hands[0])
        self._choose(str(self.tricks))
        self._choose(str(facts["dealer"]))
        self.actions = card_actions(self.peer)
        self.cards = {action: card for card, action in self.actions.items()}
        self._deal(facts)

    def _choose(self, word: str) -> None:
        """One of the first two chances, by the number in its name."""
        found = {self.peer.action_to_string(action): action for action in self.peer.legal_actions()}
        [action] = [found[name] for name in found if name.split()[-1].strip(":") == word]
        self.peer.apply_action(action)

    def _deal(self, facts: Facts) -> None:
        [turned] = facts["piles"]["aside"]["known"]
        for number in range(self.tricks * self.game.seats):
            seat, card = number % self.game.seats, number // self.game.seats
            self.peer.apply_action(self.actions[self.hands[seat][card]])
        self.peer.apply_action(self.actions[turned])

    def compare(self, facts: Facts, moves: list[int]) -> None:
        same("seat to move", facts["to_move"], self.peer.current_player())
        theirs = self.peer.legal_actions()
        if moves[0] >= NUMBER:
            same("bids", [move - NUMBER for move in moves], sorted(self._bid(action) for action in theirs))
        else:
            same("legal moves", names(moves), names(self.cards[action] for action in theirs))

    def _bid(self, action: int) -> int:
        """Bids come after the cards."""
        return action - len(self.actions)

    def follow(self, move: int, before: Facts, after: Facts) -> Iterator[str]:
        self.peer.apply_action(move - NUMBER + len(self.actions) if move >= NUMBER else self.actions[move])
        yield from ()

    def settle(self, facts: Facts) -> Iterator[str]:
        same("is the deal over", True, self.peer.is_terminal())
        same("scores of the deal", scored(self.start, facts), self.peer.returns())
        yield f"deals of {self.tricks}"


def compare(seed: int, changes: Changes) -> Iterator[str]:
    return compare_match(known_game("oh-hell", players_of("oh-hell", seed), changes), OhHellDeal, seed)
