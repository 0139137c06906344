"""Gumbel's sequential halving at the root."""

from __future__ import annotations

import pytest

from darwindeck.search import BatchedMCTS, SearchOptions, heuristic_evaluator, run

BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"


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
    options = SearchOptions(gumbel=True, gumbel_scale=0.0)
    searches = [BatchedMCTS([BACK_RANK], 60, seed=seed, options=options) for seed in range(4)]
    for search in searches:
        run(search, heuristic_evaluator)
    assert len({str(search.visit_counts()) for search in searches}) == 1
    assert searches[0].move_names(searches[0].best_moves()) == ["d1d8"]
    noisy = [BatchedMCTS([BACK_RANK], 60, seed=seed, options=SearchOptions(gumbel=True)) for seed in range(4)]
    for search in noisy:
        run(search, heuristic_evaluator)
    assert len({str(search.visit_counts()) for search in noisy}) > 1


def test_value_scale_is_what_values_weigh() -> None:
    blind = BatchedMCTS([BACK_RANK], 60, options=SearchOptions(gumbel=True, value_scale=0.0, gumbel_scale=0.0))
    run(blind, heuristic_evaluator)
    roots = blind.roots()
    unproven = roots.proofs == 0
    assert roots.policy[unproven] == pytest.approx(roots.priors[unproven] / roots.priors.sum(), rel=1e-4)
