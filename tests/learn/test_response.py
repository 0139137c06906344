"""Best responses, trained: the player that is answered plays as in a run, and what is found is near what is exact."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: pip install torch")

from click.testing import CliRunner  # noqa: E402

from darwindeck import Game, load_genome, simulate  # noqa: E402
from darwindeck.cli import main  # noqa: E402
from darwindeck.contest.exploit import TooLarge, find_exploit  # noqa: E402
from darwindeck.contest.response import measure_response  # noqa: E402
from darwindeck.errors import PlayerError, SettingError  # noqa: E402
from darwindeck.learn.cards.opponents import Opponents  # noqa: E402
from darwindeck.learn.cards.response import train_response  # noqa: E402
from darwindeck.learn.cards.run import CardTraining  # noqa: E402
from darwindeck.simulate.vector import VectorGames  # noqa: E402

pytestmark = pytest.mark.usefixtures("one_thread")
KUHN = "kuhn-poker"


class LastMove:
    """A player from outside."""

    def __init__(self, game: Game, seat: int, seed: int) -> None:
        pass

    def choose(self, view: object, moves: list[int]) -> int:
        return moves[-1]


@pytest.mark.parametrize("player", ["greedy", "random", "mcts:5", "learned:goofspiel", LastMove])
def test_who_is_answered_plays_as_in_a_run(player: object) -> None:
    """The learner makes its first legal move; row i learns in seat i, and plays game i."""
    genome, seed, rows = load_genome("goofspiel"), 9, 4
    games = VectorGames(genome, rows, seed, groups=1, whole_games=True)
    others = Opponents(games, player, seed, threads=2)  # type: ignore[arg-type]
    found: dict[int, list[float]] = {}
    for _ in range(60):
        steps = games.ask()
        for row in np.flatnonzero(steps.ended):
            found.setdefault(int(row), steps.results[row].tolist())
        choices = others.choose(0, steps)
        assert ((choices == -1) == others.learners(steps)).all()
        games.tell(0, np.maximum(choices, 0))
    assert len(found) == rows
    for row, results in found.items():
        table = ["first" if seat == row % games.seats else player for seat in range(games.seats)]
        records = simulate(genome, players=table, games=1, seed=seed, first=row)  # type: ignore[arg-type]
        assert results == pytest.approx(records.payoffs[0].tolist())


def test_what_a_response_wins_is_measured() -> None:
    """Random play at Kuhn's poker: seat 0 wins an eighth of a chip of ten, and to answer it by itself gains nothing."""
    found = measure_response(load_genome(KUHN), "random", "random", games=20_000, seed=4)
    exact = find_exploit(Game(load_genome(KUHN)), "random")
    assert found.values == pytest.approx(exact.values, abs=0.004)
    assert found.low <= 0 <= found.high and found.high - found.low < 0.01
    with pytest.raises(SettingError, match="two at least"):
        measure_response(load_genome(KUHN), "random", "random", games=1)


def test_a_trained_response_is_nearly_the_best_one(tmp_path: Path) -> None:
    """A fixed amount of work. All seats together win 11/120 of random play at Kuhn's poker, and no response wins more."""
    settings = CardTraining(laps=24, games=128, steps=8, batch=128, seed=2)
    out = tmp_path / "response.safetensors"
    train_response(Game(load_genome(KUHN)), "random", settings, out, lambda line: None)
    found = measure_response(load_genome(KUHN), f"learned:{out}", "random", games=20_000, seed=4)
    best = find_exploit(Game(load_genome(KUHN)), "random").nash_conv
    assert 0.85 * best < found.gain and found.low < best


def test_the_answer_to_a_network_begins_as_a_copy_of_it(tmp_path: Path) -> None:
    told: list[str] = []
    settings = CardTraining(laps=1, games=8, steps=2, batch=16, seed=2)
    out = tmp_path / "response.safetensors"
    assert train_response(Game("goofspiel"), "learned:goofspiel", settings, out, told.append) <= 16
    found = measure_response(load_genome("goofspiel"), f"learned:{out}", "learned:goofspiel", games=50, seed=4)
    assert abs(found.gain) < 0.5  # random play loses 1.1


def test_a_game_that_is_too_large_to_be_walked_through_is_answered_by_training(tmp_path: Path) -> None:
    with pytest.raises(TooLarge, match="a pack of 52 cards"):
        find_exploit(Game("crazy-eights"), "random")
    words = ["exploit", "crazy-eights", "random", "--laps", "1", "--games", "4", "--threads", "1"]
    told = CliRunner().invoke(main, [*words, "--json"], standalone_mode=False, catch_exceptions=False)
    found = json.loads(told.stdout)
    assert found["low"] <= found["gain"] <= found["high"] and found["games"] == 4 and found["decisions"] > 4000
    with pytest.raises(PlayerError, match="'nobody' is not one of"):
        CliRunner().invoke(main, ["exploit", "crazy-eights", "nobody"], standalone_mode=False, catch_exceptions=False)
