"""The model of strength: one of n sides wins with probability w / Σ w (Bradley–Terry; Plackett–Luce's first place).

The score of A against B on a deal is the mean of A's share alone among Bs and of what B alone among As leaves to the
others. It is 1/2 between equals for any number of sides, and all that the likelihood of a pairing depends on.
"""

from __future__ import annotations

import math

import numpy as np

from ..simulate.records import Column

ELO = 400 / math.log(10)  # Elo points of a factor e in strength


def score_of(alone: Column) -> Column:
    """The score of A on each deal, from the shares of each player alone among the other's, [deals, 2]."""
    return np.asarray((1 + alone[:, 0] - alone[:, 1]) / 2)


def expected_score(log_strength: float, sides: int) -> float:
    """The mean score of a player with e^log_strength times the strength of the other."""
    return (_share(log_strength, 1, sides - 1) + _share(log_strength, sides - 1, 1)) / 2


def slope(log_strength: float, sides: int) -> float:
    """The derivative of `expected_score`."""
    alone, together = _share(log_strength, 1, sides - 1), _share(log_strength, sides - 1, 1)
    return (alone * (1 - alone) + together * (1 - together)) / 2


def _share(log_strength: float, mine: int, others: int) -> float:
    """What `mine` sides of that strength win together against `others` of strength 1."""
    odds = log_strength + math.log(mine / others)
    return 1 / (1 + math.exp(-odds)) if odds > -700 else 0.0


def strength(score: float, sides: int) -> float:
    """The ratio of strengths at which `score` is expected: the inverse of `expected_score`; infinite at 1."""
    if score > 0.5:
        inverse = strength(1 - score, sides)
        return 1 / inverse if inverse > 0 else math.inf
    others = sides - 1
    middle = (1 + others**2) * (1 - 2 * score)
    return 4 * others * score / (middle + math.sqrt(middle**2 + 16 * others**2 * score * (1 - score)))


def two_player_rate(score: float, sides: int) -> float:
    """How often A would beat B in a game of two with the same ratio of strengths."""
    ratio = strength(score, sides)
    return ratio / (1 + ratio) if ratio < math.inf else 1.0
