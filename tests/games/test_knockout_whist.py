"""Knockout Whist: seven cards, then fewer; no trick, no game; whoever won most names trumps."""

from __future__ import annotations

import random

import pytest

from darwindeck import Game, load_genome

from .naming import NamedPlay
from .tricks import Trick, winner_of

GAMES = {seats: Game(load_genome("knockout-whist", seats)) for seats in range(2, 8)}
SUITS = [f"suit {suit}" for suit in "CDHS"]


def play_tricks(play: NamedPlay, chance: random.Random, order: list[int], trump: str, tricks: int) -> list[int]:
    """How many tricks each seat wins; suits are followed and winners lead."""
    won = [0] * play.game.seats
    for _ in range(tricks):
        trick: Trick = []
        for seat in order:
            following = [card for card in play.hand(seat) if trick and card[-1] == trick[0][1][-1]]
            assert play.to_move == seat and {*play.moves} == {*(following or play.hand(seat))}
            trick.append((seat, chance.choice(play.moves)))
            play.do(trick[-1][1])
        winner = winner_of(trick, trump)
        won[winner] += 1
        order = order[order.index(winner) :] + order[: order.index(winner)]
    return won


def seats_from(seat: int, left: list[int], seats: int) -> list[int]:
    return [(seat + step) % seats for step in range(seats) if (seat + step) % seats in left]


@pytest.mark.parametrize("seats", GAMES)
def test_whole_matches(seats: int) -> None:
    for seed in range(8):
        chance, play = random.Random(seed), NamedPlay(GAMES[seats], seed=seed)
        left, dealer = [*range(seats)], seats - 1
        for size in range(7, 0, -1):
            assert [len(hand) for hand in play.hands] == [size * (seat in left) for seat in range(seats)]
            assert play.facts["dealer"] == dealer and play.facts["trump"] >= 0
            if size < 7:
                assert play.to_move == dealer and play.moves == SUITS
                play.do(chance.choice(SUITS))
            trump = "CDHS"[play.facts["trump"]]
            won = play_tricks(play, chance, seats_from(dealer + 1, left, seats), trump, size)
            left = [seat for seat in left if won[seat]]
            if len(left) == 1:
                break
            dealer = max(seats_from(dealer + 1, left, seats), key=lambda seat: won[seat])
            assert play.facts["out"] == [seat not in left for seat in range(seats)]
        assert play.is_over and GAMES[seats].winners(play.state) == left


def test_a_deal_of_one_card_leaves_one_player() -> None:
    """So that every match is decided, after seven deals at the latest."""
    for game in GAMES.values():
        for seed in range(30):
            chance, play = random.Random(seed), NamedPlay(game, seed=seed)
            while not play.is_over:
                play.do(chance.choice(play.moves))
            assert game.ending(play.state) == "decided" and len(game.winners(play.state)) == 1
