"""Gumbel's sequential halving at the root."""

from __future__ import annotations

import numpy as np
import pytest

from darwindeck.search import BatchedMCTS, Leaves, SearchOptions, heuristic_evaluator, run

QUEEN_FOR_NOTHING = "k7/8/8/3q4/4P3/8/8/K7 w - - 0 1"


def values_alone(leaves: Leaves) -> tuple[None, np.ndarray]:
    """Priors that say nothing, so that only values can tell the moves apart."""
    return None, heuristic_evaluator(leaves)[1]


@pytest.mark.parametrize(("moves", "simulations", "visits"), [
    (3, 12, [2, 5, 5]),
    (6, 36, [2, 2, 2, 6, 12, 12]),
    (1, 12, [12]),
])  # fmt: skip
def test_the_last_phase_compares_two_moves(moves: int, simulations: int, visits: list[int]) -> None:
    """Three moves become two, not one; so do six by way of three. One stays one."""
    options = SearchOptions(gumbel=True, gumbel_moves=moves)
    search = BatchedMCTS(["7k/8/8/8/8/8/8/KR6 w - - 0 1"], simulations, options=options)
    run(search, heuristic_evaluator)
    assert sorted(of for of in search.visit_counts()[0].values() if of) == visits


def test_without_noise_a_search_is_the_same_for_every_seed_and_sees() -> None:
    """gumbel_scale is the noise alone: at 0 the values still count."""

    def grown(seed: int, scale: float) -> BatchedMCTS:
        options = SearchOptions(gumbel=True, gumbel_scale=scale)
        search = BatchedMCTS([QUEEN_FOR_NOTHING], 60, seed=seed, options=options)
        run(search, values_alone)
        return search

    quiet = [grown(seed, 0.0) for seed in range(4)]
    assert len({str(search.visit_counts()) for search in quiet}) == 1
    assert quiet[0].move_names(quiet[0].best_moves()) == ["e4d5"]
    assert len({str(grown(seed, 1.0).visit_counts()) for seed in range(4)}) > 1


def test_value_scale_is_what_values_weigh() -> None:
    options = SearchOptions(gumbel=True, value_scale=0.0, gumbel_scale=0.0)
    blind = BatchedMCTS([QUEEN_FOR_NOTHING], 60, options=options)
    run(blind, heuristic_evaluator)
    roots = blind.roots()
    assert roots.policy == pytest.approx(roots.priors / roots.priors.sum(), rel=1e-4)
