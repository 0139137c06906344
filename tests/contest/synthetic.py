"""Games that were never played: deals drawn from known strengths."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from darwindeck.contest.model import ELO
from darwindeck.contest.rating import PairScores
from darwindeck.contest.schedule import Pairing, Schedule
from darwindeck.simulate.records import Column


def schedule(sides: int) -> Schedule:
    return Schedule(tuple((seat,) for seat in range(sides)))


def records(winners: Column) -> Any:
    return SimpleNamespace(winners=winners)


def deals(rng: np.random.Generator, count: int, sides: int, elo: float, luck: float = 0.0) -> Column:
    """Shares alone, [count, 2], where A is `elo` above B; `luck` is how far the cards of a deal favour sides."""
    table = schedule(sides)
    strength = np.exp(np.array([elo, 0.0]) / ELO)
    cards = np.exp(luck * rng.standard_normal((count, sides)))
    return table.alone([_played(rng, strength[list(lineup)] * cards) for lineup in table.lineups])


def _played(rng: np.random.Generator, strengths: Column) -> Any:
    chances = np.cumsum(strengths, axis=1) / strengths.sum(axis=1, keepdims=True)
    winner = np.minimum((chances < rng.random((len(strengths), 1))).sum(axis=1), strengths.shape[1] - 1)
    return records((1 << winner).astype(np.uint8))


def scores(shares: Column, sides: int = 2, a: str = "a", b: str = "b") -> PairScores:
    return PairScores(Pairing(a, b), sides, shares)


def two_sided(*score: float) -> PairScores:
    """A pairing of two sides with these scores of A."""
    return scores(np.array([[x, 1 - x] for x in score]).reshape(-1, 2))
