"""Styles: how many ways to play there are, none of which is surely better. Pure functions of evidence."""

from __future__ import annotations

import numpy as np

from .estimate import Metric, bootstrap, exactly
from .evidence import Evidence, Floats

SLACK = 0.02  # an edge that nobody would notice
STEPS, RATE = 400, 8.0


def styles(evidence: Evidence) -> Metric | None:
    """The effective number of styles in the Nash average of their results: e to the power of its entropy."""
    found = evidence.styles
    if found is None:
        return None
    count = len(found.names)
    if count == 1:
        return exactly(1.0, found.deals)
    return bootstrap(lambda deals: effective_number(found.edges[deals].mean(axis=0)), found.deals, 1.0, float(count))


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

    Such mixtures are exp(edges @ prices) up to a factor, with a price for each style that would win too much of the
    mixture. Prices rise as long as it does: the dual problem, which is convex, by gradient steps.
    """
    size = max(float(np.abs(edges).max()), SLACK)
    scaled, slack = edges / size, SLACK / size
    prices = np.zeros(len(edges))
    weights = np.full(len(edges), 1 / len(edges))
    for _ in range(STEPS):
        prices = np.maximum(0.0, prices - RATE * (weights @ scaled + slack) / len(edges) ** 0.5)
        logs = scaled @ prices
        weights = np.exp(logs - logs.max())
        weights /= weights.sum()
    return np.asarray(weights, np.float64)
