"""Blackjack beside OpenSpiel's: when one may draw, when it is over, and who wins, for every hand of a deal.

Theirs is one player against the house, which takes its second card before the player plays. So each of our hands is a
game of theirs, played after ours is over, with the cards that our house took. Two rules differ: theirs asks a player
with 21, who always stands here, and it knows no naturals.
"""

from __future__ import annotations

from collections.abc import Iterator

import pyspiel

from darwindeck import Game

from .mirror import (
    DRAW,
    PASS,
    Changes,
    Facts,
    Mirror,
    card_actions,
    compare_match,
    hand,
    known_game,
    players_of,
    same,
    scored,
)

HIT, STAND, STAKE, LIMIT = 0, 1, 2, 21

PLANTED: dict[str, tuple[Changes, str]] = {
    "the house stands on 16": ({"turn_structure.phases.1.stand": 16}, "points of a hand"),
    "an ace counts one": (
        {"turn_structure.phases.0.soft_rank": None, "turn_structure.phases.1.soft_rank": None},
        "points of a hand",
    ),
    "22 is no bust": ({"turn_structure.phases.0.limit": 22, "turn_structure.phases.1.limit": 22}, "points of a"),
}


def count(cards: list[int]) -> int:
    total = sum(min(card % 16 + 1, 10) for card in cards)
    return total + 10 if any(card % 16 == 0 for card in cards) and total + 10 <= LIMIT else total


class BlackjackDeal(Mirror):
    def __init__(self, game: Game, facts: Facts) -> None:
        super().__init__(game, facts)
        self.moves: list[list[int]] = [[] for _ in range(game.seats)]
        self.drawn: list[list[int]] = [[] for _ in range(game.seats)]
        self.house = list(facts["piles"]["tableau"]["order"])
        self.pack = list(facts["piles"]["deck"]["order"])

    def compare(self, facts: Facts, moves: list[int]) -> None:
        same("moves", moves, [PASS, DRAW])

    def follow(self, move: int, before: Facts, after: Facts) -> Iterator[str]:
        seat = before["to_move"]
        self.moves[seat].append(move)
        if move == DRAW:
            self.drawn[seat].append(self.pack.pop(0))
        yield from ()

    def settle(self, facts: Facts) -> Iterator[str]:
        gains = scored(self.start, facts)
        while count(self.house) < 17:
            self.house.append(self.pack.pop(0))
        for seat in range(self.game.seats):
            dealt = hand(self.start, seat)
            naturals = [count(dealt) == LIMIT, count(self.house[:2]) == LIMIT]
            result = self.play(dealt, seat)
            if any(naturals):
                yield "naturals"
                same("points of a natural", gains[seat], 0 if all(naturals) else 3 if naturals[0] else -STAKE)
            else:
                same("points of a hand", gains[seat], STAKE * result)

    def play(self, dealt: list[int], seat: int) -> int:
        """Their result of the same hand against the same house."""
        peer = pyspiel.load_game("blackjack").new_initial_state()
        card = card_actions(peer)
        drawn, house = list(self.drawn[seat]), list(self.house)
        for next_card in [*dealt, house.pop(0), house.pop(0)]:
            peer.apply_action(card[next_card])
        for move in self.moves[seat]:
            same("is the hand over", False, peer.is_terminal())
            same("options", [HIT, STAND], peer.legal_actions())
            peer.apply_action(HIT if move == DRAW else STAND)
            if move == DRAW:
                peer.apply_action(card[drawn.pop(0)])
        if not peer.is_terminal() and not peer.is_chance_node() and peer.current_player() == 0:
            same("total of who is not asked", count([*dealt, *self.drawn[seat]]), LIMIT)
            peer.apply_action(STAND)
        while not peer.is_terminal():
            peer.apply_action(card[house.pop(0)])
        return int(peer.returns()[0])


def compare(seed: int, changes: Changes) -> Iterator[str]:
    return compare_match(known_game("blackjack", players_of("blackjack", seed), changes), BlackjackDeal, seed)
