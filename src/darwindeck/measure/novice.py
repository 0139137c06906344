"""The novice's eye: what a game looks like between players who look one step ahead. Pure functions of evidence.

Beginners do not meet the game that masters play. These are metrics of other files, of greedy games alone.
"""

from __future__ import annotations

from dataclasses import replace

from . import course, fate, outcomes
from .estimate import Metric
from .evidence import Evidence


def novice_tension(evidence: Evidence) -> Metric | None:
    """Tension between greedy players."""
    return course.tension(_greedy_alone(evidence))


def novice_length(evidence: Evidence) -> Metric | None:
    """Plies of a game between greedy players."""
    return outcomes.length(_greedy_alone(evidence))


def novice_fairness(evidence: Evidence) -> Metric | None:
    """How evenly the sides win between greedy players."""
    return outcomes.seat_fairness(_greedy_alone(evidence))


def novice_fate(evidence: Evidence) -> Metric | None:
    """How much the deal decides between greedy players, who imagine other tables each time."""
    return fate.fate(replace(evidence, search=evidence.novices))


def _greedy_alone(evidence: Evidence) -> Evidence:
    return replace(evidence, search=(), random=None)
