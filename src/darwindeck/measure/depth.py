"""Depth: how many strengths of play a game can tell apart. Pure functions of comparisons; nothing is played here.

Players stand on a ladder, weakest first. Each is compared with the strongest below it that counted; it counts in turn
if it beats that one clearly. One that does not is skipped.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

CLEARLY = 0.60  # of games between two


@dataclass(frozen=True)
class Rung:
    """How often `player` beats `against` in games of two (or the equivalent of more), with the interval of that rate."""

    player: str
    against: str
    rate: float
    low: float
    high: float
    games: int

    @property
    def counts(self) -> bool:
        return self.rate >= CLEARLY and self.low > 0.5


@dataclass(frozen=True)
class TrainedPlayer:
    """A player that was trained for a game, and how it fares against the strongest player below it; `rung` names both.

    Where there is no rung, `fault` says why.
    """

    rung: Rung | None = None
    decisions: int = 0  # that it has learned from
    file: bytes = b""
    fault: str = ""


def next_comparison(players: Sequence[str], climbed: Sequence[Rung]) -> tuple[str, str] | None:
    """Who is to be compared with whom after these rungs, or None at the top."""
    if len(climbed) + 1 >= len(players):
        return None
    below = [rung.player for rung in climbed if rung.counts]
    return players[len(climbed) + 1], below[-1] if below else players[0]


def depth(climbed: Sequence[Rung]) -> int:
    """How many rungs above the first count."""
    return sum(rung.counts for rung in climbed)
