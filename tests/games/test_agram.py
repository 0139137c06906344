"""Agram: thirty-five cards, suits are followed, and only the sixth trick counts."""

from __future__ import annotations

import random

import pytest

from darwindeck import Game, load_genome

from . import Play, deck_of_hands
from .tricks import Trick, play_deal, winner_of

GAMES = {seats: Game(load_genome("agram", seats)) for seats in (2, 3, 4, 5)}
PACK = [
    rank + suit for suit in "CDHS" for rank in ("A", "3", "4", "5", "6", "7", "8", "9", "10") if rank + suit != "AS"
]


def highest(trick: Trick) -> int:
    return winner_of(trick, trump="")


@pytest.mark.parametrize("seats", GAMES)
def test_whoever_wins_the_sixth_trick_wins_the_game(seats: int) -> None:
    for seed in range(20):
        play = Play(GAMES[seats], seed=seed)
        assert play.to_move == 0
        held = [card for seat in range(seats) for card in play.hand(seat)]
        assert len(held) == 6 * seats and {*held, *play.pile("deck")} == {*PACK}
        played = play_deal(play, random.Random(seed), highest, tricks=6)
        assert play.is_over and GAMES[seats].winners(play.state) == [highest(played[-1])]


def test_five_tricks_win_nothing() -> None:
    play = Play(GAMES[2], deck_of_hands(["AC 10C 9C 8C 7C 3D", "6C 5C 4C 3C AD 10D"], deck=PACK))
    for lead in ("AC", "10C", "9C", "8C", "7C"):
        play.do(lead)
        play.do(play.moves[0])
    play.do("3D")
    play.do(play.moves[0])
    assert play.is_over and play.scores == [0, 1]
