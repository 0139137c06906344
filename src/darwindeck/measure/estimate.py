"""A number with its 95 % interval. Games are the unit: what happened within one is not independent.

Intervals never have zero width: every sample is thought to hold one game more at each end of the range.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

NORMAL_95 = 1.96
RESAMPLES = 200
RESAMPLING_SEED = 20_08  # of the bootstrap; fixed, so that equal records give equal intervals

AT_ONCE = 1 << 15  # indices in one call: what they pick should fit into a cache

Floats = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Metric:
    """A value, the interval that holds the truth in 95 of 100 cases, and how many games it is from."""

    value: float
    low: float
    high: float
    games: int


def mean(values: npt.ArrayLike, low: float = 0.0, high: float = 1.0) -> Metric | None:
    """The mean of one value a game, each within [low, high]."""
    each = np.asarray(values, np.float64)
    if len(each) == 0:
        return None
    return _around(float(each.mean()), _spread(np.append(each, (low, high))), len(each), low, high)


def mean_length(values: npt.ArrayLike) -> Metric | None:
    """The mean of one value a game that has no upper end."""
    each = np.asarray(values, np.float64)
    if len(each) == 0:
        return None
    return _around(float(each.mean()), _spread(np.append(each, (0.0, 2 * each.mean()))), len(each), 0.0, np.inf)


def ratio(counted: npt.ArrayLike, of: npt.ArrayLike) -> Metric | None:
    """The share Σ counted / Σ of, with one pair a game; a share that longer games weigh more in."""
    above, below = np.asarray(counted, np.float64), np.asarray(of, np.float64)
    total = below.sum()
    if total <= 0:
        return None
    share = float(above.sum() / total)
    usual = total / len(below)
    residuals = np.append((above - share * below) / usual, (-share, 1 - share))
    return _around(share, _spread(residuals), len(below), 0.0, 1.0)


def bootstrap(statistic: Callable[[Indices], Floats], games: int, low: float, high: float) -> Metric | None:
    """A statistic of the games with given indices; its interval by resampling games.

    `statistic` is given samples of games, [samples, games], and finds one number a sample: many samples in one call.
    """
    if games == 0:
        return None
    rng = np.random.default_rng(RESAMPLING_SEED)
    value = float(statistic(np.arange(games)[None])[0])
    at_once = max(1, AT_ONCE // games)
    sizes = [min(at_once, RESAMPLES - begin) for begin in range(0, RESAMPLES, at_once)]
    drawn = np.concatenate([statistic(rng.integers(0, games, (size, games))) for size in sizes])
    ends = np.quantile(drawn, (0.025, 0.975))
    slack = (high - low) / (games + 2)  # of games not seen
    return _cut(value, min(float(ends[0]), value) - slack, max(float(ends[1]), value) + slack, games, low, high)


def count_each(numbers: Indices) -> Indices:
    """How often each number from 0 on is in each sample: of [samples, games], [samples, numbers]."""
    samples, kinds = len(numbers), int(numbers.max()) + 1
    places = numbers + kinds * np.arange(samples)[:, None]
    return np.bincount(places.ravel(), minlength=samples * kinds).reshape(samples, kinds)


def sum_each(values: Floats, counted: npt.NDArray[np.bool_]) -> Floats:
    """The sum of the values that count in each row. Others do not change even its last bit, as adding a 0 for each could."""
    counts = counted.sum(axis=1)
    sums = np.zeros(len(values))
    for count in np.unique(counts):
        rows = counts == count
        sums[rows] = values[rows][counted[rows]].reshape(-1, count).sum(axis=1)
    return sums


def exactly(value: float, games: int = 0) -> Metric:
    """A number that is known, not measured."""
    return Metric(value, value, value, games)


def _spread(values: Floats) -> float:
    return float(values.std(ddof=1) / np.sqrt(len(values)))


def _around(value: float, error: float, games: int, low: float, high: float) -> Metric:
    return _cut(value, value - NORMAL_95 * error, value + NORMAL_95 * error, games, low, high)


def _cut(value: float, low: float, high: float, games: int, least: float, most: float) -> Metric:
    value = min(max(value, least), most)
    return Metric(value, max(min(low, value), least), min(max(high, value), most), games)
