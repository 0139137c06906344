"""Every genome saves and loads, passes its checks, is described by the schema, and compiles small."""

from __future__ import annotations

from typing import Any

import pytest

from darwindeck import Game, known_games, load_genome
from darwindeck.genome.text import format_genome, genome_schema, parse_genome
from darwindeck.judge.check import check
from darwindeck.language.walk import walk


@pytest.fixture(scope="module")
def definitions() -> dict[str, Any]:
    definitions: dict[str, Any] = genome_schema()["$defs"]
    return definitions


def test_a_saved_game_is_the_same_game(game: Game) -> None:
    assert parse_genome(format_genome(game.genome)) == game.genome


def test_a_saved_file_is_the_same_game(game: Game, tmp_path: Any) -> None:
    file = tmp_path / "game.json"
    file.write_text(format_genome(game.genome))
    assert load_genome(file) == game.genome
    assert Game(load_genome(file)).program.hash == game.program.hash


def test_it_passes_its_checks(game: Game) -> None:
    report = check(game.genome)
    assert report.errors == []


def test_every_field_is_in_the_schema(game: Game, definitions: dict[str, Any]) -> None:
    for path, part in walk(game.genome):
        properties = definitions[type(part).__name__]["properties"]
        for name in part.__struct_fields__:
            assert name in properties, f"{path}.{name}"
        if type(part).__struct_config__.tag is not None:
            assert properties["type"]["enum"] == [type(part).__struct_config__.tag]


def test_the_program_is_small(game: Game) -> None:
    """Contract bridge and skat, whose tables of scores and bids are code, are the largest by far."""
    most = {"contract-bridge": 4000, "skat": 3000}.get(game.genome.genome_id, 2000)
    assert game.program.program.size == len(game.program.program.bytes) < most
    assert game.state_bytes <= 1312


def test_war_is_tiny() -> None:
    assert Game("war").program.program.size < 500


@pytest.mark.parametrize("name", known_games())
def test_the_file_says_what_the_game_is(name: str) -> None:
    genome = load_genome(name)
    assert genome.genome_id == name
    assert genome.name and len(genome.description) > 100
