"""Companions: a phase comes with what reads its product, and goes with it.

Bids come with tricks and points, a knock with draws and discards, bets with chips and somebody who takes the pot. What a phase's
companions are is seen in the known games: what stands beside it there.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec

from ...genome.genome import GameGenome
from ...genome.text import known_games, load_genome
from . import Change
from .close import close
from .modules import PLACES, with_phases

Phase = tuple[GameGenome, str, Any]  # a known game, opening or phases, and one of them


@cache
def list_phases() -> tuple[Phase, ...]:
    """All phases of known games."""
    games = [load_genome(name) for name in known_games()]
    return tuple(
        (game, place, phase) for game in games for place in PLACES for phase in getattr(game.turn_structure, place)
    )


def add_phase(genome: GameGenome, rng: random.Random) -> Change:
    """A phase of a known game, alone if the rest reads what it makes, or else with its companions."""
    game, place, phase = rng.choice(list_phases())
    phases = getattr(genome.turn_structure, place)
    if phase in phases or len(phases) >= PLACES[place]:
        return None
    number = rng.randint(0, len(phases))
    draft = with_phases(genome, place, (*phases[:number], phase, *phases[number:]))
    for company, note in _companions(draft, game):
        child, _ = close(company, rng)
        if child is not None and any(type(each) is type(phase) for each in getattr(child.turn_structure, place)):
            return child, f"{place}[{number}] {type(phase).__name__} of {game.genome_id}{note}"
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
