"""Probe: rollouts from sampled plies of simulated games, for metrics. The arrays that the core fills for them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..errors import SettingError
from .records import OPTIONS, Column, ProbeRecords

MOST_SAMPLES = 4096


@dataclass(frozen=True)
class Probe:
    """What to find out at `samples` plies of each game (docs/metrics.md): chances of all seats by `rollouts`, and what
    each option is worth by twice `option_rollouts`, to the end of the deal or of the match."""

    samples: int
    rollouts: int
    option_rollouts: int = 0
    greedy: bool = False
    whole_match: bool = False

    def check(self) -> None:
        if not 1 <= self.samples <= MOST_SAMPLES or self.rollouts < 0 or self.option_rollouts < 0:
            raise SettingError(f"probe: from 1 to {MOST_SAMPLES} samples, and no negative number of rollouts")

    def arrays(self, games: int, seats: int) -> dict[str, Column]:
        """Empty rows for so many games."""
        at = (games, self.samples)
        small = {name: np.zeros(at, np.uint8) for name in ("seat", "legal", "continues", "seen", "swayed")}
        chances = {name: np.zeros((*at, seats), np.float32) for name in ("payoff", "win", "rank")}
        options: dict[str, Column] = {
            "move": np.zeros((*at, OPTIONS), np.uint8),
            "view": np.zeros((*at, OPTIONS), np.uint64),
            "worth": np.zeros((*at, OPTIONS, 2), np.float32),
        }
        return {"ply": np.full(at, -1, np.int32), **small, **chances, **options}

    def start(self, native: Any, rows: dict[str, Column]) -> Any:
        """Makes a native job with noted moves fill the rows when it runs."""
        native.set_probe(self.samples, self.rollouts, self.option_rollouts, self.greedy, self.whole_match, rows)
        return native

    def records(self, rows: dict[str, Column]) -> ProbeRecords:
        return ProbeRecords(self.rollouts, self.option_rollouts, self.whole_match, **rows)
