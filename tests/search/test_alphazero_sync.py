"""The older names of the batched search: dense arrays in and out."""

from __future__ import annotations

import numpy as np
import pytest

from alphazero_sync import BatchedMCTSManager
from darwindeck.chess import START_FEN, Position
from darwindeck.errors import SearchError
from darwindeck.search import BatchedMCTS, SearchOptions, run, uniform_evaluator

from .test_batched import openings


def uniform(observations: np.ndarray, masks: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return masks, np.zeros((len(masks), 1), np.float32)


def test_dense_answers_grow_the_same_trees_as_packed_ones() -> None:
    manager = BatchedMCTSManager(4, 60, 4, uniform, positions=openings(4), tensors=False)
    manager.run()
    search = BatchedMCTS(openings(4), 60)
    run(search, uniform_evaluator)
    assert manager.search.visit_counts() == search.visit_counts()
    assert manager.get_visit_counts().sum(axis=1).tolist() == [60] * 4
    assert manager.get_policies().sum(axis=1) == pytest.approx(np.ones(4))
    assert manager.get_stats()["simulations"] == 240


def test_the_loop_of_the_plan() -> None:
    manager = BatchedMCTSManager(3, num_simulations=40, batch_size=12, evaluator=None, logits=True, tensors=False)
    seen = None
    while not manager.done:
        observations, masks, games = manager.collect_batch()
        assert observations.shape == (len(games), 8, 8, 119) and masks.shape == (len(games), 4672)
        seen = seen or observations.ctypes.data
        assert observations.ctypes.data == seen, "the same memory every time"
        manager.update_batch(games, np.zeros((len(games), 4672)), np.zeros(len(games)))
    assert all(move in Position().legal_moves() for move in manager.get_best_moves())
    manager.advance(manager.get_best_moves())
    assert manager.search.state(0) != START_FEN


def test_misuse_is_an_error() -> None:
    manager = BatchedMCTSManager(2, 10, 2, options=SearchOptions(cache=0), tensors=False)
    for call in (manager.run, lambda: manager.update_with_results(np.zeros((2, 4672)), [0, 0])):
        with pytest.raises(SearchError):
            call()
    _, masks, games = manager.collect_batch()
    for answer in ((games[::-1], masks, [0, 0]), (games, masks[:, :9], [0, 0]), (games, masks, [0, 0, 0])):
        with pytest.raises(SearchError):
            manager.update_batch(*answer)
    manager.update_batch(games, masks, [0, 0])
    with pytest.raises(SearchError, match="positions"):
        BatchedMCTSManager(3, positions=[START_FEN])
