"""Styles: greedy players who weigh one thing otherwise, everybody against everybody on the same deals.

First mirrors show which of them play differently at all. Then those who do meet in rounds of duels. Who surely loses to the
usual player is left out of the rounds after that.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from .. import _core
from ..contest.schedule import Pairing, Schedule
from ..genome.genome import GameGenome
from ..measure.evidence import Evidence, StyleResults
from ..measure.styles import styles
from ..simulate.records import Records
from ..simulate.simulate import Job
from .rounds import Comparison, collect_scores, count_rounds, rung_of

USUAL = "greedy"
MIRROR, STYLE = "style mirror ", "style"  # how the tags of their records begin
MIRRORS, FIRST_DEAL = 8, 1 << 54  # deals of mirrors; no other stage plays those from the second number on


def all_styles() -> list[str]:
    """The usual greedy player, and one for each weight of its judge that is off or doubled."""
    weights = _core.JUDGE_WEIGHTS
    return [USUAL, *(f"greedy:{name}={weight:g}" for name, usual in weights.items() for weight in (0, 2 * usual))]


def plan_styles(
    deal: GameGenome, schedule: Schedule, records: Mapping[str, Records], seed: int, seconds: float, each: float
) -> dict[str, Job]:
    """The games of the next round; none if so many seconds, with so many a game, are spent, or if the number is clear."""
    if MIRROR + USUAL not in records:
        return {MIRROR + name: Job(deal, MIRRORS, (name,), seed, FIRST_DEAL) for name in all_styles()}
    names = find_rivals(schedule, records)
    found = styles(Evidence(schedule.sides, styles=collect_styles(schedule, records)))
    if len(names) < 2 or (found is not None and round(found.low) == round(found.high)):
        return {}
    pairs = [Pairing(*pair) for pair in combinations(names, 2)]
    most = seconds / (each * len(schedule.lineups) * len(pairs))
    jobs: dict[str, Job] = {}
    for pair in pairs:
        jobs |= Comparison(STYLE, pair, pair, FIRST_DEAL + MIRRORS).plan(deal, schedule, records, seed, most)
    return jobs


def find_different(records: Mapping[str, Records]) -> list[str]:
    """Styles that play differently from those before them in the list: the same deals went otherwise."""
    seen: dict[bytes, str] = {}
    for name in all_styles():
        played = records[MIRROR + name]
        columns = (played.winners, played.plies, played.options, played.payoffs, played.ending)
        seen.setdefault(b"".join(column.tobytes() for column in columns), name)
    return list(seen.values())


def find_rivals(schedule: Schedule, records: Mapping[str, Records]) -> list[str]:
    """Those among them who do not surely lose to the usual player."""
    usual, *others = find_different(records)
    scores = {name: collect_scores(STYLE, Pairing(usual, name), schedule, records) for name in others}
    return [usual, *(name for name, score in scores.items() if score is None or rung_of(score).low <= 0.5)]


def collect_styles(schedule: Schedule, records: Mapping[str, Records]) -> StyleResults | None:
    """The results of those who met everybody in every round; None before the first."""
    names = find_rivals(schedule, records)
    pairs = [Pairing(*pair) for pair in combinations(names, 2)]
    deals = min((count_rounds(STYLE, pair, records)[1] for pair in pairs), default=MIRRORS)
    if not deals:
        return None
    edges = np.zeros((deals, len(names), len(names)))
    for pair in pairs:
        scores = collect_scores(STYLE, pair, schedule, records)
        assert scores is not None
        a, b = names.index(pair.a), names.index(pair.b)
        edges[:, a, b] = (scores.shares[:, 0] - scores.shares[:, 1])[:deals]
        edges[:, b, a] = -edges[:, a, b]
    return StyleResults(tuple(names), edges, deals)
