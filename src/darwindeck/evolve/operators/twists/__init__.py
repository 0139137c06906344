"""Twists: a library of single changes that players notice, each with a name and a sentence (docs/twists.md).

People invent games so: a game that they know, with one idea changed.
"""

from __future__ import annotations

import functools
import random

from .... import plugins
from ....errors import PluginError
from ....genome.genome import GameGenome
from ....genome.text import known_games, load_genome
from ....judge.flow import Flow
from . import battles, captures, goals, hands, plays, rounds, tricks  # noqa: F401  (each enters its twists)
from .twist import TWISTS, Twist

__all__ = ["TWISTS", "Twist", "find_twist", "read_lineage", "twist"]


def find_twist(name: str) -> Twist | None:
    """A twist of ours, or one that another package brings; None if there is none of that name."""
    found: object = TWISTS.get(name) or plugins.load(plugins.TWISTS, name)
    if found is not None and not (isinstance(found, Twist) and found.name == name):
        raise PluginError(f"{plugins.TWISTS}: {name!r} must be a Twist of that name")
    return found


def read_lineage(lineage: str) -> list[Twist]:
    """The twists among the steps by which a game was made of its parents, in their order."""
    names = [step.removeprefix("twist: ") for step in lineage.split("; ")]
    return [found for name in names if (found := find_twist(name)) is not None]


def twist(genome: GameGenome, rng: random.Random) -> tuple[GameGenome, str] | None:
    """A twist of ours that applies; the note is its name. One that few known games could have is as often drawn as one for many:
    otherwise cards would be passed in nearly every new game.
    """
    flow = Flow(genome)
    order = {name: rng.random() ** count_games(name) for name, found in TWISTS.items() if found.fits(flow)}
    for name in sorted(order, key=order.__getitem__, reverse=True):
        child = TWISTS[name].apply(genome, rng)
        if child is not None:
            return child, name
    return None


@functools.cache
def count_games(name: str) -> int:
    """How many known games the twist fits, at least one."""
    return max(1, sum(TWISTS[name].fits(flow) for flow in _load_flows()))


@functools.cache
def _load_flows() -> tuple[Flow, ...]:
    return tuple(Flow(load_genome(name)) for name in known_games())
