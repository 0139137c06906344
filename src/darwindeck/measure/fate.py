"""How much of a game is fixed by the deal. Pure functions of evidence."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from .estimate import Metric, bootstrap
from .evidence import Evidence, Floats


def fate(evidence: Evidence) -> Metric | None:
    """1 if the deal alone decides who wins, 0 if it says nothing; below 0 by chance only.

    The same deals are played several times by players who think otherwise each time. With `a` the share of pairs of
    such games that have the same winners, and `c` what it would be if deals did not matter, this is (a - c) / (1 - c).
    Where the goal is chips, it is the share of the variance of what is won that lies between deals.
    """
    games = evidence.more or evidence.search
    if len(games) < 2 or not games[0].games:
        return None
    if evidence.for_chips:
        payoffs = np.stack([evidence.by_side(each.payoffs) for each in games])
        return bootstrap(lambda deals: _between_deals(payoffs[:, deals]), games[0].games, -1.0, 1.0)
    winners = np.stack([each.winners for each in games]).astype(np.int64)
    return bootstrap(lambda deals: _agreement(winners[:, deals]), games[0].games, -1.0, 1.0)


def _agreement(winners: npt.NDArray[np.int64]) -> float:
    """Of winners [times, deals]. Where the same side wins every game of every deal, all is fixed."""
    times = len(winners)
    pairs = [np.mean(winners[one] == winners[other]) for one in range(times) for other in range(one)]
    shares = np.bincount(winners.ravel()) / winners.size
    by_chance = float((shares**2).sum())
    return 1.0 if by_chance >= 1.0 else (float(np.mean(pairs)) - by_chance) / (1 - by_chance)


def _between_deals(payoffs: Floats) -> float:
    """Of payoffs [times, deals, sides]: 1 minus the variance within deals in units of all variance."""
    every = payoffs.reshape(-1, payoffs.shape[2])
    total = every.var(axis=0, ddof=1).sum() if len(every) > 1 else 0.0
    within = payoffs.var(axis=0, ddof=1).mean(axis=0).sum()
    return float(1 - within / total) if total > 1e-12 else 1.0
