"""What a Ray cluster on this machine costs beside its threads: seconds a chunk, and the same games by both."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter, process_time

from ..genome.text import load_genome
from ..simulate.backends.chunks import Chunk, Piece, Plan
from ..simulate.backends.local import Local
from ..simulate.backends.ray import Ray
from ..simulate.simulate import Job

GAME, PLAYERS, GAMES = "scopa", ("mcts:200", "greedy"), 20
EMPTY = 200  # chunks of one short game, to see what sending costs


@dataclass(frozen=True)
class ClusterCost:
    """With so many workers: what one chunk costs, and how the same games went here and there."""

    workers: int
    starting: float  # seconds until the cluster was there
    chunk_seconds: float  # of the clock, for each of many empty chunks
    chunk_processor: float  # of this process, for each of them: the serial part
    local_seconds: float
    cluster_seconds: float

    @property
    def efficiency(self) -> float:
        """How much of the speed of threads is left."""
        return self.local_seconds / self.cluster_seconds


class OneByOne(Plan):
    """A plan whose chunks are one job each."""

    def cut(self) -> Chunk:
        piece: Piece = self._left.popleft()
        return Chunk([piece])


def measure_cluster(
    workers: Sequence[int], jobs: int = 16, progress: Callable[[int], None] = lambda more: None
) -> list[ClusterCost]:
    """Starts a cluster of each size on this machine, one after the other."""
    costs = []
    for size in workers:
        costs.append(_measure(size, jobs))
        progress(1)
    return costs


def _measure(workers: int, jobs: int) -> ClusterCost:
    genome = load_genome(GAME)
    real = [Job(genome, GAMES, PLAYERS, seed) for seed in range(jobs)]
    begin = perf_counter()
    many = Ray(workers, memory=0.25)
    starting = perf_counter() - begin
    try:
        many(real[:workers])  # the workers load the package
        short = [Job(load_genome("war"), 1, seed=seed) for seed in range(EMPTY)]
        begin, processor = perf_counter(), process_time()
        many.play_plan(OneByOne(short, many.paces))
        empty, spent = perf_counter() - begin, process_time() - processor
        begin = perf_counter()
        many(real)
        cluster = perf_counter() - begin
    finally:
        many.close()
    begin = perf_counter()
    Local(workers)(real)
    local = perf_counter() - begin
    return ClusterCost(workers, starting, empty / EMPTY, spent / EMPTY, local, cluster)
