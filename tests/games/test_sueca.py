"""Sueca: partners, sevens above kings, and 120 points of which more than sixty win."""

from __future__ import annotations

import random

from darwindeck import Game

from . import Play
from .tricks import Trick

GAME = Game("sueca")
ORDER = ["2", "3", "4", "5", "6", "Q", "J", "K", "7", "A"]
WORTH = {"A": 11, "7": 10, "K": 4, "J": 3, "Q": 2}


def winner(trick: Trick, trump: str) -> int:
    """The best trump, or else the best card of the suit led."""
    suit = trump if any(card[-1] == trump for _, card in trick) else trick[0][1][-1]
    return max((ORDER.index(card[:-1]), seat) for seat, card in trick if card[-1] == suit)[1]


def test_the_points_of_ten_tricks() -> None:
    for seed in range(20):
        chance, play = random.Random(seed), Play(GAME, seed=seed)
        [shown] = play.known_hand(0, 3)
        points, leader = [0, 0], 0
        for _ in range(10):
            trick: Trick = []
            for step in range(4):
                seat = (leader + step) % 4
                following = [card for card in play.hand(seat) if trick and card[-1] == trick[0][1][-1]]
                assert play.to_move == seat and {*play.moves} == {*(following or play.hand(seat))}
                trick.append((seat, chance.choice(play.moves)))
                play.do(trick[-1][1])
            leader = winner(trick, shown[-1])
            points[leader % 2] += sum(WORTH.get(card[:-1], 0) for _, card in trick)
        assert play.is_over and play.scores == points * 2 and sum(points) == 120
        best = points.index(max(points))
        assert GAME.winners(play.state) == ([] if points == [60, 60] else [best, best + 2])
