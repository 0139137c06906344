"""What is odd about a game, in words. A doubtful one loses half its fitness. What is fatal is in gates.py."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

from .estimate import Metric

Severity = Literal["doubtful", "notice"]


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
    _Check("short", "length", "doubtful", lambda m: m.high >= 2 and m.value < 5, "games end after {value:.1f} plies, hardly begun"),
    _Check("few-choices", "decision_density", "doubtful", lambda m: m.value < 0.1 <= m.high, "hardly anybody chooses: {value:.0%} of plies offer a choice that matters"),
    _Check("often-endless", "termination_rate", "doubtful", lambda m: 0.5 <= m.high < 0.9, "a limit stops {rest:.0%} of games before they are over"),
    _Check("unfair", "seat_fairness", "doubtful", lambda m: m.high < 0.6, "sides win very unevenly between equal players"),
    _Check("same-ending", "ending_variety", "doubtful", lambda m: m.high < 0.45, "games nearly all end in the same way, with the same winner"),
    _Check("drawn", "drawishness", "doubtful", lambda m: m.low > 0.5, "{value:.0%} of games have no winner"),
    _Check("luck", "skill_gradient", "doubtful", lambda m: m.high < 0.15, "thinking does not help: good players win no more than the best rule of thumb"),
    _Check("trivial", "tension", "doubtful", lambda m: m.high < 0.1, "the outcome is known from the start"),
    _Check("all-choices", "decision_density", "notice", lambda m: m.low > 0.95, "every ply offers a choice, which is rare among real games; look at what they are"),
    _Check("no-interaction", "interaction", "notice", lambda m: m.high < 0.1, "players do not touch each other's game"),
    _Check("backwards", "skill_gradient", "notice", lambda m: m.high < -0.1, "thinking players lose to a rule of thumb: they misjudge this game"),
)  # fmt: skip


def flags(metrics: Metrics) -> list[Flag]:
    """All that the checks find, worst first; a metric that is missing is not checked."""
    found = []
    for check in _CHECKS:
        metric = metrics.get(check.metric)
        if metric is not None and check.holds(metric):
            reason = check.reason.format(value=metric.value, rest=1 - metric.value)
            found.append(Flag(check.name, check.severity, reason))
    order: tuple[Severity, ...] = ("doubtful", "notice")
    return sorted(found, key=lambda flag: order.index(flag.severity))
