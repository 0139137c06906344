"""The stored positions: reading them, setting them up in both interpreters, and scoring a player on them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Protocol

import darwindeck
from darwindeck.engine.game import View
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import format_genome, load_genome, parse_genome
from darwindeck.judge.check import check
from tests.reference.cards import card_id

from .line import Line
from .solve import replay

PATH = Path(__file__).parent / "positions.json"

GenomeSpec = dict[str, Any]  # {"base": a known game, "overrides": fields that differ, those of setup one by one}


class Player(Protocol):
    def choose(self, view: View, moves: list[int]) -> int: ...


@dataclass(frozen=True)
class Position:
    """Seat `seat` is to move after `moves` of a deal from `deck` (top first); `best` are the moves to find."""

    name: str
    genome: GenomeSpec
    deck: list[str]
    moves: list[int]
    seat: int
    best: list[int]
    values: dict[int, float]  # of every legal move: `played`, `hoped` and `random` of solve.py
    hoped_values: dict[int, float]
    random_values: dict[int, float]
    arrangements: int

    def line(self) -> Line:
        """The position in the reference."""
        return replay(genome_data(self.genome), [card_id(card) for card in self.deck], self.moves)

    def game(self) -> darwindeck.Game:
        return darwindeck.Game(build_genome(self.genome))

    def state(self, game: darwindeck.Game) -> darwindeck.State:
        """The position in the C++ engine."""
        state = game.start(deck=self.deck)
        for move in self.moves:
            state = game.apply(state, move)
        return state


def build_genome(spec: GenomeSpec) -> GameGenome:
    data = json.loads(format_genome(load_genome(spec["base"])))
    overrides = dict(spec["overrides"])
    data["setup"] |= overrides.pop("setup", {})
    genome = parse_genome(json.dumps(data | overrides), spec["base"])
    check(genome).raise_errors()
    return genome


def genome_data(spec: GenomeSpec) -> dict[str, Any]:
    """The genome as the reference wants it: JSON data with every field."""
    return json.loads(format_genome(build_genome(spec)))


@cache
def load_positions() -> tuple[Position, ...]:
    return tuple(_read(entry) for entry in json.loads(PATH.read_text()))


def _read(entry: dict[str, Any]) -> Position:
    for values in ("values", "hoped_values", "random_values"):
        entry[values] = {int(move): value for move, value in entry[values].items()}
    return Position(**entry)


def unsolved(player: Player, positions: Iterable[Position]) -> list[str]:
    """Names of the positions where the player does not choose a best move."""
    names = []
    for position in positions:
        game = position.game()
        state = position.state(game)
        move = player.choose(game.view(state, position.seat), list(game.legal_moves(state)))
        if move not in position.best:
            names.append(position.name)
    return names


def score(player: Player) -> float:
    """Share of the stored positions that the player solves."""
    positions = load_positions()
    return 1 - len(unsolved(player, positions)) / len(positions)
