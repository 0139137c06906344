"""What games cost, about: estimates from the lengths seen so far. They bound what is played, and never read a clock."""

from __future__ import annotations

from dataclasses import replace

from ..simulate.probe import Probe
from .played import THINKING, THUMB, TWO_LINES, Played

HASTY_SECONDS = 2.5e-6  # of a greedy player in a rollout, for each legal move
FEWEST_ROLLOUTS = 3
LONG = 3.0  # seconds: if the fewest games of a part take more, half of them must do


def estimate_seconds(played: Played, role: str) -> float:
    """Seconds a game that duels are played with, in which all seats are played by this one."""
    if role in ("random", THUMB, TWO_LINES):
        return 0.0
    if role not in THINKING:  # greedy, or a learned player, which takes about as long
        return played.greedy_seconds()
    return played.search_seconds(played.iterations * THINKING[role], deals=True)


def probe_seconds(played: Played, probe: Probe) -> float:
    """Seconds to probe a deal: rollouts of half of it."""
    records = played.records["gate"]
    options = float(records.options.sum() / max(records.plies.sum(), 1))
    rollouts = probe.samples * (probe.rollouts + 2 * probe.option_rollouts * options)
    if probe.greedy:
        return rollouts * HASTY_SECONDS * played.options("pilot", deals=True) / 2
    return rollouts * 60e-9 * min(2000.0, float((records.plies / records.deals.clip(1)).mean()) / 2)


def reduce_probe(played: Played, probe: Probe, seconds: float) -> Probe:
    """The probe; of long games one with fewer rollouts, so that a game does not take much longer than that."""
    share = seconds / max(probe_seconds(played, probe), 1e-9)
    return probe if share >= 1 else replace(probe, rollouts=max(FEWEST_ROLLOUTS, int(share * probe.rollouts)))


def as_many(seconds: float, each: float, least: int, most: int) -> int:
    """How many games of so many seconds each, within bounds."""
    return max(min(least, most), min(most, int(seconds / max(each, 1e-9))))


def count_fewest(fewest: int, each: float) -> int:
    """The fewest games of a part, of so many seconds each: half as many of very long ones."""
    return fewest if each * fewest < LONG else fewest // 2
