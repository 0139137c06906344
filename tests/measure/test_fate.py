"""Fate on records made by hand: what the deal decides."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from darwindeck.measure.estimate import Metric
from darwindeck.measure.evidence import Evidence
from darwindeck.measure.fate import fate
from tests.measure.by_hand import records

TWO = ((0,), (1,))
DEALS, TIMES = 200, 4


def find_fate(winners: Any, **fields: Any) -> Metric:
    """Of winners [times, deals]."""
    found = fate(Evidence(TWO, search=tuple(records(list(each)) for each in winners), **fields))
    assert found is not None and found.low <= found.value <= found.high
    return found


def test_all_is_fate_where_a_deal_always_has_the_same_winner() -> None:
    found = find_fate([[1, 2] * (DEALS // 2)] * TIMES)
    assert found.value == found.high == 1.0 and found.low > 0.95


def test_nothing_is_fate_where_the_deal_says_nothing() -> None:
    tossed = np.random.default_rng(1).integers(1, 3, (TIMES, DEALS))
    found = find_fate(tossed)
    assert abs(found.value) < 0.1 and found.low < 0.0 < found.high


def test_half_is_fate_where_half_of_the_deals_are_fixed() -> None:
    winners = np.random.default_rng(1).integers(1, 3, (TIMES, 2000))
    winners[:, :1000] = [1, 2] * 500
    assert find_fate(winners).value == pytest.approx(0.5, abs=0.05)


@pytest.mark.parametrize("always", [0, 1, 2])
def test_all_is_fate_where_one_side_or_nobody_always_wins(always: int) -> None:
    assert find_fate(np.full((TIMES, DEALS), always)).value == 1.0


def test_a_deal_that_was_played_once_says_nothing_of_fate() -> None:
    assert fate(Evidence(TWO, search=(records([1, 2]),))) is None
    assert fate(Evidence(TWO)) is None


def test_few_deals_are_never_sure() -> None:
    assert find_fate([[1, 2, 1]] * TIMES).low < 0.7


def chips(won: Any) -> Evidence:
    """Matches for chips, by what the first seat wins [times, deals]."""
    played = [records([1] * len(each), payoffs=np.stack([each, -each], axis=1)) for each in np.asarray(won, np.float32)]
    return Evidence(TWO, search=tuple(played), for_chips=True)


def test_where_chips_are_the_goal_fate_is_the_variance_between_deals() -> None:
    rng = np.random.default_rng(1)
    of_deal, of_play = rng.normal(size=(1, 2000)), rng.normal(size=(TIMES, 2000))
    for weight in (0.0, 0.3, 1.0):
        found = fate(chips(np.sqrt(weight) * of_deal + np.sqrt(1 - weight) * of_play))
        assert found is not None and found.value == pytest.approx(weight, abs=0.05)


def test_the_same_winner_with_more_or_fewer_chips_is_no_fate() -> None:
    """Seat 0 wins every game; what it wins is settled by play."""
    won = np.random.default_rng(1).uniform(0.1, 1, (TIMES, 2000))
    found = fate(chips(won))
    assert found is not None and abs(found.value) < 0.05
    assert find_fate(np.ones((TIMES, DEALS), int)).value == 1.0


def test_a_second_look_stands_for_the_first() -> None:
    fixed, tossed = np.tile([1, 2], (TIMES, 100)), np.random.default_rng(1).integers(1, 3, (TIMES, DEALS))
    assert abs(find_fate(fixed, more=tuple(records(list(each)) for each in tossed)).value) < 0.1
