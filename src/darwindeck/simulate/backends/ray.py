"""Many machines: the jobs of a call are spread over a Ray cluster, and their records come back in order.

`RAY_ADDRESS` says which cluster; without it one is started on this machine. Needs `pip install 'darwindeck[ray]'`.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence
from typing import Any

from ...errors import SettingError
from ..records import Records
from ..simulate import POLL_SECONDS, Job, Progress, simulate_many
from .cache import UnitCache
from .local import Local

PARTS = 8  # tasks for each processor and call, so that none waits long for the last


class Ray(Local):
    """A backend like the local one; a task plays a few jobs in one thread."""

    def __init__(self, workers: int = 0, progress: Progress | None = None, cache: UnitCache | None = None) -> None:
        super().__init__(1, progress, cache)
        self.ray = _start_ray(workers)
        self._remote = self.ray.remote(_simulate_part)

    def _simulate(self, jobs: Sequence[Job]) -> list[Records]:
        """The jobs in parts, several for each processor of the cluster; on an interrupt all parts are called off."""
        processors = max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        size = max(1, len(jobs) // (PARTS * processors))
        parts = [list(jobs[first : first + size]) for first in range(0, len(jobs), size)]
        tasks = [self._remote.remote(part) for part in parts]
        try:
            self._wait(tasks, parts)
            return [records for part in self.ray.get(tasks) for records in part]
        except BaseException:
            for task in tasks:
                self.ray.cancel(task, force=True)
            raise

    def _wait(self, tasks: list[Any], parts: list[list[Job]]) -> None:
        """Until all are done; meanwhile the caller hears of progress and can be interrupted."""
        games = {task: sum(job.games for job in part) for task, part in zip(tasks, parts, strict=True)}
        left = tasks
        while left:
            done, left = self.ray.wait(left, num_returns=len(left), timeout=POLL_SECONDS)
            self.count(sum(games[task] for task in done))

    def close(self) -> None:
        self.ray.shutdown()


def _simulate_part(jobs: list[Job]) -> list[Records]:
    return simulate_many(jobs, threads=1)


def library() -> Any:
    try:
        import ray
    except ImportError:
        raise SettingError("backend ray: not installed (pip install 'darwindeck[ray]')") from None
    return ray


def _start_ray(workers: int) -> Any:
    ray = library()
    address = os.environ.get("RAY_ADDRESS")
    own: dict[str, Any] = {} if address else {"num_cpus": workers or None, "include_dashboard": False}
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR, ignore_reinit_error=True, **own)
    except (ConnectionError, RuntimeError, ValueError) as error:
        raise SettingError(f"backend ray: {error}") from None
    return ray
