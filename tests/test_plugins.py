"""What other packages bring by entry points: metrics, operators and profiles, in a package made for the test."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from darwindeck import evaluate, load_genome
from darwindeck.errors import DarwinDeckError, PluginError, RunError, SettingError
from darwindeck.evolve.operators.twists import read_lineage
from darwindeck.evolve.vary import MUTATIONS, Variation, find_crossover, find_mutation
from darwindeck.experiment.config import Operators, RunConfig, RuntimeConfig
from darwindeck.experiment.evolution import open_run
from darwindeck.experiment.settings import resolve
from darwindeck.experiment.start import create_run
from darwindeck.measure.metrics import METRICS, all_metrics
from darwindeck.measure.profiles import load_profile, profile_names

MODULE = """
from msgspec.structs import replace
from darwindeck.evolve.operators.twists import Twist
from darwindeck.language.facts import Makes
from darwindeck.measure.estimate import exactly
from darwindeck.measure.metrics import MetricRow

seats = MetricRow("seats", lambda evidence: exactly(len(evidence.sides)), 2, 8, "more", "how many sides there are", "nothing")
misnamed = MetricRow("tension", seats.function, 0, 1, "more", "not the real one", "nothing")
profile = "name: crowd\\nfor: many\\nmetrics:\\n  seats: {weight: 1, band: [1, 8, 8, 9]}\\n"

def larger(genome, rng):
    return replace(genome, max_turns=genome.max_turns + 1), "one turn more"

def even_larger(genome, rng):
    return replace(genome, max_turns=genome.max_turns + 2), "two turns more"

def remove_hearts(genome, rng):
    hearts = tuple(f"{rank}H" for rank in "A 2 3 4 5 6 7 8 9 10 J Q K".split())
    return replace(genome, setup=replace(genome.setup, removed_cards=hearts, cards_per_player=9))

no_hearts = Twist("no_hearts", "There are no hearts.", has=(Makes.TRICKS,), lacks=(), change=remove_hearts)

def mother(first, second, rng):
    return first, "nothing of the father"
"""
POINTS = """
[darwindeck.metrics]
seats = bringer:seats
[darwindeck.profiles]
crowd = bringer:profile
wrong = bringer:larger
[darwindeck.mutations]
larger = bringer:larger
even_larger = bringer:even_larger
gone = bringer:gone
[darwindeck.twists]
no_hearts = bringer:no_hearts
misnamed = bringer:no_hearts
[darwindeck.crossovers]
mother = bringer:mother
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    info = tmp_path / "bringer-1.2.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: bringer\nVersion: 1.2\n")
    (info / "entry_points.txt").write_text(POINTS)
    (tmp_path / "bringer.py").write_text(MODULE)
    monkeypatch.syspath_prepend(str(tmp_path))
    cached = (all_metrics, find_mutation, find_crossover)
    for function in cached:
        function.cache_clear()
    yield info
    for function in cached:
        function.cache_clear()


def test_a_metric_and_a_profile_of_another_package(package: Path) -> None:
    assert "crowd" in profile_names() and set(METRICS) < set(all_metrics())
    found = evaluate(load_genome("hearts"), "crowd", "quick")
    assert found.metrics["seats"].value == 4 and found.fitness.value == pytest.approx(3 / 7, abs=0.01)
    with pytest.raises(DarwinDeckError, match="'wrong' must be the text of a profile"):
        load_profile("wrong")


def test_a_metric_must_have_its_own_name(package: Path) -> None:
    (package / "entry_points.txt").write_text("[darwindeck.metrics]\ntension = bringer:misnamed\n")
    with pytest.raises(PluginError, match=r"darwindeck.metrics: 'tension' must be a MetricRow"):
        load_profile("balanced")


def test_operators_of_another_package_are_used_if_they_have_a_weight(package: Path) -> None:
    weights = dict.fromkeys(MUTATIONS, 0.0) | {"larger": 1.0, "mother": 5.0}
    variation = Variation.with_weights(weights, fingerprint=lambda genome: genome.max_turns)
    parent = load_genome("crazy-eights")
    child = variation.mutate(parent, random.Random(1))
    assert child is not None and child.lineage == "larger: one turn more"
    assert variation.crossovers["mother"] == 5.0 and "larger" not in Variation.with_weights({}).mutations


def test_a_twist_of_another_package_is_used_if_it_has_a_weight(package: Path) -> None:
    variation = Variation.with_weights(dict.fromkeys(MUTATIONS, 0.0) | {"no_hearts": 1.0})
    child = variation.mutate(load_genome("whist"), random.Random(1))
    assert child is not None and child.lineage == "no_hearts" and "AH" in child.setup.removed_cards
    assert [twist.sentence for twist in read_lineage(child.lineage)] == ["There are no hearts."]
    assert variation.mutate(load_genome("scopa"), random.Random(1)) is None, "it has no tricks"
    assert "no_hearts" not in Variation.with_weights({}).mutations


def test_the_order_in_which_weights_are_given_means_nothing(package: Path) -> None:
    given = {"larger": 3.0, "point": 2.0, "even_larger": 1.0}
    variations = [Variation.with_weights(weights) for weights in (given, dict(sorted(given.items())))]
    children = [variation.mutate(load_genome("scopa"), random.Random(8)) for variation in variations]
    assert list(variations[0].mutations) == list(variations[1].mutations) and children[0] == children[1]


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({"pint": 1.0}, "operators.weights.pint: not one of twist, "),
        ({"gone": 1.0}, "'gone' cannot be loaded"),
        ({"misnamed": 1.0}, "'misnamed' must be a Twist of that name"),
        (dict.fromkeys(MUTATIONS, 0.0), "no mutation is left"),
    ],
)
def test_weights_that_make_no_sense(package: Path, weights: dict[str, float], message: str) -> None:
    with pytest.raises((PluginError, SettingError), match=message):
        Variation.with_weights(weights)


def test_weights_are_settings(tmp_path: Path) -> None:
    file = tmp_path / "run.yaml"
    file.write_text("operators: {weights: {point: 3, swap: 0}}")
    assert resolve(file, {}, {})[0].operators.weights == {"point": 3.0, "swap": 0.0}
    file.write_text("operators: {weights: {point: many}}")
    with pytest.raises(SettingError, match=r"weights"):
        resolve(file, {}, {})


def test_a_run_goes_on_only_with_the_same_packages(package: Path, tmp_path: Path) -> None:
    config = RunConfig(profile="crowd", population=4, operators=Operators(weights={"larger": 1.0}))
    runtime = RuntimeConfig(output=str(tmp_path / "runs"), cache=False)
    experiment = create_run(config, runtime)
    brought = {"darwindeck.metrics.seats": "bringer 1.2", "darwindeck.mutations.larger": "bringer 1.2"}
    assert experiment.facts["extensions"] == brought
    with open_run(experiment, runtime, None):  # type: ignore[arg-type]
        pass
    (package / "METADATA").write_text("Metadata-Version: 2.1\nName: bringer\nVersion: 1.3\n")
    with (
        pytest.raises(RunError, match=r"made with the extensions .*1\.2.*1\.3"),
        open_run(experiment, runtime, None),  # type: ignore[arg-type]
    ):
        pass
