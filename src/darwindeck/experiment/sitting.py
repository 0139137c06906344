"""One sitting at a run: how much time there is for it, and how it went.

How it went is the only thing that may differ between equal runs.
"""

from __future__ import annotations

import math
import os
import resource
import time
from collections.abc import Mapping
from typing import Any

from .config import RuntimeConfig

MOST_FOR_THE_END, LEAST_FOR_THE_END = 0.5, 0.1  # of a time budget


class OutOfTime(Exception):
    """The time budget is used up; what is under way is dropped."""


class Budget:
    """The time for a sitting, in seconds of time.monotonic; without a limit unless `seconds` are given."""

    def __init__(self, began: float = 0.0, seconds: float | None = None) -> None:
        self._seconds = math.inf if seconds is None else seconds
        self.ends = self.deadline = began + self._seconds

    @property
    def is_limited(self) -> bool:
        return self.ends < math.inf

    @property
    def is_up(self) -> bool:
        return time.monotonic() > self.ends

    @property
    def left(self) -> float:
        return self.ends - time.monotonic()

    def check(self) -> None:
        """Raises OutOfTime after the deadline."""
        if time.monotonic() > self.deadline:
            raise OutOfTime

    def reserve(self, needed: float, is_first: bool) -> None:
        """Moves the deadline forward, so that the end of the run gets the time it needs, but never more than half of all.

        The first generation may use nearly all: without it nothing could follow.
        """
        share = LEAST_FOR_THE_END if is_first else MOST_FOR_THE_END
        self.deadline = self.ends - min(needed, share * self._seconds)

    def release(self) -> None:
        """What was reserved may be used."""
        self.deadline = self.ends


class Sitting:
    """When a sitting began, with how many workers, and how fast it was."""

    def __init__(self, runtime: RuntimeConfig, generations: int) -> None:
        self.runtime, self.first = runtime, generations
        self.began = time.time()

    def report(self, generations: int, games: int, cached: int, stages: Mapping[str, float]) -> dict[str, Any]:
        """How it went; `generations` is how many there are at the end, `stages` the seconds of each."""
        seconds = time.time() - self.began
        usage = resource.getrusage(resource.RUSAGE_SELF)
        return {
            "began": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(self.began)),
            "seconds": round(seconds, 3),
            "processor_seconds": round(usage.ru_utime + usage.ru_stime, 3),
            "generations": [self.first, generations],
            "games_played": games,
            "games_found_in_cache": cached,
            "games_per_second": round(games / max(seconds, 1e-9), 1),
            "workers": self.runtime.workers or os.cpu_count(),
            "backend": self.runtime.backend,
            "peak_memory_mib": round(usage.ru_maxrss / 1024, 1),
            "stages": {name: round(spent, 3) for name, spent in stages.items()},
        }
