"""Every game offers sorted, applicable moves until it ends; cards and chips are neither made nor lost."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from darwindeck import Game, simulate
from darwindeck.errors import GameError
from darwindeck.language.fields import card_name
from darwindeck.simulate.records import ENDINGS

from . import positions


def all_cards(snapshot: dict[str, Any]) -> list[int]:
    """Every card on the table, as often as it lies there."""
    piles = [pile for entry in snapshot["piles"].values() for pile in (entry if isinstance(entry, list) else [entry])]
    assert all(pile["count"] == len(pile["known"]) for pile in piles)
    assert all(pile["order"] is None or sorted(pile["order"]) == pile["known"] for pile in piles)
    return sorted(card for pile in piles for card in pile["known"])


def test_random_play_ends(game: Game) -> None:
    records = simulate(game.genome, games=50, seed=1)
    endings = {ENDINGS[ending] for ending in records.ending}
    assert endings <= {"decided", "draw", "turn_limit", "stalemate", "deal_limit"}
    assert (records.plies > 0).all()


def test_legal_moves_are_sorted_and_applicable(game: Game) -> None:
    for state, _ in positions(game, seed=2, most=150):
        moves = game.legal_moves(state)
        assert moves and moves == sorted(set(moves))
        assert 0 <= game.to_move(state) < game.seats
        for move in moves:
            game.apply(state, move)


def test_no_other_move_is_applicable(game: Game) -> None:
    for state, _ in positions(game, seed=3, most=15):
        for move in {*range(256), -1, 256, 1 << 40} - {*game.legal_moves(state)}:
            with pytest.raises((GameError, TypeError)):
                game.apply(state, move)


def test_nothing_moves_once_it_is_over(game: Game) -> None:
    state = game.start(seed=4)
    chance = random.Random(4)
    while not game.is_over(state):
        assert game.ending(state) is None and game.winners(state) == [] and not any(game.payoffs(state))
        state = game.apply(state, chance.choice(game.legal_moves(state)))
    assert game.to_move(state) == -1 and game.legal_moves(state) == []
    assert game.ending(state) in ENDINGS[1:]
    for move in range(256):
        with pytest.raises(GameError):
            game.apply(state, move)


def test_cards_lie_in_exactly_one_pile(game: Game) -> None:
    deck = [card for card in range(64) if game.program.program.deck >> card & 1]
    for seed in range(3):
        for state, _ in positions(game, seed):
            assert all_cards(game.snapshot(state)) == deck


def test_chips_are_neither_made_nor_lost(game: Game) -> None:
    resources = game.genome.setup.resources
    total = game.seats * (resources.starting_chips if resources else game.genome.setup.starting_chips)
    for seed in range(3):
        for state, _ in positions(game, seed):
            snapshot = game.snapshot(state)
            assert sum(snapshot["chips"]) + sum(snapshot["contributions"]) == total
            assert min(snapshot["chips"]) >= 0


def test_apply_leaves_its_state_alone(game: Game) -> None:
    for state, move in positions(game, seed=5, most=60):
        before = game.snapshot(state)
        first, second = game.apply(state, move), game.apply(state, move)
        assert game.snapshot(state) == before
        assert first == second


def test_payoffs_sum_to_nothing_over_the_sides(game: Game) -> None:
    records = simulate(game.genome, games=50, seed=6)
    sides = [min(team) for team in game.genome.teams] or list(range(game.seats))
    assert abs(records.payoffs[:, sides].sum(axis=1)).max() < 1e-6
    won = records.winners[:, None] >> np.arange(game.seats) & 1
    assert ((records.payoffs > 0) <= (won == 1)).all()
    for team in game.genome.teams:
        assert all((records.payoffs[:, seat] == records.payoffs[:, team[0]]).all() for seat in team)


def test_every_move_has_its_own_words(game: Game) -> None:
    for state, _ in positions(game, seed=7, most=100):
        assert game.prompt(state)
        words = [game.describe(state, move) for move in game.legal_moves(state)]
        assert all(words) and len(set(words)) == len(words)


def test_an_explicit_deck_is_dealt_as_given(game: Game) -> None:
    deck = [card for card in range(64) if game.program.program.deck >> card & 1]
    names = [card_name(card) for card in deck]
    random.Random(8).shuffle(names)
    state = game.start(seed=1, deck=names)
    assert game.start(seed=1, deck=names) == state
    assert all_cards(game.snapshot(state)) == deck
    for wrong in (names[1:], names[1:] + names[1:2], [*names, "1X"], ["zebra"]):
        with pytest.raises(GameError):
            game.start(deck=wrong)
