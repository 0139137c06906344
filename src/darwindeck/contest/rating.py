"""Win rates and Elo from played deals. Pure functions; docs/tournaments.md has the formulas.

All intervals take the deal as the unit: games on the same cards are not independent. So that they never have zero
width, every pairing is thought to have played two more deals: one that A won on all sides and one that B did.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from ..simulate.records import Column, in_stakes
from .model import ELO, expected_score, score_of, slope, two_player_rate
from .schedule import Pairing, lineups

IMAGINED = (0.0, 1.0)  # the scores of the two deals more
LONGEST_STEP = 1.0


@dataclass(frozen=True)
class PairScores:
    """What two players have made of the deals they played so far."""

    pairing: Pairing
    sides: int
    alone: Column  # [deals, 2], the share of A alone among Bs and of B alone among As
    stakes: Column | None = None  # [deals], what the games were about (Schedule.stakes); None: all, always

    @property
    def shares(self) -> Column:
        """The same of what was at stake, [deals, 2]. All deals count for the scale, so it is computed at the end."""
        return self.alone if self.stakes is None else in_stakes(self.alone, self.stakes, self.sides)

    @property
    def deals(self) -> int:
        return len(self.alone)

    @property
    def games(self) -> int:
        return self.deals * len(lineups(self.sides))


@dataclass(frozen=True)
class PairRate:
    """The share of the points of one `a` among `b`s, with its interval."""

    a: str
    b: str
    games: int
    rate: float
    low: float
    high: float
    even: float  # the share of equals, 1 / sides
    equivalent: float  # how often `a` would win a game of two, from the games of one `b` among `a`s too
    equivalent_low: float
    equivalent_high: float


@dataclass(frozen=True)
class Rating:
    """A player's strength in Elo above the anchor, with its interval."""

    player: str
    elo: float
    low: float
    high: float
    games: int


def deviate(level: float) -> float:
    """How many standard errors an interval of that level reaches to each side."""
    return NormalDist().inv_cdf((1 + level) / 2)


def interval(scores: Column, level: float) -> tuple[float, float, float]:
    """Mean of scores, one a deal, and its interval in [0, 1]: normal, with the two imagined deals."""
    mean = min(max(float(scores.mean()), 0.0), 1.0)  # shares of stakes may lie beyond, and so may their mean
    padded = np.concatenate([scores, IMAGINED])
    reach = deviate(level) * float(padded.std(ddof=1)) / len(padded) ** 0.5
    centre = float(padded.mean())
    return mean, max(0.0, min(mean, centre - reach)), min(1.0, max(mean, centre + reach))


def pair_rates(scores: PairScores, level: float) -> tuple[PairRate, PairRate]:
    """The rates of A against B and of B against A."""
    if not scores.deals:
        raise ValueError("no deal was played")
    a, b = scores.pairing
    sides = scores.sides
    equivalent, low, high = (two_player_rate(score, sides) for score in interval(score_of(scores.shares), level))
    games = scores.games if sides == 2 else scores.games // 2
    of_a, of_b = (interval(scores.shares[:, who], level) for who in (0, 1))
    return (
        PairRate(a, b, games, *of_a, 1 / sides, equivalent, low, high),
        PairRate(b, a, games, *of_b, 1 / sides, 1 - equivalent, 1 - high, 1 - low),
    )


def ratings(players: Sequence[str], played: Sequence[PairScores], level: float) -> list[Rating]:
    """Bradley–Terry by maximum likelihood, the first player at 0; intervals by the sandwich over deals."""
    pairs = [(players.index(scores.pairing.a), players.index(scores.pairing.b)) for scores in played]
    logs = _fit(len(players), pairs, played)
    spread = _sandwich(logs, pairs, played)
    games = [sum(s.games for s, pair in zip(played, pairs, strict=True) if p in pair) for p in range(len(players))]
    found = []
    for player, name in enumerate(players):
        error = max(0.0, spread[player, player] + spread[0, 0] - 2 * spread[player, 0]) ** 0.5
        elo, reach = ELO * (logs[player] - logs[0]), ELO * deviate(level) * error
        found.append(Rating(name, float(elo), float(elo - reach), float(elo + reach), games[player]))
    return found


def _fit(players: int, pairs: Sequence[tuple[int, int]], played: Sequence[PairScores]) -> Column:
    """The logarithms of the strengths, mean 0, by Newton's method; the imagined deals keep them finite."""
    totals = [
        min(max(float(np.sum(score_of(scores.shares))), 0.0), float(scores.deals)) + sum(IMAGINED) for scores in played
    ]
    logs = np.zeros(players)
    for _ in range(200):
        residual, curvature = np.zeros(players), np.zeros((players, players))
        for (a, b), scores, total in zip(pairs, played, totals, strict=True):
            deals, gap = scores.deals + len(IMAGINED), logs[a] - logs[b]
            games = len(lineups(scores.sides))
            residual[[a, b]] += np.array([1, -1]) * games * (total - deals * expected_score(gap, scores.sides))
            curvature += games * deals * slope(gap, scores.sides) * _difference(players, a, b)
        step = np.linalg.pinv(curvature) @ residual
        logs += step / max(1.0, float(np.abs(step).max()) / LONGEST_STEP)
        if np.abs(step).max() < 1e-10:
            break
    return np.asarray(logs - logs.mean())


def _difference(players: int, a: int, b: int) -> Column:
    """The matrix of the square of (strength of a - strength of b)."""
    vector = np.zeros(players)
    vector[a], vector[b] = 1, -1
    return np.outer(vector, vector)


def _sandwich(logs: Column, pairs: Sequence[tuple[int, int]], played: Sequence[PairScores]) -> Column:
    """Covariance of the strengths, where all games on one deal, of whatever pairing, may depend on each other."""
    players = len(logs)
    curvature = np.zeros((players, players))
    pulls = np.zeros((max((scores.deals for scores in played), default=0), players))  # [deals, players]
    imagined = np.zeros((players, players))
    for (a, b), scores in zip(pairs, played, strict=True):
        gap, games = logs[a] - logs[b], len(lineups(scores.sides))
        expected = expected_score(gap, scores.sides)
        weight = games * (scores.deals + len(IMAGINED)) * slope(gap, scores.sides)
        curvature += weight * _difference(players, a, b)
        pull = games * (score_of(scores.shares) - expected)
        pulls[: scores.deals, a] += pull
        pulls[: scores.deals, b] -= pull
        square = games**2 * sum((score - expected) ** 2 for score in IMAGINED)
        imagined += square * _difference(players, a, b)
    bread = np.linalg.pinv(curvature)
    return np.asarray(bread @ (pulls.T @ pulls + imagined) @ bread)
