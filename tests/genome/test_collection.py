"""The collection: invented games that are shipped, each new, sound, and told of on a page."""

from __future__ import annotations

from pathlib import Path

import pytest

from darwindeck.explain.pitch import write_pitch
from darwindeck.genome.distance import NEAR_COPY, Description, between, find_nearest
from darwindeck.genome.text import invented_games, known_games, load_genome
from darwindeck.judge import find_refusals
from darwindeck.judge.check import check

PAGE = Path(__file__).parents[2] / "docs" / "collection.md"
ALL = invented_games()


def test_names_are_new() -> None:
    assert ALL and not set(ALL) & set(known_games())


@pytest.mark.parametrize("name", ALL)
def test_an_invented_game_is_new_and_sound(name: str) -> None:
    game = load_genome(name)
    assert name == game.name.lower().replace(" ", "-") and game.parents
    assert not check(game).errors and not find_refusals(game)
    assert find_nearest(game).distance >= NEAR_COPY


def test_no_two_are_the_same_game() -> None:
    described = [Description(load_genome(name)) for name in ALL]
    pairs = [(one, other) for place, one in enumerate(described) for other in described[:place]]
    assert all(between(one, other) >= NEAR_COPY for one, other in pairs)


@pytest.mark.parametrize("name", ALL)
def test_the_page_tells_of_it(name: str) -> None:
    """With its pitch as it is now, and the command that made it."""
    text = " ".join(PAGE.read_text(encoding="utf-8").split())
    game = load_genome(name)
    _, found, part = text.partition(f"## {game.name} ")
    section = part.partition(" ## ")[0]
    assert (
        found
        and write_pitch(game) in section
        and "darwindeck run " in section
        and f"(../games/invented/{name}.json)" in section
    )
