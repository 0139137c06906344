"""This machine: jobs are played by its threads in one native call, unless a cache has their records."""

from __future__ import annotations

from collections.abc import Sequence

from ..records import Records
from ..simulate import Job, Progress, simulate_many
from .cache import UnitCache


class Local:
    """A backend. `played` counts games that were really played, `found` those that the cache had."""

    SECONDS = 0.25  # that a call should take where it can be divided: what an interruption may lose

    def __init__(self, threads: int = 0, progress: Progress | None = None, cache: UnitCache | None = None) -> None:
        self.threads, self.progress, self.cache = threads, progress, cache
        self.played = self.found = 0

    def __call__(self, jobs: Sequence[Job]) -> list[Records]:
        """The records of all jobs, in their order."""
        if self.cache is None:
            return self._simulate(jobs)
        keys = [self.cache.key(job) for job in jobs]
        known = self.cache.get(key for key in keys if key is not None)
        found = {place: known[key] for place, key in enumerate(keys) if key is not None and key in known}
        missing = [place for place in range(len(jobs)) if place not in found]
        new = dict(zip(missing, self._simulate([jobs[place] for place in missing]), strict=True))
        self.cache.put({key: new[place] for place in missing if (key := keys[place]) is not None})
        self.found += sum(jobs[place].games for place in found)
        every = found | new
        return [every[place] for place in range(len(jobs))]

    def _simulate(self, jobs: Sequence[Job]) -> list[Records]:
        return simulate_many(jobs, self.threads, self.count)

    def count(self, more: int) -> None:
        """So many more games were played."""
        self.played += more
        if self.progress is not None:
            self.progress(more)

    def close(self) -> None:
        """Gives back what it holds; the cache is its owner's."""
