"""Go fish beside OpenSpiel's, for two to five: whom and what one may ask, every hand and book, who wins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pyspiel

from darwindeck import Game

from .mirror import (
    RANK,
    SEAT,
    Changes,
    Facts,
    Mirror,
    best_paid,
    compare_match,
    hand,
    known_game,
    players_of,
    same,
    stock,
)

RANKS, BOOK = 13, 4

PLANTED: dict[str, tuple[Changes, str]] = {
    "three of a rank are a book": ({"turn_structure.phases": [{"type": "AskPhase", "book_size": 3}]}, "hands"),
    "one never goes on after fishing": (
        {"turn_structure.phases": [{"type": "AskPhase", "again_on_match": False}]},
        "seat",
    ),
    "fewest cards win": ({"win_conditions": [{"type": "fewest_cards"}]}, "winners"),
}


def counts(cards: list[int]) -> list[int]:
    """Suits do not matter: how many of each rank."""
    found = Counter(card % 16 for card in cards)
    return [found[rank] for rank in range(RANKS)]


def books(facts: Facts) -> list[int]:
    return [pile["count"] // BOOK for pile in facts["piles"]["capture_zone"]]


class FishDeal(Mirror):
    def __init__(self, game: Game, facts: Facts) -> None:
        super().__init__(game, facts)
        self.rules = pyspiel.load_game(f"go_fish(players={game.seats})")  # three get five cards there, seven here
        self.asked = -1
        self.set_up(facts)

    def set_up(self, facts: Facts) -> None:
        """Their state where our seat to move is about to ask."""
        piles = [counts(hand(facts, seat)) for seat in range(self.game.seats)]
        lines = ["Ask", str(facts["to_move"])]
        lines += [f"{write(pile)}:{made}" for pile, made in zip(piles, books(facts), strict=True)]
        self.stock = stock(facts)
        self.peer = self.rules.new_specific_state("\n".join([*lines, write(counts(self.stock))]))

    def compare(self, facts: Facts, moves: list[int]) -> None:
        seat = facts["to_move"]
        if BOOK in self.peer.player_cards()[seat]:
            # A book that was dealt is laid down there with the deal, here when its owner's first turn begins.
            self.set_up(facts)
        same("seat to move", seat, self.peer.current_player())
        same("hands", [counts(hand(facts, other)) for other in range(self.game.seats)], self.peer.player_cards())
        same("books", books(facts), self.peer.player_books())
        asks = [divmod(action, RANKS) for action in self.peer.legal_actions()]
        if self.asked < 0:  # first whom, then for what
            same("whom to ask", moves, sorted({SEAT + other for other, _ in asks}))
        else:
            same("ranks to ask for", moves, [RANK + rank for other, rank in asks if other == self.asked])

    def follow(self, move: int, before: Facts, after: Facts) -> Iterator[str]:
        if move >= SEAT:
            self.asked = move - SEAT
            return
        yield "asks"
        self.peer.apply_action(self.asked * RANKS + move - RANK)
        self.asked = -1
        while self.peer.is_chance_node():
            if self.is_alone():
                # Who has all the cards draws one here, and the turn passes. There the turn passes at once.
                yield "turns with nobody to ask"
                if after["ending"] is None:
                    self.set_up(after)
                else:  # all the cards were its own: only who made the last books is ours to say
                    same("all books", sum(books(after)), RANKS)
                    self.follows = False
                return
            self.peer.apply_action(self.stock.pop(0) % 16)

    def is_alone(self) -> bool:
        """Whether the seat before the one that is about to draw, and no other, has cards: the turn was its own."""
        drawer = int(str(self.peer).splitlines()[1])
        holders = [seat for seat, cards in enumerate(self.peer.player_cards()) if any(cards)]
        return self.peer.phase() == pyspiel.go_fish.Phase.EMPTY_DRAW and holders == [(drawer - 1) % self.game.seats]

    def settle(self, facts: Facts) -> Iterator[str]:
        same("is the deal over", True, self.peer.is_terminal())
        same("books", books(facts), self.peer.player_books())
        same("all books", sum(books(facts)), RANKS)
        returns = self.peer.returns()
        same("winners", best_paid(facts), [seat for seat, result in enumerate(returns) if result == max(returns)])
        return iter(())


def write(cards: list[int]) -> str:
    """Their notation: a letter a rank, and how many."""
    return "".join(f"{chr(ord('a') + rank)}{count}" for rank, count in enumerate(cards) if count)


def compare(seed: int, changes: Changes) -> Iterator[str]:
    return compare_match(known_game("go-fish", players_of("go-fish", seed), changes), FishDeal, seed)
