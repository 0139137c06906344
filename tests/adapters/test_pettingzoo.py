"""Genomes as PettingZoo environments, by PettingZoo's own tests and beside the engine."""

from __future__ import annotations

import random
import warnings
from itertools import count
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="pettingzoo is not installed (pip install 'darwindeck[rl]')")

from pettingzoo.test import api_test, performance_benchmark, seed_test

from darwindeck import Game, known_games, load_genome
from darwindeck.adapters.pettingzoo import CardEnvironment, make_environment
from darwindeck.errors import GameError


@pytest.mark.parametrize("name", ["hearts", "cheat", "draw-poker", "gin-rummy"])
def test_pettingzoo_finds_nothing_wrong(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(make_environment(name), num_cycles=150, verbose_progress=False)


def test_pettingzoo_finds_nothing_wrong_with_an_invented_game() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        api_test(make_environment("calm-button"), num_cycles=100, verbose_progress=False)


def test_one_seed_is_one_game() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        seed_test(lambda: make_environment("crazy-eights"), num_cycles=60)


@pytest.mark.parametrize("name", ["hearts", "calm-button"])
def test_its_benchmark_runs(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """For fifty rounds, by a clock of our own: how fast it is says `darwindeck bench --environments`."""
    clock = SimpleNamespace(time=count(step=0.1).__next__)
    monkeypatch.setitem(performance_benchmark.__globals__, "time", clock)
    performance_benchmark(make_environment(name))
    assert "Finished performance benchmark" in capsys.readouterr().out


@pytest.mark.parametrize("name", known_games())
def test_every_known_game_is_the_game_of_the_engine(name: str) -> None:
    """The same moves lead to the same payoffs; masks have the legal moves of the seat to move and of nobody else."""
    game, environment, rng = Game(name), CardEnvironment(name), random.Random(1)
    environment.reset(seed=3)
    environment.reset()
    state = game.start(3, 1)
    for _ in range(40):
        if state.is_over:
            break
        agent = environment.agent_selection
        assert agent == f"seat_{state.to_move}"
        for other in environment.agents:
            mask = environment.observe(other)["action_mask"]
            assert list(np.flatnonzero(mask)) == (game.legal_moves(state) if other == agent else [])
        move = rng.choice(game.legal_moves(state))
        environment.step(move)
        state = game.apply(state, move)
    assert environment.state_of_play == state


def test_payoffs_are_the_rewards() -> None:
    environment, rng = CardEnvironment("war"), random.Random(1)
    environment.reset(seed=1)
    while not any(environment.terminations.values()):
        moves = environment.game.legal_moves(environment.state_of_play)
        environment.step(rng.choice(moves))
    assert list(environment.rewards.values()) == environment.game.payoffs(environment.state_of_play)
    assert sum(environment.rewards.values()) == 0 and any(environment.rewards.values())


def test_a_move_that_is_not_legal_ends_the_game_or_is_an_error() -> None:
    environment = make_environment("hearts")
    environment.reset(seed=1)
    agent = environment.agent_selection
    environment.step(255)
    assert environment.terminations[agent] and environment.rewards[agent] == -1
    bare = CardEnvironment("hearts")
    bare.reset(seed=1)
    with pytest.raises(GameError, match="not legal"):
        bare.step(255)


def test_the_table_is_shown() -> None:
    environment = make_environment(load_genome("scopa"), render_mode="ansi")
    environment.reset(seed=1)
    assert "seat 0: " in environment.render() and "the table: " in environment.render()
