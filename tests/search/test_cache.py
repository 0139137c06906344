"""What an evaluator is asked twice: nothing, as far as it can tell the difference."""

from __future__ import annotations

import numpy as np
import pytest

from darwindeck.chess import START_FEN, Position
from darwindeck.search import BatchedMCTS, Leaves, SearchOptions, heuristic_evaluator, run

from .test_batched import everything, openings
from .test_reference import hash_evaluator

ENDGAME = "8/8/4k3/8/8/3PK3/8/8 w - - 0 1"


def test_equal_leaves_of_a_batch_are_asked_once() -> None:
    asked: list[int] = []

    def watch(leaves: Leaves) -> tuple[np.ndarray, np.ndarray]:
        words = {leaf.tobytes() for leaf in leaves.packed}
        assert len(words) == len(leaves)
        asked.append(len(leaves))
        return hash_evaluator(leaves)

    twins = BatchedMCTS([START_FEN] * 8, 40)
    run(twins, watch)
    assert asked[0] == 1, "eight roots are one leaf"
    plain = BatchedMCTS([START_FEN] * 8, 40, options=SearchOptions(cache=0))
    run(plain, hash_evaluator)
    assert everything(twins) == everything(plain)
    assert twins.stats().leaves < plain.stats().leaves / 7 and twins.stats().batch_fill == 1


def test_answers_with_a_value_for_each_seat_reach_all_twins() -> None:
    def both(leaves: Leaves) -> tuple[np.ndarray, np.ndarray]:
        priors, values = hash_evaluator(leaves)
        return priors, np.stack([values, -values], axis=1)

    searches = []
    for evaluate in (both, hash_evaluator):
        search = BatchedMCTS(openings(3) * 3, 30)
        run(search, evaluate)
        searches.append(search)
    assert everything(searches[0]) == everything(searches[1])


@pytest.mark.parametrize("by_position", [False, True])
def test_a_position_is_known_again_by_another_way(by_position: bool) -> None:
    """The heuristic ignores the past, so its trees are the same; only fewer leaves are asked for."""
    search = BatchedMCTS([ENDGAME], 1500, options=SearchOptions(cache_by_position=by_position))
    run(search, heuristic_evaluator)
    plain = BatchedMCTS([ENDGAME], 1500, options=SearchOptions(cache=0))
    run(plain, heuristic_evaluator)
    assert search.visit_counts() == plain.visit_counts()
    assert (search.stats().cache_hit_rate > 0.3) is by_position


def test_what_is_no_part_of_the_past_makes_a_difference() -> None:
    """Castling, a pawn that may be taken in passing, and whose move it is."""
    fens = [
        "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R w KQ - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
        "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
    ]
    clocks = [*fens, "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 9 40"]
    search = BatchedMCTS(list(map(Position, clocks)), 10, options=SearchOptions(cache_by_position=True))
    assert len(search.ask()) == len(fens)
