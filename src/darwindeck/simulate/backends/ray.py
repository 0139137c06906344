"""Many machines: the jobs of a call are spread over a Ray cluster, and their records come back in order.

`RAY_ADDRESS` or a setting says which cluster; without it one is started on this machine. Needs
`pip install 'darwindeck[ray]'`. Workers may be lost and may join at any time; docs/scale.md has the figures.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...errors import RunError, SettingError
from ..records import Records
from ..simulate import POLL_SECONDS, Job, Progress, simulate_many
from .cache import UnitCache
from .chunks import Chunk, Paces, Plan
from .local import Local

AHEAD = 2  # chunks under way for each processor: one is played, one waits
MOST_LOSSES = 4  # of one chunk, before it counts as what kills its workers
WORKER_MEMORY = 2.0  # GiB
STATUS = Path("/proc/self/statm")


class Ray(Local):
    """A backend like the local one; a task plays one chunk in one thread."""

    SECONDS = 20.0  # many chunks for every processor, so that few stand idle at the end of a call

    def __init__(
        self,
        workers: int = 0,
        progress: Progress | None = None,
        cache: UnitCache | None = None,
        address: str = "",
        memory: float = WORKER_MEMORY,
    ) -> None:
        super().__init__(1, progress, cache)
        self.ray = _start_ray(workers, address)
        self.memory = int(memory * (1 << 30))
        self.paces = Paces()
        self._refuse_small_nodes()
        # A lost chunk is sent again from here: Ray's own retries would not be counted.
        self._remote = self.ray.remote(max_retries=0, num_cpus=1, memory=self.memory)(_simulate_chunk)

    def _refuse_small_nodes(self) -> None:
        """A task that no node has memory for would wait forever."""
        nodes = [node["Resources"].get("memory", 0) for node in self.ray.nodes() if node["Alive"]]
        if max(nodes, default=0) < self.memory:
            raise SettingError(
                f"worker_memory: no node of the cluster has {self.memory / (1 << 30):g} GiB, "
                f"the largest {max(nodes, default=0) / (1 << 30):.1f}"
            )

    def _simulate(self, jobs: Sequence[Job]) -> list[Records]:
        return self.play_plan(Plan(jobs, self.paces))

    def play_plan(self, plan: Plan) -> list[Records]:
        """As many chunks under way as the cluster can use now; on an interrupt all are called off."""
        flying: dict[Any, Chunk] = {}
        lost: list[Chunk] = []
        try:
            while plan.is_left or flying or lost:
                while (plan.is_left or lost) and len(flying) < AHEAD * self._count_processors():
                    chunk = lost.pop() if lost else plan.cut()
                    flying[self._remote.remote(chunk.jobs, self.memory)] = chunk
                done, _ = self.ray.wait(list(flying), num_returns=len(flying), timeout=POLL_SECONDS)
                lost += [chunk for task in done if (chunk := flying.pop(task)) and not self._take(task, chunk, plan)]
                if not done:
                    self.count(0)  # the caller hears of no progress, and can be interrupted
        except BaseException:
            for task in flying:
                self.ray.cancel(task, force=True)
            raise
        return plan.join()

    def _count_processors(self) -> int:
        """Those that the cluster has now."""
        return max(1, int(self.ray.cluster_resources().get("CPU", 1)))

    def _take(self, task: Any, chunk: Chunk, plan: Plan) -> bool:
        """Takes what a chunk has brought; False if its worker was lost."""
        try:
            seconds, records = self.ray.get(task)
        except self.ray.exceptions.RayTaskError as error:
            if isinstance(error.cause, MemoryError):
                need = f"more than the {self.memory / (1 << 30):g} GiB of worker_memory"
                raise RunError(f"backend ray: a worker needed {need}") from None
            raise error.as_instanceof_cause() from None
        except (self.ray.exceptions.RayError, ConnectionError) as error:
            chunk.losses += 1
            if chunk.losses >= MOST_LOSSES:
                reason = str(error).partition("\n")[0]
                raise RunError(f"backend ray: {chunk.losses} workers were lost with the same games: {reason}") from None
            return False
        self.paces.learn(chunk.jobs, seconds)
        plan.take(chunk, records)
        self.count(chunk.games)
        return True

    def close(self) -> None:
        self.ray.shutdown()


def _simulate_chunk(jobs: list[Job], memory: int) -> tuple[float, list[Records]]:
    """On a worker: the seconds that it took, and the records."""
    _limit_memory(memory)
    began = time.perf_counter()
    records = simulate_many(jobs, threads=1)
    return time.perf_counter() - began, records


def _limit_memory(memory: int) -> None:
    """From now on this process may take so much more than it has. Linux only; elsewhere Ray's schedule is the only bound."""
    if not STATUS.exists():
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    if soft == resource.RLIM_INFINITY:  # else an earlier chunk has done it
        held = int(STATUS.read_text().split()[5]) * os.sysconf("SC_PAGE_SIZE")
        resource.setrlimit(resource.RLIMIT_DATA, (held + memory, hard))


def library() -> Any:
    try:
        import ray
    except ImportError:
        raise SettingError("backend ray: not installed (pip install 'darwindeck[ray]')") from None
    return ray


def _start_ray(workers: int, address: str) -> Any:
    ray = library()
    where = address or os.environ.get("RAY_ADDRESS")
    own: dict[str, Any] = {} if where else {"num_cpus": workers or None, "include_dashboard": False}
    try:
        ray.init(address=where, log_to_driver=False, logging_level=logging.ERROR, ignore_reinit_error=True, **own)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise SettingError(f"backend ray: {error}") from None
    return ray
