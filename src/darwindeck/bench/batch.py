"""What the batched search costs: a simulation, a batch of leaves, memory; beside a plain Python PUCT where the source tree
is at hand. Timings are never tested."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import perf_counter, process_time
from types import ModuleType

import numpy as np

from ..chess import Position
from ..search import BatchedMCTS, Evaluator, SearchOptions, heuristic_evaluator, run, uniform_evaluator

TREES, SIMULATIONS, BATCH = 64, 800, 256
ROUNDS = 5
REFERENCE_SIMULATIONS = 800
REFERENCE = Path("tests/reference/puct.py")  # in a source tree: the one we are in, or the one this file is in
EVALUATORS: dict[str, Evaluator] = {"null": uniform_evaluator, "heuristic": heuristic_evaluator}


@dataclass(frozen=True)
class SimulationCost:
    evaluator: str
    how: str  # by ask and tell, or judged inside the core
    threads: int
    us: float  # a simulation, by the clock
    cpu_us: float
    ask_us: float
    tell_us: float
    mean_depth: float


@dataclass(frozen=True)
class LeafCost:
    threads: int
    leaves: int
    ms: float  # median of the batches of a search
    slowest_ms: float  # 99 of 100 are faster
    batch_fill: float


@dataclass(frozen=True)
class BatchSpeed:
    trees: int
    simulations: int
    costs: list[SimulationCost]
    collections: list[LeafCost]
    tree_bytes: int
    cache_bytes: int
    reference_us: float | None  # a simulation of the plain Python PUCT, null evaluator
    times_faster: float | None


def openings(count: int, seed: int = 1) -> list[Position]:
    """Positions after up to twenty random moves."""
    rng = random.Random(seed)
    positions = []
    for game in range(count):
        position = Position()
        for _ in range(2 + game % 19):
            position.push(rng.choice(position.legal_moves()))
        positions.append(position if position.legal_moves() else Position())
    return positions


def time_search(grow: Callable[[BatchedMCTS], None], threads: int, batch: int) -> tuple[float, float, BatchedMCTS]:
    search = BatchedMCTS(openings(TREES), SIMULATIONS, batch, threads=threads, options=SearchOptions(cache=0))
    wall, cpu = perf_counter(), process_time()
    grow(search)
    return perf_counter() - wall, process_time() - cpu, search


def cost_of(name: str, inside: bool, threads: int, rounds: int) -> SimulationCost:
    """The median round."""

    def grow(search: BatchedMCTS) -> None:
        if inside:
            search.grow({"null": "uniform"}.get(name, name))
        else:
            run(search, EVALUATORS[name])

    runs = sorted((time_search(grow, threads, TREES) for _ in range(rounds)), key=lambda timed: timed[0])
    wall, cpu, search = runs[len(runs) // 2]
    stats = search.stats()
    each = 1e6 / stats.simulations
    how = "inside the core" if inside else "ask and tell"
    return SimulationCost(name, how, threads, wall * each, cpu * each, stats.ask_seconds * each, stats.tell_seconds * each, stats.mean_depth)  # fmt: skip


def collect_leaves(threads: int) -> LeafCost:
    """How long one `ask` takes, over a whole search."""
    times = []

    def grow(search: BatchedMCTS) -> None:
        while not search.done:
            begin = perf_counter()
            leaves = search.ask()
            times.append(perf_counter() - begin)
            search.tell(*heuristic_evaluator(leaves))

    _, _, search = time_search(grow, threads, BATCH)
    fill = search.stats().batch_fill
    return LeafCost(threads, BATCH, median(times) * 1e3, float(np.quantile(times, 0.99)) * 1e3, fill)


def load_reference() -> ModuleType | None:
    """The slow search of the tests, where the sources are at hand; None where only the package is installed."""
    trees = (Path.cwd(), Path(__file__).parents[3])
    path = next((tree / REFERENCE for tree in trees if (tree / REFERENCE).is_file()), None)
    if path is None:
        return None
    spec = importlib.util.spec_from_file_location("reference_puct", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.modules[spec.name] = module  # its data classes look themselves up there
    spec.loader.exec_module(module)
    return module


def time_reference(simulations: int) -> float | None:
    """Microseconds of a simulation of the plain PUCT, or None without the source tree."""
    reference = load_reference()
    if reference is None:
        return None

    def null(position: Position, actions: list[int]) -> tuple[list[np.float32], np.float32]:
        return [np.float32(1 / len(actions))] * len(actions), np.float32(0)

    begin = perf_counter()
    reference.search(openings(5)[4], simulations, null)
    return (perf_counter() - begin) / simulations * 1e6


def measure(threads: int = 2, rounds: int = ROUNDS, progress: Callable[[int], None] = lambda more: None) -> BatchSpeed:
    """All of it; `progress` is told of each of seven parts."""
    costs = []
    for name, inside in (("null", False), ("null", True), ("heuristic", False), ("heuristic", True)):
        costs.append(cost_of(name, inside, 1, rounds))
        progress(1)
    collections = [collect_leaves(count) for count in sorted({1, threads})]
    progress(1)
    search = BatchedMCTS(openings(TREES), SIMULATIONS)
    run(search, heuristic_evaluator)
    stats = search.stats()
    progress(1)
    reference = time_reference(REFERENCE_SIMULATIONS)
    progress(1)
    return BatchSpeed(
        TREES, SIMULATIONS, costs, collections, stats.tree_bytes, stats.cache_bytes, reference,
        reference / costs[0].us if reference else None,
    )  # fmt: skip
