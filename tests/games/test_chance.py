"""Chance: every card is equally likely everywhere, and seats that the rules treat alike win alike."""

from __future__ import annotations

import numpy as np
import pytest

from darwindeck import Game, load_genome, simulate

DEALS = 20_000
GAMES = 20_000


@pytest.fixture(scope="module")
def decks() -> np.ndarray:
    """Shuffled decks [deals, 52], cards numbered 0 to 51; dealt card by card to the two queues of War."""
    game = Game("war")
    decks = np.empty((DEALS, 52), np.int64)
    for index in range(DEALS):
        hands = game.snapshot(game.start(seed=11, index=index))["piles"]["hand"]
        decks[index, 0::2], decks[index, 1::2] = hands[0]["order"], hands[1]["order"]
    return decks // 16 * 13 + decks % 16


def chi_square(counts: np.ndarray, expected: np.ndarray | float) -> float:
    return float(((counts - expected) ** 2 / expected).sum())


def test_every_card_is_equally_likely_in_every_place(decks: np.ndarray) -> None:
    values = [chi_square(np.bincount(decks[:, place], minlength=52), DEALS / 52) for place in range(52)]
    assert max(values) < 51 + 6 * 102**0.5  # 51 degrees of freedom each
    assert abs(sum(values) - 51 * 52) < 6 * (2 * 51 * 51) ** 0.5  # 51 * 51 in all, each place has 52/51 of its share


def test_neighbours_are_independent(decks: np.ndarray) -> None:
    suits = decks // 13
    same, other = DEALS * 12 / 51 / 4, DEALS * 13 / 51 / 4
    expected = np.full((4, 4), other) + (same - other) * np.eye(4)
    for place in range(51):
        pairs = np.bincount(suits[:, place] * 4 + suits[:, place + 1], minlength=16).reshape(4, 4)
        assert chi_square(pairs, expected) < 15 + 6 * 30**0.5


@pytest.mark.parametrize(
    ("name", "players"), [("war", 2), ("war", 3), ("war", 4), ("hearts", 3), ("hearts", 4), ("hearts", 5)]
)
def test_alike_seats_win_alike(name: str, players: int) -> None:
    records = simulate(load_genome(name, players), games=GAMES, seed=12)
    won = records.winners[:, None] >> np.arange(players) & 1  # [games, seats]
    shares = won / np.maximum(won.sum(axis=1, keepdims=True), 1)
    decided = won.any(axis=1).mean()
    error = shares.std(axis=0) / GAMES**0.5
    assert (np.abs(shares.mean(axis=0) - decided / players) < 4 * error).all()
