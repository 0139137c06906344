"""The batched search beside a PUCT of sixty lines of Python."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from darwindeck.chess import START_FEN, Position
from darwindeck.search import BatchedMCTS, Leaves, SearchOptions, heuristic_evaluator, run
from darwindeck.search.leaves import Buffers
from tests.reference import puct

FENS = [
    START_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
    "7k/8/8/8/8/8/r7/1K6 w - - 96 90",  # the fifty-move rule is near
    "8/8/8/8/8/k7/7r/K7 w - - 0 1",
    "4k3/P6P/8/8/8/8/p6p/4K3 b - - 0 1",
]


def hash_answer(packed: np.ndarray, actions: Sequence[int]) -> tuple[np.ndarray, np.float32]:
    """Numbers that follow from the leaf and nothing else, different for every leaf and action."""
    key = int(np.bitwise_xor.reduce(packed * np.uint64(0x9E3779B97F4A7C15))) & 0xFFFFFF
    priors = np.array([((key ^ (action * 40503)) % 997 + 1) for action in actions], np.float32)
    return priors / priors.sum(dtype=np.float32), np.float32(key % 2001 - 1000) / np.float32(1000)


def hash_evaluator(leaves: Leaves) -> tuple[np.ndarray, np.ndarray]:
    answers = [
        hash_answer(leaves.packed[i], leaves.actions[leaves.offsets[i] : leaves.offsets[i + 1]].tolist())
        for i in range(len(leaves))
    ]
    return np.concatenate([priors for priors, _ in answers]), np.array([value for _, value in answers])


def hash_reference(position: Position, actions: Sequence[int]) -> tuple[np.ndarray, np.float32]:
    return hash_answer(position.pack(), actions)


def heuristic_reference(position: Position, actions: Sequence[int]) -> tuple[np.ndarray, np.float32]:
    buffers = Buffers.allocate(1, 59, len(actions))
    position.pack(buffers.packed[0])
    buffers.actions[:], buffers.offsets[1] = actions, len(actions)
    priors, values = heuristic_evaluator(buffers.first(1))
    return priors, values[0]


def uniform_reference(position: Position, actions: Sequence[int]) -> tuple[np.ndarray, np.float32]:
    return np.full(len(actions), np.float32(1) / np.float32(len(actions))), np.float32(0)


def reference_counts(fen: str, simulations: int, evaluate: puct.Evaluate) -> dict[int, int]:
    root = puct.search(Position(fen), simulations, evaluate)
    return {action: root.edge_visits.get(place, 0) for place, action in enumerate(root.actions)}


@pytest.mark.parametrize("cache", [0, 1 << 20])
def test_equal_visit_counts_with_answers_that_follow_from_the_leaf(cache: int) -> None:
    """Every answer reaches its own node: one that went astray would change the visits."""
    search = BatchedMCTS(FENS, simulations=300, options=SearchOptions(cache=cache, mate_effort=0), threads=2)
    run(search, hash_evaluator)
    for fen, counts in zip(FENS, search.visit_counts(), strict=True):
        assert counts == reference_counts(fen, 300, hash_reference), fen


def test_equal_visit_counts_with_the_heuristic() -> None:
    search = BatchedMCTS(FENS, simulations=400, options=SearchOptions(mate_effort=0))
    run(search, heuristic_evaluator)
    for tree, (fen, counts) in enumerate(zip(FENS, search.visit_counts(), strict=True)):
        root = puct.search(Position(fen), 400, heuristic_reference)
        assert counts == {action: root.edge_visits.get(place, 0) for place, action in enumerate(root.actions)}, fen
        assert search.root(tree).value == root.value


def test_equal_visit_counts_where_everything_ties() -> None:
    search = BatchedMCTS(FENS, simulations=200, options=SearchOptions(mate_effort=0))
    run(search, lambda leaves: (None, np.zeros(len(leaves), np.float32)))
    assert search.visit_counts() == [reference_counts(fen, 200, uniform_reference) for fen in FENS]


def test_close_with_more_leaves_a_tree() -> None:
    """In-flight visits change which leaves are looked at, not what they are worth."""
    several = BatchedMCTS(FENS, simulations=1200, batch_size=4 * len(FENS))
    single = BatchedMCTS(FENS, simulations=1200)
    run(several, heuristic_evaluator)
    run(single, heuristic_evaluator)
    assert several.leaves_per_tree == 4
    pairs = zip(several.best_moves(), single.best_moves(), strict=True)
    assert sum(ours == theirs for ours, theirs in pairs) >= len(FENS) - 1  # two moves of the start are nearly equal
    distances = [
        sum(abs(ours[action] - theirs[action]) for action in ours) / 2 / 1200
        for ours, theirs in zip(several.visit_counts(), single.visit_counts(), strict=True)
    ]
    assert np.median(distances) < 0.05 and max(distances) < 0.3
