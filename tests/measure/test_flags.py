"""What is called wrong with a game."""

from __future__ import annotations

import pytest

from darwindeck.measure.estimate import Metric
from darwindeck.measure.flags import flags


def exactly(value: float) -> Metric:
    return Metric(value, value, value, 100)


FINE = {
    "length": exactly(60),
    "decision_density": exactly(0.7),
    "termination_rate": exactly(1),
    "seat_fairness": exactly(0.95),
    "ending_variety": exactly(0.9),
    "drawishness": exactly(0.02),
    "skill_gradient": exactly(0.6),
    "tension": exactly(0.7),
    "interaction": exactly(0.5),
}


def test_a_good_game_has_no_flags() -> None:
    assert flags(FINE) == []
    assert flags({}) == []


@pytest.mark.parametrize(
    ("metric", "value", "name", "severity"),
    [
        ("length", 4, "short", "doubtful"),
        ("decision_density", 0.99, "all-choices", "notice"),
        ("termination_rate", 0.8, "often-endless", "doubtful"),
        ("seat_fairness", 0.4, "unfair", "doubtful"),
        ("ending_variety", 0.4, "same-ending", "doubtful"),
        ("drawishness", 0.8, "drawn", "doubtful"),
        ("skill_gradient", 0.0, "luck", "doubtful"),
        ("tension", 0.01, "trivial", "doubtful"),
        ("interaction", 0.0, "no-interaction", "notice"),
    ],
)
def test_what_is_wrong_is_said(metric: str, value: float, name: str, severity: str) -> None:
    found = flags({**FINE, metric: exactly(value)})
    assert [(flag.name, flag.severity) for flag in found] == [(name, severity)]
    assert "{" not in found[0].reason


def test_hardly_any_choices_are_doubtful() -> None:
    found = flags({**FINE, "decision_density": Metric(0.05, 0.0, 0.3, 4)})
    assert [flag.name for flag in found] == ["few-choices"]


def test_the_worst_comes_first() -> None:
    found = flags({**FINE, "interaction": exactly(0), "tension": exactly(0)})
    assert [flag.severity for flag in found] == ["doubtful", "notice"]
