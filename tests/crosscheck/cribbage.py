"""Cribbage for two, three and four beside OpenSpiel's: what may be laid away and played, who plays, all points of a deal.

Theirs asks a player who cannot play to pass; here nobody is asked then. So passes are made for them. And theirs counts a flush of
four in the crib, which by the common rules (and here) needs the starter's suit, too: such points are taken off.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pyspiel

from darwindeck import Game
from darwindeck.language.fields import card_name

from .mirror import (
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
    stock,
)

PLANTED: dict[str, tuple[Changes, str]] = {
    "fourteen counts": ({"turn_structure.phases.1.sum": 14}, "points of the deal"),
    "hands count sixteens": ({"turn_structure.phases.2.sum": 16}, "points of the deal"),
    "nobody counts the crib": ({"turn_structure.phases.2.crib": False}, "points of the deal"),
    "a jack as starter is worth nothing": ({"turn_structure.phases.0.jack_points": 0}, "points of the deal"),
    "the last card scores two": ({"turn_structure.phases.1.go_points": 2}, "points of the deal"),
    "the count may be 30 at most": ({"turn_structure.phases.1.limit": 30}, "cards to play"),
}


def spelled(cards: list[int]) -> set[str]:
    return {card_name(card).replace("10", "T") for card in cards}


class CribbageDeal(Mirror):
    """A match of theirs that ends after its first deal, so that points begin at 0. Their player 0 is our dealer."""

    def __init__(self, game: Game, facts: Facts) -> None:
        super().__init__(game, facts)
        self.peer = pyspiel.load_game(f"cribbage(players={game.seats})").new_initial_state()
        self.actions = card_actions(self.peer)
        self.laid: dict[int, list[int]] = {seat: [] for seat in range(game.seats)}
        self.pack = stock(facts)
        for player in range(game.seats):
            for card in hand(facts, self.seat_of(player)):
                self.peer.apply_action(self.actions[card])
        self.dealt_to_crib = self.pack[:1] if game.seats == 3 else []  # a card of the pack
        for card in self.dealt_to_crib:
            self.peer.apply_action(self.actions[card])
            self.pack.pop(0)
        self.surplus = len(hand(facts, 0)) - 4

    def seat_of(self, player: int) -> int:
        return int(self.start["dealer"] + player) % self.game.seats

    def player_of(self, seat: int) -> int:
        return int(seat - self.start["dealer"]) % self.game.seats

    def find(self, cards: list[int]) -> int:
        """Their action that names these cards."""
        player = self.peer.current_player()
        for action in self.peer.legal_actions():
            if set(self.peer.action_to_string(player, action).split()[1:]) == spelled(cards):
                return int(action)
        raise ValueError(f"no action for {names(cards)}")

    def compare(self, facts: Facts, moves: list[int]) -> None:
        seat = facts["to_move"]
        if not facts["piles"]["tableau"]["count"]:
            last = max(self.laid[seat], default=-1)
            left = self.surplus - len(self.laid[seat])
            above = sorted(card for card in self.held(seat) if card > last)
            same("cards to lay away", moves, above[: len(above) - left + 1])
            return
        self.pass_on()
        same("seat to play", seat, self.seat_of(self.peer.current_player()))
        texts = (self.peer.action_to_string(self.peer.current_player(), action) for action in self.peer.legal_actions())
        same("cards to play", sorted(spelled(moves)), sorted(text.split()[1] for text in texts))

    def held(self, seat: int) -> list[int]:
        return hand(self.start, seat)

    def pass_on(self) -> None:
        """Makes the passes of those who cannot play."""
        while not self.peer.is_chance_node() and not self.peer.is_terminal():
            player, actions = self.peer.current_player(), self.peer.legal_actions()
            if self.peer.action_to_string(player, actions[0]) != "Pass":
                return
            self.peer.apply_action(actions[0])

    def follow(self, move: int, before: Facts, after: Facts) -> Iterator[str]:
        seat = before["to_move"]
        if before["piles"]["tableau"]["count"]:
            self.peer.apply_action(self.find([move]))
            return
        self.laid[seat].append(move)
        if all(len(cards) == self.surplus for cards in self.laid.values()):
            for player in range(self.game.seats):
                self.peer.apply_action(self.find(self.laid[self.seat_of(player)]))
            self.peer.apply_action(self.actions[self.pack[0]])
            if self.pack[0] % 16 == 10:
                yield "jacks as starters"

    def settle(self, facts: Facts) -> Iterator[str]:
        if facts["ending"] is not None:  # at 121 ours stops, in the middle of a deal
            yield "deals cut short by the end of a match"
            return
        self.pass_on()
        points = list(map(int, re.search(r"Scores: ([\d ]+)", str(self.peer))[1].split()))  # type: ignore[index]
        crib = [*self.dealt_to_crib, *(card for cards in self.laid.values() for card in cards)]
        if {card // 16 for card in crib} == {crib[0] // 16} != {self.pack[0] // 16}:
            for player in (0, 2) if self.game.seats == 4 else (0,):  # four are partners
                points[player] -= 4
            yield "flushes of four in the crib"
        same(
            "points of the deal",
            scored(self.start, facts),
            [points[self.player_of(seat)] for seat in range(self.game.seats)],
        )

    state: Any


def compare(seed: int, changes: Changes) -> Iterator[str]:
    return compare_match(known_game("cribbage", players_of("cribbage", seed), changes), CribbageDeal, seed)
