"""How a generation would go on a cluster of any size: a simulation with measured figures, for docs/scale.md.

One process sends chunks and takes records, as `simulate/backends/ray.py` does; each of these takes a little of its time,
so it is the serial part. Workers play one chunk at a time, some of them slowly, and some are lost with what they play.
"""

from __future__ import annotations

import heapq
import random
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

AHEAD = 2  # chunks under way for each processor, as the backend has it


@dataclass(frozen=True)
class Cluster:
    """A cluster, and what working with it costs. Times are seconds."""

    nodes: int
    processors: int = 8  # of a node
    sending: float = 0.002  # of the one process, for each chunk: to cut, pickle and send it, and to take its records
    travelling: float = 0.01  # from the worker's last game to the next chunk's first, if one waits there
    slow_share: float = 0.05  # of the nodes
    slow_factor: float = 2.0  # how much longer a chunk takes there
    losses_per_hour: float = 0.2  # of a node
    replacing: float = 120.0  # until another node is there instead
    price: float = 0.35  # dollars for a node and hour


@dataclass(frozen=True)
class Work:
    """A generation: stages that wait for each other, and between them what one process does alone."""

    seconds: float = 1000.0  # of one processor, in all: 1,000 candidates
    stages: int = 5
    chunk: float = 1.0  # seconds
    alone: float = 5.0  # seconds after each stage: judging, the archive, breeding


@dataclass(frozen=True)
class GenerationCost:
    """How long a generation took, and which part of the processors' time was play."""

    seconds: float
    efficiency: float
    serial: float  # share of the time in which only the one process worked, or all waited for it
    lost: int  # chunks that were played twice
    dollars: float


class Workers:
    """The processors of a cluster: when each is free, how slow it is, and when its node is lost."""

    def __init__(self, cluster: Cluster, rng: random.Random) -> None:
        self.cluster, self.rng = cluster, rng
        slow = [rng.random() < cluster.slow_share for _ in range(cluster.nodes)]
        self.factors = [cluster.slow_factor if is_slow else 1.0 for is_slow in slow]
        self.losses = [self._draw_loss(0.0) for _ in range(cluster.nodes)]  # the next of each node
        self.free = [(0.0, number) for number in range(cluster.nodes * cluster.processors)]
        heapq.heapify(self.free)

    def _draw_loss(self, now: float) -> float:
        rate = self.cluster.losses_per_hour / 3600
        return now + self.rng.expovariate(rate) if rate > 0 else float("inf")

    def play(self, ready: float, seconds: float) -> tuple[float, bool]:
        """The first free processor plays a chunk that is there at `ready`: when it is done or lost, and which of the two."""
        while True:
            free, number = heapq.heappop(self.free)
            node = number // self.cluster.processors
            begin = max(free, ready) + self.cluster.travelling
            back = self.losses[node] + self.cluster.replacing
            if begin >= back:  # another node stands in its place
                self.losses[node] = self._draw_loss(back)
            if begin < self.losses[node]:
                break
            heapq.heappush(self.free, (back, number))
        end = begin + seconds * self.factors[node] * self.rng.uniform(0.8, 1.25)
        if end <= self.losses[node]:
            heapq.heappush(self.free, (end, number))
            return end, False
        heapq.heappush(self.free, (self.losses[node] + self.cluster.replacing, number))
        return self.losses[node], True


def simulate_generation(cluster: Cluster, work: Work, seed: int = 0) -> GenerationCost:
    """One generation, chunk by chunk."""
    rng = random.Random(seed)
    workers = Workers(cluster, rng)
    now = waited = 0.0
    lost = 0
    chunks = max(1, round(work.seconds / work.stages / work.chunk))
    for _ in range(work.stages):
        begin = now
        now, again = _run_stage(cluster, workers, chunks, work.chunk, begin)
        lost += again
        busy = chunks * cluster.sending
        waited += work.alone + max(0.0, busy - chunks * work.chunk / (cluster.nodes * cluster.processors))
        now += work.alone
        workers.free = [(max(free, now), number) for free, number in workers.free]
        heapq.heapify(workers.free)
    played = work.stages * chunks * work.chunk
    efficiency = played / (now * cluster.nodes * cluster.processors)
    return GenerationCost(now, efficiency, waited / now, lost, now / 3600 * cluster.nodes * cluster.price)


def _run_stage(cluster: Cluster, workers: Workers, chunks: int, seconds: float, begin: float) -> tuple[float, int]:
    """All chunks of a stage, lost ones again; when the last is taken, and how many were lost."""
    most = AHEAD * cluster.nodes * cluster.processors
    sender, done, lost = begin, begin, 0
    flying: list[tuple[float, bool]] = []
    left = deque(range(chunks))
    while left or flying:
        if left and len(flying) < most:
            left.popleft()
            sender += cluster.sending
            heapq.heappush(flying, workers.play(sender, seconds))
            continue
        end, is_lost = heapq.heappop(flying)
        sender = max(sender, end)
        done = max(done, sender)
        if is_lost:
            lost += 1
            left.append(0)
    return done, lost


def compare_sizes(work: Work, sizes: Sequence[int], seed: int = 0) -> dict[int, GenerationCost]:
    """The same generation on clusters of these numbers of nodes."""
    return {nodes: simulate_generation(Cluster(nodes), work, seed) for nodes in sizes}
