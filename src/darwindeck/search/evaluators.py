"""Evaluators: anything that answers leaves with priors and values. Those here need no network and no other library."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from darwindeck import _core
from darwindeck.errors import SearchError

from .batched import BatchedMCTS
from .leaves import Leaves

Answer: TypeAlias = tuple[NDArray[np.float32] | None, NDArray[np.float32]]
CHESS_WORDS = 59


class Evaluator(Protocol):
    def __call__(self, leaves: Leaves) -> Answer:
        """Priors at the leaves' actions, [total] or None for all alike, and values from -1 to 1, [leaves] or [leaves, seats]."""


def uniform_evaluator(leaves: Leaves) -> Answer:
    """Knows nothing: all moves are alike and every position is even."""
    return None, np.zeros(len(leaves), np.float32)


def heuristic_evaluator(leaves: Leaves) -> Answer:
    """Chess by material, mobility and captures, in the core; it needs nothing but the packed leaves."""
    if leaves.packed.shape[1] != CHESS_WORDS:
        raise SearchError("heuristic_evaluator: knows only chess; cards are judged by BatchedMCTS.grow")
    priors, values = np.empty(len(leaves.actions), np.float32), np.empty(len(leaves), np.float32)
    _core.judge_chess(leaves.packed, leaves.actions, leaves.offsets, priors, values)
    return priors, values


@runtime_checkable
class Pipeline(Evaluator, Protocol):
    """An evaluator that can be busy with one batch while the next is collected: a slot for each group."""

    def submit(self, leaves: Leaves, slot: int = 0) -> None: ...

    def collect(self, slot: int = 0) -> Answer: ...


def run(search: BatchedMCTS, evaluate: Evaluator, watch: Callable[[BatchedMCTS], None] | None = None) -> None:
    """Grows all trees to their budget; `watch` is called after each round. With two groups or more and an evaluator that
    can be busy meanwhile, the core collects the leaves of one group while the device evaluates those of another."""
    groups = range(search.options.groups)
    if isinstance(evaluate, Pipeline) and len(groups) > 1:
        run_pipeline(search, evaluate, watch)
    while not search.done:
        for group in groups:
            priors, values = evaluate(search.ask(group))
            search.tell(priors, values, group)
        if watch:
            watch(search)


def run_pipeline(search: BatchedMCTS, evaluate: Pipeline, watch: Callable[[BatchedMCTS], None] | None) -> None:
    groups = range(search.options.groups)
    for group in groups:
        evaluate.submit(search.ask(group), group)
    while True:
        for group in groups:
            priors, values = evaluate.collect(group)
            search.tell(priors, values, group)
            evaluate.submit(search.ask(group), group)
        if watch:
            watch(search)
        if search.done:
            break
    for group in groups:
        evaluate.collect(group)
        search.drop(group)
