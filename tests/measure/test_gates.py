"""Gates: what is fatal, and that nothing is rejected by chance."""

from __future__ import annotations

from dataclasses import replace

import pytest

from darwindeck import load_genome
from darwindeck.evaluate.advice import find_details
from darwindeck.language.findings import Finding
from darwindeck.language.findings import Gate as Fault
from darwindeck.measure.estimate import Metric
from darwindeck.measure.gates import GATES, reject
from darwindeck.measure.metrics import METRICS
from darwindeck.measure.purpose import Prompt

# Of each gate: its metric, a value that is surely bad, and the threshold. Whatever is worse lies further from the threshold.
BAD = {
    "length": ("length", 1.0, 2.0),
    "ends": ("termination_rate", 0.3, 0.5),
    "minutes": ("minutes", 600.0, 240.0),
    "decisions": ("decision_density", 0.02, 0.1),
    "choices": ("choices", 1.0, 2.0),
    "seats": ("seat_share", 2.4, 1.6),
    "fate": ("fate", 0.95, 0.7),
    "rule_gap": ("rule_gap", -0.05, 0.15),
    "goal": ("goal_honesty", 0.1, 0.5),
    "dead_choices": ("dead_choices", 0.6, 0.45),
}
every_gate = pytest.mark.parametrize("gate", BAD)


def interval(value: float, width: float) -> Metric:
    return Metric(value, value - width, value + width, 50)


def names(metrics: dict[str, Metric]) -> list[str]:
    return [rejection.gate for rejection in reject(metrics)]


def test_all_gates_are_tried_here_and_look_at_metrics_that_there_are() -> None:
    assert [gate.name for gate in GATES] == list(BAD)
    assert {gate.metric for gate in GATES} <= set(METRICS)


@every_gate
def test_what_is_surely_bad_is_rejected_and_told_why(gate: str) -> None:
    metric, bad, threshold = BAD[gate]
    [found] = reject({metric: interval(bad, abs(bad - threshold) / 2)})
    assert found.gate == gate and found.value == bad
    assert found.interval[0] < bad < found.interval[1]
    assert "{" not in found.why and len(found.why) > 20


@every_gate
def test_what_may_be_good_passes(gate: str) -> None:
    """The value is on the wrong side, and the interval reaches over."""
    metric, bad, threshold = BAD[gate]
    assert names({metric: interval(bad, 1.01 * abs(bad - threshold))}) == []


@every_gate
def test_what_is_good_passes(gate: str) -> None:
    metric, bad, threshold = BAD[gate]
    good = 2 * threshold - bad
    assert names({metric: interval(good, 0.0)}) == []


def test_what_was_not_measured_rejects_nothing() -> None:
    assert reject({}) == []


def prompt(loss: float, width: float) -> Prompt:
    return Prompt("Bid how many tricks you will win.", "at random", interval(loss, width), "", None)


def test_a_prompt_that_is_surely_for_nothing_is_rejected() -> None:
    [found] = reject({}, [prompt(0.5, 0.1), prompt(-0.01, 0.05)])
    assert found.gate == "purpose" and "Bid how many tricks" in found.why
    assert reject({}, [prompt(0.0, 0.1)]) == []  # it may be for something


def test_a_detail_of_another_choice_need_not_matter() -> None:
    """Which of several sums to capture, with the card just played: in scopa that is next to nothing, and scopa is a good game."""
    detail = replace(prompt(0.02, 0.01), completes=True)
    assert reject({}, [prompt(0.5, 0.1), detail]) == []
    assert find_details(load_genome("scopa")) == {"Capture a card", "Capture cards that add up to the card played"}
    assert find_details(load_genome("rummy")) == {"Choose the cards of the meld", "Add a card to a meld"}
    assert not find_details(load_genome("hearts")) and not find_details(load_genome("spades"))


def test_what_the_rules_show_is_rejected_unplayed() -> None:
    faults = [
        Finding(Fault.UNREAD, "$.scoring", "Points count for nothing."),
        Finding(Fault.COHESION, "$", "Two games."),
    ]
    found = reject({}, faults=faults)
    assert [(rejection.gate, rejection.why) for rejection in found] == [
        ("audit", "Points count for nothing. ($.scoring)"),
        ("cohesion", "Two games. ($)"),
    ]


def test_every_gate_that_fails_is_named() -> None:
    every = {metric: interval(bad, 0.0) for metric, bad, _ in BAD.values()}
    assert names(every) == list(BAD)
