"""What batched searches found, and what it cost."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Roots:
    """What the trees know of their roots' moves: columns by tree and then by action, those of tree i from offsets[i]."""

    offsets: NDArray[np.uint32]  # [trees + 1]
    actions: NDArray[np.uint16]  # [total]
    visits: NDArray[np.uint32]
    values: NDArray[np.float32]  # mean result for the mover
    priors: NDArray[np.float32]
    policy: NDArray[np.float64]
    proofs: NDArray[np.int32]  # n: proven to win in at most n plies, -n: to lose; 0: neither

    def of(self, tree: int) -> slice:
        return slice(int(self.offsets[tree]), int(self.offsets[tree + 1]))


@dataclass(frozen=True)
class Root:
    """How one tree stands."""

    simulations: int
    ply: int
    value: float  # for the mover: the mean result, or the result of a game that is over
    is_over: bool
    is_done: bool
    is_full_search: bool
    is_out_of_memory: bool


@dataclass(frozen=True)
class Standings:
    """How many trees stand: columns of `Root`, by tree."""

    plies: NDArray[np.uint32]
    values: NDArray[np.float32]
    over: NDArray[np.bool_]
    full: NDArray[np.bool_]


@dataclass(frozen=True)
class SearchStats:
    simulations: int
    leaves: int
    batches: int
    batch_fill: float  # leaves of those that unfinished trees could have given
    cache_hit_rate: float  # of the evaluations that simulations needed
    endings: int  # simulations that ended at the end of a game
    collisions: int
    mean_depth: float
    deepest: int  # of the present searches
    leaves_per_tree: float
    trees_done: int
    trees_out_of_memory: int
    tree_bytes: int
    cache_bytes: int
    ask_seconds: float
    evaluate_seconds: float  # between `ask` and `tell`
    tell_seconds: float

    @staticmethod
    def of(counts: Mapping[str, int], trees: int, seconds: Mapping[str, float]) -> SearchStats:
        simulations, leaves = counts["simulations"], counts["leaves"]
        return SearchStats(
            simulations=simulations,
            leaves=leaves,
            batches=counts["asks"],
            batch_fill=leaves / max(counts["offered"], 1),
            cache_hit_rate=counts["hits"] / max(counts["hits"] + leaves, 1),
            endings=counts["endings"],
            collisions=counts["collisions"],
            mean_depth=counts["depths"] / max(simulations, 1),
            deepest=counts["deepest"],
            leaves_per_tree=leaves / trees,
            trees_done=counts["trees_done"],
            trees_out_of_memory=counts["trees_out_of_memory"],
            tree_bytes=counts["tree_bytes"],
            cache_bytes=counts["cache_bytes"],
            ask_seconds=seconds["ask"],
            evaluate_seconds=seconds["evaluate"],
            tell_seconds=seconds["tell"],
        )
