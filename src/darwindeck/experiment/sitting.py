"""One sitting at a run: when, with how many workers and how fast. The only things that may differ between equal runs."""

from __future__ import annotations

import os
import resource
import time
from typing import Any

from .config import RuntimeConfig


class Sitting:
    """From its making to its end."""

    def __init__(self, runtime: RuntimeConfig, generations: int) -> None:
        self.runtime, self.first = runtime, generations
        self.began = time.time()

    def ended(self, generations: int, games: int, cached: int) -> dict[str, Any]:
        """How it went; generations are those there were at the end."""
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
        }
