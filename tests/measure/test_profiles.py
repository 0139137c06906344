"""Profiles: bands, fitness, and errors that say where."""

from __future__ import annotations

from pathlib import Path

import pytest

from darwindeck.errors import ProfileError
from darwindeck.measure.estimate import Metric
from darwindeck.measure.flags import Flag
from darwindeck.measure.metrics import METRICS
from darwindeck.measure.profiles import Term, fitness, load_profile, parse_profile, profile_names

TWO = """
name: two
for: a test
metrics:
  tension: {weight: 1, band: [0, 1, 1, 2]}
  interaction: {weight: 1, band: [0, 1, 1, 2]}
"""


def exactly(value: float) -> Metric:
    return Metric(value, value, value, 10)


def test_a_band_is_a_trapezoid() -> None:
    term = Term(1, (0.0, 0.5, 0.6, 1.0))
    assert [term.score(at) for at in (-1, 0, 0.25, 0.5, 0.6, 0.8, 1.0, 2.0)] == pytest.approx(
        [0, 0, 0.5, 1, 1, 0.5, 0, 0]
    )


def test_fitness_cannot_be_bought() -> None:
    profile = parse_profile(TWO)
    level = fitness(profile, {"tension": exactly(0.5), "interaction": exactly(0.5)}).value
    lopsided = fitness(profile, {"tension": exactly(1.0), "interaction": exactly(0.0)}).value
    assert level == pytest.approx(0.5)
    assert lopsided < 0.3
    assert fitness(profile, {"tension": exactly(0), "interaction": exactly(0)}).value == pytest.approx(0)
    assert fitness(profile, {"tension": exactly(1), "interaction": exactly(1)}).value == pytest.approx(1)


def test_fitness_has_the_uncertainty_of_its_metrics() -> None:
    profile = parse_profile(TWO)
    sure = fitness(profile, {"tension": exactly(0.5), "interaction": exactly(0.5)})
    unsure = fitness(profile, {"tension": Metric(0.5, 0.3, 0.7, 10), "interaction": exactly(0.5)})
    assert sure.low == sure.value == sure.high
    assert unsure.low < unsure.value < unsure.high


def test_doubtful_games_lose_half() -> None:
    profile, metrics = parse_profile(TWO), {"tension": exactly(0.5), "interaction": exactly(0.5)}
    doubt, harmless = Flag("short", "doubtful", "why"), Flag("all-choices", "notice", "why")
    whole = fitness(profile, metrics).value
    assert fitness(profile, metrics, [doubt]).value == pytest.approx(whole / 2)
    assert fitness(profile, metrics, [doubt, doubt]).value == pytest.approx(whole / 2)
    assert fitness(profile, metrics, [harmless]).value == whole


def test_what_is_not_measured_yet_does_not_count() -> None:
    profile = parse_profile(TWO)
    assert fitness(profile, {"tension": exactly(0.5)}).value == pytest.approx(0.5)
    assert profile.missing({"tension": exactly(0.5)}) == ["interaction"]
    assert fitness(profile, {}).value == 0.0


def test_the_shipped_profiles() -> None:
    names = ["balanced", "bluffing", "family", "quick-party", "strategic-depth", "trick-taking"]
    assert profile_names() == names
    for name in names:
        profile = load_profile(name)
        assert profile.name == name
        assert profile.audience.endswith(".")
        assert set(profile.terms) <= set(METRICS)


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("[", "not YAML"),
        ("3", "$: a mapping"),
        ("name: a\nfor: b\nmetrics: {}", "$.metrics: at least one"),
        ("name: a\nfor: b\nweights: {}", "$.weights: unknown"),
        ("for: b\nmetrics: {tension: {weight: 1, band: [0, 1, 1, 2]}}", "$.name: a text"),
        ("name: a\nfor: b\nmetrics: {fun: {weight: 1, band: [0, 1, 1, 2]}}", "$.metrics.fun: not one of"),
        ("name: a\nfor: b\nmetrics: {tension: {weight: -1, band: [0, 1, 1, 2]}}", "$.metrics.tension.weight"),
        ("name: a\nfor: b\nmetrics: {tension: {weight: 1, band: [0, 1]}}", "$.metrics.tension.band: four"),
        ("name: a\nfor: b\nmetrics: {tension: {weight: 1, band: [2, 1, 1, 2]}}", "$.metrics.tension.band: the numbers"),
        ("name: a\nfor: b\nmetrics: {tension: {weight: 1, band: [0, x, 1, 2]}}", "$.metrics.tension.band[1]"),
        ("name: a\nfor: b\nmetrics: {tension: {weight: 1, target: 3, band: [0, 1, 1, 2]}}", "tension.target: unknown"),
    ],
)
def test_a_fault_is_named_with_its_path(text: str, where: str) -> None:
    with pytest.raises(ProfileError) as error:
        parse_profile(text, "mine.yaml")
    assert where in str(error.value)
    assert str(error.value).startswith("mine.yaml: ")


def test_a_profile_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "two.yaml").write_text(TWO)
    assert load_profile(tmp_path / "two.yaml").name == "two"
    with pytest.raises(ProfileError, match="no such file"):
        load_profile("no-such-profile")
