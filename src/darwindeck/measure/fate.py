"""How much of a game is fixed by the deal. Pure functions of evidence."""

from __future__ import annotations

import numpy as np

from .estimate import Indices, Metric, bootstrap, count_each, sum_each
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


def _agreement(winners: Indices) -> Floats:
    """Of winners [times, samples, deals]. Where the same side wins every game of every deal, all is fixed."""
    times, samples, _ = winners.shape
    pairs = [np.mean(winners[one] == winners[other], axis=1) for one in range(times) for other in range(one)]
    every = winners.swapaxes(0, 1).reshape(samples, -1)
    shares = count_each(every) / every.shape[1]
    by_chance = sum_each(shares**2, np.arange(shares.shape[1]) <= every.max(axis=1, keepdims=True))
    above = np.mean(np.stack(pairs, axis=1), axis=1) - by_chance
    return np.where(by_chance >= 1.0, 1.0, above / np.where(by_chance >= 1.0, 1.0, 1 - by_chance))


def _between_deals(payoffs: Floats) -> Floats:
    """Of payoffs [times, samples, deals, sides]: 1 minus the variance within deals in units of all variance."""
    times, samples, deals, sides = payoffs.shape
    every = payoffs.swapaxes(0, 1).reshape(samples, times * deals, sides)
    total = every.var(axis=1, ddof=1).sum(axis=1) if times * deals > 1 else np.zeros(samples)
    within = payoffs.var(axis=0, ddof=1).mean(axis=1).sum(axis=1)
    differs = total > 1e-12
    return np.where(differs, 1 - within / np.where(differs, total, 1.0), 1.0)
