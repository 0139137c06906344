"""Where a run begins: with known games, random ones, or those that somebody names."""

from __future__ import annotations

from pathlib import Path

import pytest

from darwindeck.errors import GenomeError, SettingError
from darwindeck.evolve.vary import Variation
from darwindeck.experiment.config import STARTS, RunConfig, config_bytes, load_config
from darwindeck.experiment.settings import resolve
from darwindeck.experiment.start import RANDOM_SHARE, choose_first_games, choose_stock
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import format_genome, known_games, load_genome


def first_games(config: RunConfig) -> list[GameGenome]:
    return choose_first_games(config, Variation(), choose_stock(config))


def test_a_run_can_begin_between_two_games() -> None:
    games = first_games(RunConfig(start="scopa,whist", population=12))
    assert [game.lineage for game in games[:2]] == ["from scopa", "from whist"]
    names = {game.genome_id for game in games}
    assert len(names) == 12
    assert all(set(game.parents) <= names and game.parents for game in games[2:])
    assert any(len(game.parents) == 2 for game in games) and any(len(game.parents) == 1 for game in games)
    assert games == first_games(RunConfig(start="scopa,whist", population=12))


def test_a_run_can_begin_with_files_and_known_games(tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(format_genome(load_genome("durak")))
    config = resolve(None, {"start": f"{file}, go-fish", "start_files": ("hearts",)}, {}).config
    assert config.start_games == (str(file), "go-fish", "hearts")
    assert [game.lineage for game in first_games(config)[:3]] == ["from durak", "from go-fish", "from hearts"]
    saved = tmp_path / "config.yaml"
    saved.write_bytes(config_bytes(config, {}))
    assert load_config(saved)[0].start_games == config.start_games


def test_every_way_to_begin_has_its_shares() -> None:
    assert set(STARTS) == set(RANDOM_SHARE)


def test_known_games_are_the_start_and_random_ones_are_for_those_who_ask() -> None:
    config = RunConfig(population=6)
    assert config.start == "known" and config.operators.injection == 0
    known = {game.genome_id for game in choose_stock(config)}
    assert known == set(known_games())
    assert all(game.parents and set(game.parents) <= known for game in first_games(config))
    assert not choose_stock(RunConfig(start="random")) and choose_stock(RunConfig(start="mixture"))


@pytest.mark.parametrize(
    ("start", "said"),
    [("", "is not one of known"), ("scopa,", "nor games"), (",".join(["scopa"] * 41), "41 games are more")],
)
def test_a_start_that_is_none_is_named(start: str, said: str) -> None:
    with pytest.raises(SettingError, match=said):
        resolve(None, {"start": start}, {})


def test_a_game_that_nobody_knows_is_named() -> None:
    with pytest.raises(GenomeError, match="whisst"):
        first_games(RunConfig(start="scopa,whisst"))


def test_mixing_field_by_field_is_warned_of() -> None:
    [said] = resolve(None, {"operators.weights.uniform": 1.0}, {}).warnings
    assert "hardly ever gives a game" in said
    assert resolve(None, {"operators.weights.uniform": 0.0}, {}).warnings == ()
