"""Genomes as vector environments of Gymnasium: the games of the engine, and only the learner is asked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("gymnasium", reason="gymnasium is not installed (pip install 'darwindeck[rl]')")

from darwindeck import Game
from darwindeck.adapters.gymnasium import FEATURES, VectorEnvironment, mask_actions, unpack_leaves
from darwindeck.errors import GameError, SettingError
from darwindeck.simulate.vector import VectorGames

from ..patience import PATIENCE

ROOT = Path(__file__).parents[2]
GAMES = ("crazy-eights", "hearts", "draw-poker")


def play(environment: VectorEnvironment, steps: int, seed: int = 3) -> list[np.ndarray]:
    """Random moves: all that the environment said."""
    rng = np.random.default_rng(seed)
    observation, info = environment.reset(seed=seed)
    said = [observation, info["action_mask"]]
    for _ in range(steps):
        mask = environment.action_masks()
        actions = np.array([rng.choice(np.flatnonzero(row)) for row in mask])
        observation, rewards, terminated, truncated, info = environment.step(actions)
        assert not truncated.any()
        said += [observation, rewards, terminated, info["action_mask"]]
    return said


@pytest.mark.parametrize("name", GAMES)
def test_threads_change_nothing_and_the_spaces_hold(name: str) -> None:
    one, two = (VectorEnvironment(name, 9, threads=threads) for threads in (1, 2))
    first, second = play(one, 30), play(two, 30)
    assert all(np.array_equal(a, b) for a, b in zip(first, second, strict=True))
    assert one.observation_space.contains(first[0]) and first[0].shape == (9, FEATURES)


@pytest.mark.parametrize("name", GAMES)
def test_only_the_learner_is_asked(name: str) -> None:
    seats = Game(name).seats
    rotating, fixed = VectorEnvironment(name, 8), VectorEnvironment(name, 8, seat=1)
    for environment, want in ((rotating, np.arange(8) % seats), (fixed, np.ones(8))):
        environment.reset(seed=1)
        for _ in range(20):
            assert np.array_equal(environment.steps.seats, want)
            mask = environment.action_masks()
            assert (mask.sum(axis=1) >= 2).all()
            environment.step(mask.argmax(axis=1))


def test_rewards_are_what_the_episodes_were_worth_to_the_learner() -> None:
    """One learner at every table who always takes the first move, against opponents who do the same: the game is replayed."""

    def first(steps: object, rows: np.ndarray) -> np.ndarray:
        return np.zeros(len(rows), np.int32)

    environment = VectorEnvironment("crazy-eights", 4, opponent=first, seat=0, whole_games=True)
    environment.reset(seed=5)
    won: dict[int, float] = {}
    game = Game("crazy-eights")
    while len(won) < 4:
        before = environment.steps.games.copy()
        choices = environment.steps.actions[environment.steps.offsets[:-1]].copy()
        _, rewards, terminated, _, _ = environment.step(choices)
        won |= {
            int(index): float(reward) for index, reward, over in zip(before, rewards, terminated, strict=True) if over
        }
    for index, reward in won.items():
        state = game.start(5, index)
        while not state.is_over:
            state = game.apply(state, game.legal_moves(state)[0])
        assert game.payoffs(state)[0] == pytest.approx(reward)


def test_a_row_that_waits_stays_as_it_is() -> None:
    games = VectorGames("hearts", 4, seed=2, groups=1)
    before = games.ask(0)
    packed, seats = before.packed.copy(), before.seats.copy()
    games.tell(0, np.array([-1, 0, -1, 0], np.int32))
    after = games.ask(0)
    assert np.array_equal(after.packed[::2], packed[::2]) and np.array_equal(after.seats[::2], seats[::2])
    assert not np.array_equal(after.packed[1::2], packed[1::2])
    with pytest.raises(GameError, match="row 1 has no legal move -2"):
        games.tell(0, np.array([0, -2, 0, 0], np.int32))


def test_leaves_are_unpacked_word_by_word() -> None:
    steps = VectorGames("hearts", 3, seed=2, groups=1).ask(0)
    row = unpack_leaves(steps.packed)[1]
    words = [int(word) for word in steps.packed[1]]
    cards = [number for number in range(64) if words[6] >> number & 1]
    assert list(np.flatnonzero(row[6 * 64 : 7 * 64])) == cards and len(cards) == 13
    sizes = row[63 * 64 + 8 : 63 * 64 + 16] * 52  # of the hands, counted from the mover
    assert list(sizes.round()) == [13] * 4 + [0] * 4
    assert np.array_equal(
        np.flatnonzero(mask_actions(steps)[1]), np.sort(steps.actions[steps.offsets[1] : steps.offsets[2]])
    )


def test_what_is_not_legal_is_an_error() -> None:
    environment = VectorEnvironment("hearts", 3)
    environment.reset(seed=1)
    actions = environment.action_masks().argmax(axis=1)
    actions[2] = 255
    with pytest.raises(GameError, match="255 is not legal at table 2"):
        environment.step(actions)
    with pytest.raises(SettingError, match="seats 0 to 3"):
        VectorEnvironment("hearts", 3, seat=4)


def test_the_example_learns() -> None:
    """By the masked PPO of a library that many use, with as many decisions as its page says."""
    pytest.importorskip("sb3_contrib", reason="Stable-Baselines3 is not installed (pip install sb3-contrib)")
    command = [sys.executable, ROOT / "examples" / "learn_with_sb3.py"]
    result = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)
    assert result.returncode == 0, result.stderr
    before, after = [float(line.split()[-1]) for line in result.stdout.splitlines()[1:]]
    assert abs(before) < 0.1 and after > before + 0.1
