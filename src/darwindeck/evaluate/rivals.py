"""Which styles of play are rivals, and what they won of each other, from records alone (styles.py plans the games)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

import numpy as np

from ..contest.schedule import Pairing, Schedule
from ..measure.evidence import StyleResults
from ..simulate.records import Records
from .rounds import collect_scores, count_rounds, rung_of

USUAL = "greedy"
TRIED, STYLE = "style tried ", "style"  # how the tags of their records begin
MOST_RIVALS = 8  # the usual player among them: more would make too many duels


def find_different(records: Mapping[str, Records]) -> list[str]:
    """Styles that play differently from those before them: the same deals among usual players went otherwise. The usual one is
    the first."""
    seen: dict[bytes, str] = {}
    for tag, played in records.items():
        if tag.startswith(TRIED):
            columns = (played.winners, played.plies, played.options, played.payoffs, played.ending)
            seen.setdefault(b"".join(column.tobytes() for column in columns), tag.removeprefix(TRIED))
    return list(seen.values())


def find_rivals(schedule: Schedule, records: Mapping[str, Records]) -> list[str]:
    """Those among them who do not surely lose to the usual player, the best few against it; who did not meet it yet is last."""
    usual, *others = find_different(records)
    rungs = {
        name: rung_of(scores)
        for name in others
        if (scores := collect_scores(STYLE, Pairing(usual, name), schedule, records)) is not None
    }
    viable = [name for name in others if name not in rungs or rungs[name].low <= 0.5]
    order = sorted(viable, key=lambda name: rungs[name].rate if name in rungs else 1.0)
    return [usual, *(order if len(rungs) < len(others) else order[: MOST_RIVALS - 1])]


def pair_up(names: list[str]) -> list[Pairing]:
    """Everybody against everybody, those against the usual player first."""
    usual, *others = names
    return [Pairing(*pair) for pair in combinations([usual, *sorted(others)], 2)]


def collect_styles(schedule: Schedule, records: Mapping[str, Records]) -> StyleResults | None:
    """The results of the rivals on the deals that all pairs of them have played; None if there are none."""
    names = find_rivals(schedule, records)
    pairs = pair_up(names)
    deals = min((count_rounds(STYLE, pair, records)[1] for pair in pairs), default=records[TRIED + USUAL].games)
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
