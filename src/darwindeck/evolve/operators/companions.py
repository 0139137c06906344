"""Companions: a phase comes with what reads its product, and goes with it.

Bids come with tricks and points, a knock with draws and discards, bets with chips and somebody who takes the pot. What a phase's
companions are is seen in the known games: what stands beside it there.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import msgspec

from ...genome.genome import GameGenome
from ...genome.text import known_games, load_genome
from . import Change
from .close import close
from .modules import PLACES, with_phases


class Known(NamedTuple):
    """A phase of a known game."""

    game: GameGenome
    place: str
    phase: Any


@cache
def known_phases() -> tuple[Known, ...]:
    games = [load_genome(name) for name in known_games()]
    return tuple(
        Known(game, place, phase) for game in games for place in PLACES for phase in getattr(game.turn_structure, place)
    )


def add_phase(genome: GameGenome, rng: random.Random) -> Change:
    """A phase of a known game, alone if the rest reads what it makes, or else with its companions."""
    known = rng.choice(known_phases())
    phases = getattr(genome.turn_structure, known.place)
    if known.phase in phases or len(phases) >= PLACES[known.place]:
        return None
    number = rng.randint(0, len(phases))
    draft = with_phases(genome, known.place, (*phases[:number], known.phase, *phases[number:]))
    for company, note in _companions(draft, known.game):
        child = close(company, rng).genome
        if child is not None and any(
            type(each) is type(known.phase) for each in getattr(child.turn_structure, known.place)
        ):
            return child, f"{known.place}[{number}] {type(known.phase).__name__} of {known.game.genome_id}{note}"
    return None


def _companions(draft: GameGenome, game: GameGenome) -> Iterator[tuple[GameGenome, str]]:
    """The draft alone, then with more and more of what reads the phase in the game that it comes from."""
    yield draft, ""
    scoring = (*draft.scoring_rules, *(rule for rule in game.scoring_rules if rule not in draft.scoring_rules))
    if game.scoring_rules:
        yield msgspec.structs.replace(draft, scoring_rules=scoring[:16]), " with its scoring"
    changes: dict[str, Any] = {
        "scoring_rules": game.scoring_rules,
        "sweep": game.sweep,
        "win_conditions": game.win_conditions,
        "match": game.match,
    }
    yield msgspec.structs.replace(draft, **changes), " with its goal"
