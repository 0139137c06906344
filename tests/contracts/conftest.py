"""The game under contract: every known game with every number of players."""

from __future__ import annotations

import functools

import pytest

from darwindeck import Game, load_genome

from . import ALL_GAMES


@functools.cache
def compiled(name: str, players: int) -> Game:
    return Game(load_genome(name, players))


@pytest.fixture(params=ALL_GAMES, ids=lambda param: f"{param[0]}-{param[1]}")
def game(request: pytest.FixtureRequest) -> Game:
    return compiled(*request.param)
