"""Judging a game by its rules alone, without playing it: `audit`, `cohesion` and `description_length`."""

from __future__ import annotations

from ..genome.genome import GameGenome
from ..language.context import Context
from ..language.findings import Finding
from .audit import audit, audit_flow
from .clutter import find_clutter
from .cohesion import cohesion, cohesion_of
from .conflict import find_conflicts
from .flow import Flow
from .proportion import find_disproportion
from .sense import find_empty_rules, find_nonsense

__all__ = ["audit", "cohesion", "find_faults", "find_refusals"]


def find_faults(genome: GameGenome, context: Context | None = None) -> list[Finding]:
    """All that can be seen to be wrong with a game that passes `check`. In a person's file these are warnings."""
    flow = Flow(genome, context)
    found = [
        *audit_flow(flow),
        *cohesion_of(flow).findings,
        *find_clutter(flow),
        *find_conflicts(flow),
        *find_disproportion(flow),
        *find_nonsense(flow),
    ]
    return [*found, *find_empty_rules(found)]


def find_refusals(genome: GameGenome) -> list[Finding]:
    """Why a game that was bred is no good: all findings but those of parts that could simply be left out."""
    return [finding for finding in find_faults(genome) if finding.is_fatal]
