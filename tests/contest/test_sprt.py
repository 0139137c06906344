"""The sequential test: its sums, its bounds and how often it errs."""

from __future__ import annotations

import math

import numpy as np
import pytest

from darwindeck.contest.contest import BATCH_GROWTH, FIRST_BATCH
from darwindeck.contest.model import score_of
from darwindeck.contest.sprt import Hypotheses, Sums, sprt
from darwindeck.errors import SettingError
from tests.contest.synthetic import deals


def decide(scores: np.ndarray, hypotheses: Hypotheses, sides: int) -> str | None:
    """Asks the test as `match` does."""
    sums, ends = Sums(), 0
    while ends < len(scores):
        begins, ends = ends, ends + max(FIRST_BATCH, ends // BATCH_GROWTH)
        sums = sums.plus(scores[begins:ends])
        if decision := sprt(sums, hypotheses, sides).decision:
            return decision
    return None


@pytest.mark.parametrize("sides", [2, 4])
@pytest.mark.parametrize("truth", ["H0", "H1"])
@pytest.mark.parametrize("bounds", [(0, 60), (100, 200)])
def test_it_errs_no_more_often_than_allowed(sides: int, truth: str, bounds: tuple[float, float]) -> None:
    rng, hypotheses = np.random.default_rng(4), Hypotheses(*bounds)
    elo = bounds[0] if truth == "H0" else bounds[1]
    decisions = [decide(score_of(deals(rng, 2000, sides, elo)), hypotheses, sides) for _ in range(200)]
    assert None not in decisions
    assert sum(decision != truth for decision in decisions) <= 16  # of 200, where 10 are allowed on average


def test_the_bounds_are_walds() -> None:
    verdict = sprt(Sums(), Hypotheses(0, 10, alpha=0.05, beta=0.1), 2)
    assert (verdict.lower, verdict.upper) == pytest.approx((math.log(0.1 / 0.95), math.log(0.9 / 0.05)))
    assert (verdict.llr, verdict.decision) == (0, None)


def test_sums_do_not_depend_on_batches() -> None:
    scores = np.random.default_rng(0).random(100)
    whole, parts = Sums().plus(scores), Sums().plus(scores[:30]).plus(scores[30:])
    assert (whole.deals, whole.total, whole.squares) == pytest.approx((parts.deals, parts.total, parts.squares))


def test_the_same_scores_decide_for_every_sign() -> None:
    wins, losses = Sums().plus(np.ones(20)), Sums().plus(np.zeros(20))
    for_a, for_b = sprt(wins, Hypotheses(-10, 10), 3), sprt(losses, Hypotheses(-10, 10), 3)
    assert (for_a.decision, for_b.decision) == ("H1", "H0")
    assert for_a.llr == pytest.approx(-for_b.llr)


def test_equal_results_prove_that_nobody_is_stronger() -> None:
    assert sprt(Sums().plus(np.full(1000, 0.5)), Hypotheses(0, 10), 2).decision == "H0"


@pytest.mark.parametrize("wrong", [(10, 0), (5, 5), (0, math.inf), (math.nan, 1), (0, 10, 0), (0, 10, 0.05, 0.5)])
def test_bad_hypotheses_are_refused(wrong: tuple[float, ...]) -> None:
    with pytest.raises(SettingError, match="sprt"):
        Hypotheses(*wrong)
