"""Closing: a draft becomes a game in which what is made is read and what is needed is made, or it is given up.

Fields are brought into line (`fit`), what `check` complains of goes (`repair`), and so does what lost its companion: bids without
tricks, a scoring rule for cards that nobody captures. Nothing else is known here of what a good game is.
"""

from __future__ import annotations

import random
from collections.abc import Collection

from ...errors import GenomeError
from ...genome.genome import GameGenome
from ...judge.check import Issue, Report, check
from ...judge.cohesion import MODULES, PROMISES
from ...language.findings import Gate
from ...language.walk import steps_of, walk
from ...mechanics.phases.phase import PhaseMechanic
from .fit import fit
from .repair import repair, without

MOST_MENDS = 8
# What a part can be taken out for. Games that have nothing to do with each other, and too little room, are no fault of one part.
CONTESTS = [kind for kind in MODULES if kind not in PROMISES]
MENDED = (Gate.UNREAD, Gate.UNMADE, Gate.NEVER, Gate.GOAL, Gate.IDLE)


# A game, or None, and how it came about: sound as it was, repaired, refused by `check`, or suspect by its rules.
Closed = tuple[GameGenome | None, str]


def close(draft: GameGenome, rng: random.Random, known: Collection[str] = ()) -> Closed:
    """The draft as a game without findings but those `known` of its parents."""
    outcome = "sound"
    try:
        genome = fit(draft, rng)
        for _ in range(MOST_MENDS):
            report = check(genome)
            fewer = repair(genome) if report.errors else _mend(genome, report, known)
            if fewer is None:
                break
            genome, outcome = fit(fewer, rng), "repaired"
        report = check(genome)
    except GenomeError:
        return None, "refused"
    if report.errors or find_faults(report, known):
        return None, "refused" if report.errors else "suspect"
    return genome, outcome


def find_faults(report: Report, known: Collection[str] = (), also: Collection[Gate] = ()) -> list[Issue]:
    """What the judge warns of, but for what is known. That a part could be left out is a fault only if `also` says so."""
    gates = [gate for gate in Gate if gate is not Gate.IDLE or gate in also]
    return [issue for issue in report.warnings if issue.gate in gates and issue.message not in known]


def _mend(genome: GameGenome, report: Report, known: Collection[str]) -> GameGenome | None:
    """The genome without one part that is at fault, an idle one last; None if none is, or none can go."""
    parts = dict(walk(genome))
    for issue in sorted(find_faults(report, known, (Gate.IDLE,)), key=lambda issue: issue.gate is Gate.IDLE):
        part = parts.get(issue.path)
        main = isinstance(part, PhaseMechanic) and (issue.gate is Gate.IDLE or any(part.may(kind) for kind in CONTESTS))
        if issue.gate in MENDED and not main and (steps := steps_of(issue.path)):
            found: GameGenome | None = without(genome, steps)
            if found is not None:
                return found
    return None
