"""A way of nesting, and what all ways are made with."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import msgspec

from ....genome.genome import GameGenome
from ....language.facts import Makes

Draft = GameGenome | None
Way = Callable[[GameGenome, GameGenome, random.Random], Draft]


def all_with(genome: GameGenome, place: str, *facts: Makes) -> tuple[Any, ...]:
    """The phases of the opening or the turn of which one of the facts may hold."""
    return tuple(phase for phase in getattr(genome.turn_structure, place) if any(phase.may(fact) for fact in facts))


def with_turn(genome: GameGenome, **changes: Any) -> GameGenome:
    return msgspec.structs.replace(genome, turn_structure=msgspec.structs.replace(genome.turn_structure, **changes))


def with_setup(genome: GameGenome, **changes: Any) -> GameGenome:
    return msgspec.structs.replace(genome, setup=msgspec.structs.replace(genome.setup, **changes))


def with_goal(genome: GameGenome, father: GameGenome) -> GameGenome:
    """The game with the goal of another, and without scores of its own."""
    return msgspec.structs.replace(
        genome, scoring_rules=(), sweep=None, win_conditions=father.win_conditions, match=father.match
    )


def open_with(genome: GameGenome, phase: Any) -> GameGenome:
    """The game with one more phase before the first turn."""
    return with_turn(genome, opening=(phase, *genome.turn_structure.opening)[:4])
