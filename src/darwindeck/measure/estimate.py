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

Floats = npt.NDArray[np.float64]


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


def bootstrap(
    statistic: Callable[[npt.NDArray[np.int64]], float], games: int, low: float, high: float
) -> Metric | None:
    """A statistic of the games with given indices; its interval by resampling games."""
    if games == 0:
        return None
    rng = np.random.default_rng(RESAMPLING_SEED)
    value = statistic(np.arange(games))
    drawn = [statistic(rng.integers(0, games, games)) for _ in range(RESAMPLES)]
    ends = np.quantile(drawn, (0.025, 0.975))
    slack = (high - low) / (games + 2)  # of games not seen
    return _cut(value, min(float(ends[0]), value) - slack, max(float(ends[1]), value) + slack, games, low, high)


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
