"""What players may choose and whether it matters. Pure functions of evidence."""

from __future__ import annotations

import numpy as np

from ..simulate.records import OPTIONS, Column, ProbeRecords
from .estimate import Metric, mean, ratio
from .evidence import Evidence, Floats


def decision_density(evidence: Evidence) -> Metric | None:
    """Share of plies with two or more legal moves whose outcomes the mover can tell apart after one turn."""
    return _share_of_plies(evidence, "seen")


def interaction(evidence: Evidence) -> Metric | None:
    """Share of plies at which another choice would have left another side differently off after one turn."""
    return _share_of_plies(evidence, "swayed")


def _share_of_plies(evidence: Evidence, column: str) -> Metric | None:
    if evidence.probed is None:
        return None
    probe = evidence.probed[1]
    used = (probe.ply >= 0) & (probe.continues == 0)
    return ratio((used & (getattr(probe, column) > 1)).sum(axis=1), used.sum(axis=1))


def spread(evidence: Evidence) -> Metric | None:
    """CardStock: mean difference between the best and the worst move's estimate, over decisions."""
    if evidence.probed is None or evidence.probed[1].option_rollouts == 0:
        return None
    probe = evidence.probed[1]
    chosen = (probe.ply >= 0) & (probe.legal > 1)
    gaps = np.where(chosen, gap(probe), 0.0)
    return ratio(gaps.sum(axis=1), chosen.sum(axis=1)) or mean(np.zeros(len(gaps)))


def gap(probe: ProbeRecords) -> Floats:
    """Best minus worst, [games, samples]: found in one half of the rollouts and measured in the other, both ways, since
    the extremes of noisy estimates differ even where all moves are alike."""
    exists = np.arange(OPTIONS) < probe.legal[..., None]
    both = []
    for here, there in ((0, 1), (1, 0)):
        best = np.where(exists, probe.worth[..., here], -1.0).argmax(axis=2)[..., None]
        worst = np.where(exists, probe.worth[..., here], 2.0).argmin(axis=2)[..., None]
        other = probe.worth[..., there]
        both.append(np.take_along_axis(other, best, 2) - np.take_along_axis(other, worst, 2))
    return np.asarray(np.mean(both, axis=0)[..., 0], np.float64)


def agency(evidence: Evidence) -> Metric | None:
    """GAVEL: mean over games of the share of plies with two or more legal moves."""
    if evidence.probed is None:
        return None
    probe = evidence.probed[1]
    used = probe.ply >= 0
    some = used.any(axis=1)
    return mean((used & (probe.legal > 1)).sum(axis=1)[some] / used.sum(axis=1)[some])


def convergence(evidence: Evidence) -> Metric | None:
    """CardStock: 0.5 if the number of legal moves stays the same through a game, more if it falls by the ply."""
    if evidence.probed is None:
        return None
    probe = evidence.probed[1]
    slopes = [_slope(at[at >= 0], legal[at >= 0]) for at, legal in zip(probe.ply, probe.legal, strict=True)]
    return mean(np.clip(0.5 - np.array(slopes) / 2, 0, 1))


def _slope(at: Column, legal: Column) -> float:
    """Of a line through the number of legal moves against the ply; 0 for one ply."""
    off = at - at.mean() if len(at) else at
    return float(off @ legal.astype(np.float64) / (off @ off)) if len(at) > 1 else 0.0
