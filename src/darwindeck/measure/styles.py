"""Styles: how many ways to play there are, none of which is surely better. Pure functions of evidence."""

from __future__ import annotations

import numpy as np

from .estimate import Indices, Metric, bootstrap, exactly
from .evidence import Evidence, Floats

SLACK = 0.005  # an edge that nobody would notice
STEPS = 120


def styles(evidence: Evidence) -> Metric | None:
    """The effective number of styles in the Nash average of their results: e to the power of its entropy."""
    found = evidence.styles
    if found is None:
        return None
    count = len(found.names)
    if count == 1:
        return exactly(1.0, found.deals)
    return bootstrap(lambda samples: _effective_numbers(found.edges, samples), found.deals, 1.0, float(count))


def _effective_numbers(edges: Floats, samples: Indices) -> Floats:
    """Of edges [deals, styles, styles], for each sample of deals."""
    return np.array([effective_number(edges[deals].mean(axis=0)) for deals in samples])


def style_weights(evidence: Evidence) -> dict[str, float]:
    """The weight of each style in the Nash average."""
    found = evidence.styles
    if found is None:
        return {}
    weights = nash_average(found.edges.mean(axis=0)) if len(found.names) > 1 else np.ones(1)
    return {name: float(weight) for name, weight in zip(found.names, weights, strict=True)}


def effective_number(edges: Floats) -> float:
    """Of the styles in the Nash average, equal ones counted by how much weight they have."""
    weights = nash_average(edges)
    return float(np.exp(-(weights * np.log(np.maximum(weights, 1e-12))).sum()))


def nash_average(edges: Floats) -> Floats:
    """The mixture of largest entropy against which no style wins more than SLACK, for antisymmetric edges [styles, styles].

    Such a mixture is exp(edges @ prices) up to a factor. Each style has a price, which rises as long as the style wins too
    much of the mixture. This is the dual problem, a convex one, by accelerated gradient steps.
    """
    step = 2.0 / max(float(np.linalg.norm(edges, 2)) ** 2, SLACK**2)
    prices = ahead = np.zeros(len(edges))
    weights = _mix(edges, ahead)
    for number in range(1, STEPS + 1):
        before, prices = prices, np.maximum(0.0, ahead - step * (weights @ edges + SLACK))
        ahead = prices + (number - 1) / (number + 2) * (prices - before)
        weights = _mix(edges, ahead)
    return _mix(edges, prices)


def _mix(edges: Floats, prices: Floats) -> Floats:
    logs = edges @ prices
    weights = np.exp(logs - logs.max())
    return np.asarray(weights / weights.sum(), np.float64)
