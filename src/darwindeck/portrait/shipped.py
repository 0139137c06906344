"""Portraits that come with the package: of the known and the collected games, by the hash of their programs.

They are measured by `make figures`. A game whose rules have changed since then has none.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from importlib import resources

import msgspec

from ..genome.genome import GameGenome
from ..genome.text import known_games, load_genome
from ..play.rulebooks import name_key
from .portrait import Portrait

FILE = "figures.json"
BESIDE = ("war", "gin-rummy", "hearts")  # games that everybody knows, to compare luck with


@functools.lru_cache(maxsize=1)
def read_shipped() -> Mapping[str, Portrait]:
    file = resources.files(__package__).joinpath(FILE)
    return msgspec.json.decode(file.read_bytes(), type=dict[str, Portrait]) if file.is_file() else {}


def find_shipped(genome: GameGenome) -> Portrait | None:
    return read_shipped().get(name_key(genome))


@functools.lru_cache(maxsize=1)
def list_beside() -> Mapping[str, Portrait]:
    """The games to compare with that have a portrait, by title."""
    games = [load_genome(name) for name in BESIDE if name in known_games()]
    found = {game.name: find_shipped(game) for game in games}
    return {title: portrait for title, portrait in found.items() if portrait is not None}
