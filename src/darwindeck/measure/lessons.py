"""How a game is learnt: the ladder from who moves at random to who thinks longest. Pure functions of evidence."""

from __future__ import annotations

from .depth import CLEARLY, Rung
from .estimate import Metric
from .evidence import Evidence

LEARNERS = ("random", "thumb", "lines", "search", "longer", "strong")  # weakest first


def learnability(evidence: Evidence) -> Metric | None:
    """How many steps of the ladder are surely better than the last sure one below: lessons that there are to learn."""
    if not evidence.lessons:
        return None
    rungs = list(evidence.lessons.values())
    value, low, high = (float(sum(is_so(rung) for rung in rungs)) for is_so in (_counts, _surely, _possibly))
    return Metric(value, low, high, sum(rung.games for rung in rungs))


def first_lesson(evidence: Evidence) -> Metric | None:
    """Which step is the first that is surely better: 1 if it is the best rule of thumb, 6 if nothing can be learnt."""
    if not evidence.lessons:
        return None
    rungs = list(evidence.lessons.values())
    value, low, high = (
        float(min((LEARNERS.index(rung.player) for rung in rungs if is_so(rung)), default=len(LEARNERS)))
        for is_so in (_counts, _possibly, _surely)
    )
    return Metric(value, low, high, sum(rung.games for rung in rungs))


def _counts(rung: Rung) -> bool:
    return rung.counts


def _surely(rung: Rung) -> bool:
    return rung.counts and rung.low >= CLEARLY


def _possibly(rung: Rung) -> bool:
    return rung.counts or rung.high >= CLEARLY
