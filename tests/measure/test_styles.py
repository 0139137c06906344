"""The effective number of styles, on results made by hand."""

from __future__ import annotations

import numpy as np
import pytest

from darwindeck.measure.evidence import Evidence, Floats, StyleResults
from darwindeck.measure.styles import effective_number, nash_average, style_weights, styles

TWO = ((0,), (1,))
STONE = np.array([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], np.float64)  # stone, paper, scissors


def met(edges: Floats, deals: int = 40) -> Evidence:
    """All deals went alike."""
    names = tuple("abcdefgh"[: len(edges)])
    return Evidence(TWO, styles=StyleResults(names, np.tile(edges, (deals, 1, 1)), deals))


def test_who_wins_of_all_others_is_the_only_style() -> None:
    edges = np.array([[0, 0.5, 0.6], [-0.5, 0, 0.2], [-0.6, -0.2, 0]])
    assert nash_average(edges) == pytest.approx([1, 0, 0], abs=0.05)
    found = styles(met(edges))
    assert found is not None and found.value < 1.1 and found.high < 1.2


@pytest.mark.parametrize("strength", [0.05, 0.3, 1.0])
def test_styles_that_beat_each_other_in_turn_are_all_viable(strength: float) -> None:
    assert nash_average(strength * STONE) == pytest.approx([1 / 3] * 3, abs=0.01)
    assert effective_number(strength * STONE) == pytest.approx(3, abs=0.01)


def test_a_mixture_takes_what_beats_it_into_account() -> None:
    """Of a lopsided stone, paper, scissors: the equilibrium is where nobody wins anything."""
    edges = np.array([[0, -0.2, 0.4], [0.2, 0, -0.6], [-0.4, 0.6, 0]])
    weights = nash_average(edges)
    assert np.abs(weights @ edges).max() < 0.03
    assert weights == pytest.approx([0.5, 1 / 3, 1 / 6], abs=0.06)


def test_styles_of_equal_results_count_alike() -> None:
    assert effective_number(np.zeros((4, 4))) == pytest.approx(4)
    loser = np.array([[0, 0, 0.5], [0, 0, 0.5], [-0.5, -0.5, 0]])
    assert effective_number(loser) == pytest.approx(2, abs=0.15)
    assert style_weights(met(loser))["c"] < 0.05


def test_where_all_play_alike_there_is_one_style() -> None:
    found = styles(Evidence(TWO, styles=StyleResults(("greedy",), np.zeros((8, 1, 1)), 8)))
    assert found is not None and (found.value, found.low, found.high, found.games) == (1, 1, 1, 8)
    assert style_weights(Evidence(TWO)) == {} and styles(Evidence(TWO)) is None


def test_few_deals_leave_it_open() -> None:
    rng = np.random.default_rng(1)
    noise = rng.choice([-1.0, 1.0], (6, 3, 3))
    edges = np.triu(noise, 1) - np.swapaxes(np.triu(noise, 1), 1, 2)
    found = styles(Evidence(TWO, styles=StyleResults(("a", "b", "c"), edges, 6)))
    assert found is not None and found.high - found.low > 0.5
