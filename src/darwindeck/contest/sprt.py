"""The sequential probability ratio test: is A stronger by elo1 rather than by elo0? Asked again as deals come in.

The generalised test on scores of whole deals, as fishtest does on pairs of chess games: the likelihood is the normal
one with the mean that each hypothesis expects and the variance that was seen.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from ..errors import SettingError
from ..simulate.records import Column
from .model import ELO, expected_score
from .rating import IMAGINED


@dataclass(frozen=True)
class Hypotheses:
    """H0: A is elo0 above B. H1: it is elo1 above B."""

    elo0: float
    elo1: float
    alpha: float = 0.05  # the chance to accept H1 where H0 holds
    beta: float = 0.05  # the chance to accept H0 where H1 holds

    def __post_init__(self) -> None:
        if not (math.isfinite(self.elo0) and math.isfinite(self.elo1) and self.elo0 < self.elo1):
            raise SettingError(f"sprt: elo0 {self.elo0:g} must be below elo1 {self.elo1:g}")
        if not (0 < self.alpha < 0.5 and 0 < self.beta < 0.5):
            raise SettingError("sprt: alpha and beta must lie between 0 and 0.5")


@dataclass(frozen=True)
class Sums:
    """All that the test needs to know of the scores so far."""

    deals: int = 0
    total: float = 0.0
    squares: float = 0.0

    def plus(self, scores: Column) -> Sums:
        return Sums(
            self.deals + len(scores), self.total + float(np.sum(scores)), self.squares + float(np.sum(scores**2))
        )


@dataclass(frozen=True)
class Verdict:
    """The log likelihood ratio, the bounds that end the test, and which hypothesis is accepted, if any."""

    llr: float
    lower: float
    upper: float
    decision: str | None  # "H0", "H1", or None while it goes on


def sprt(sums: Sums, hypotheses: Hypotheses, sides: int) -> Verdict:
    """Where the test stands after these scores."""
    lower = math.log(hypotheses.beta / (1 - hypotheses.alpha))
    upper = math.log((1 - hypotheses.beta) / hypotheses.alpha)
    score0, score1 = (expected_score(elo / ELO, sides) for elo in (hypotheses.elo0, hypotheses.elo1))
    llr = (score1 - score0) * (sums.total - sums.deals * (score0 + score1) / 2) / _variance(sums)
    decision = "H1" if llr >= upper else "H0" if llr <= lower else None
    return Verdict(llr, lower, upper, decision)


def _variance(sums: Sums) -> float:
    """Of the score of a deal; the two imagined deals keep it above zero."""
    all_sums = sums.plus(np.array(IMAGINED))
    return (all_sums.squares - all_sums.total**2 / all_sums.deals) / (all_sums.deals - 1)
