"""Twists: a library of single changes that players notice, each with a name and a sentence (docs/twists.md).

People invent games so: a game that they know, with one idea changed.
"""

from __future__ import annotations

import random

from .... import plugins
from ....errors import PluginError
from ....genome.genome import GameGenome
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
    """Any twist of ours that applies, each as likely as another; the note is its name."""
    flow = Flow(genome)
    fitting = [found for found in TWISTS.values() if found.fits(flow)]
    for found in rng.sample(fitting, len(fitting)):
        child = found.apply(genome, rng)
        if child is not None:
            return child, found.name
    return None
