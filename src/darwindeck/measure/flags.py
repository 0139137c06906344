"""What is wrong with a game, in words. A broken game is none at all; a doubtful one loses half its fitness."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from .estimate import Metric

Severity = Literal["broken", "doubtful", "notice"]


@dataclass(frozen=True)
class Flag:
    """One finding: a name for programs, and a reason for people."""

    name: str
    severity: Severity
    reason: str


Metrics = Mapping[str, Metric]


@dataclass(frozen=True)
class _Check:
    name: str
    metric: str
    severity: Severity
    holds: Callable[[Metric], bool]  # True: there is something to say
    reason: str  # with {value}


_CHECKS = (
    _Check("too-short", "length", "broken", lambda m: m.value < 2, "games end after {value:.1f} plies: there is nothing to play"),
    _Check("short", "length", "doubtful", lambda m: 2 <= m.value < 5, "games end after {value:.1f} plies, hardly begun"),
    _Check("no-choices", "decision_density", "broken", lambda m: m.high < 0.1, "nobody chooses: {value:.0%} of plies offer a choice that matters"),
    _Check("few-choices", "decision_density", "doubtful", lambda m: m.value < 0.1 <= m.high, "hardly anybody chooses: {value:.0%} of plies offer a choice that matters"),
    _Check("endless", "termination_rate", "broken", lambda m: m.value < 0.5, "only {value:.0%} of games come to an end before a limit stops them"),
    _Check("often-endless", "termination_rate", "doubtful", lambda m: 0.5 <= m.value < 0.9, "a limit stops {rest:.0%} of games before they are over"),
    _Check("one-seat-wins", "seat_fairness", "broken", lambda m: m.high < 0.1, "the same side wins nearly always, whoever plays"),
    _Check("unfair", "seat_fairness", "doubtful", lambda m: 0.1 <= m.high < 0.6, "sides win very unevenly between equal players"),
    _Check("same-ending", "ending_variety", "doubtful", lambda m: m.high < 0.45, "games nearly all end in the same way, with the same winner"),
    _Check("drawn", "drawishness", "doubtful", lambda m: m.low > 0.5, "{value:.0%} of games have no winner"),
    _Check("luck", "skill_gradient", "doubtful", lambda m: m.high < 0.15, "thinking does not help: good players win no more than random ones"),
    _Check("trivial", "tension", "doubtful", lambda m: m.high < 0.1, "the outcome is known from the start"),
    _Check("all-choices", "decision_density", "notice", lambda m: m.low > 0.95, "every ply offers a choice, which is rare among real games; look at what they are"),
    _Check("no-interaction", "interaction", "notice", lambda m: m.high < 0.1, "players do not touch each other's game"),
    _Check("backwards", "skill_gradient", "notice", lambda m: m.high < -0.1, "thinking players lose to random ones: the look-ahead misjudges this game"),
)  # fmt: skip


def flags(metrics: Metrics) -> list[Flag]:
    """All that the checks find, worst first; a metric that is missing is not checked."""
    found = []
    for check in _CHECKS:
        metric = metrics.get(check.metric)
        if metric is not None and check.holds(metric):
            reason = check.reason.format(value=metric.value, rest=1 - metric.value)
            found.append(Flag(check.name, check.severity, reason))
    order: tuple[Severity, ...] = ("broken", "doubtful", "notice")
    return sorted(found, key=lambda flag: order.index(flag.severity))
