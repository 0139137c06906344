"""Every setting does something in a run, or its user is told that it does not. Tried on real, small runs."""

from __future__ import annotations

import ast
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from darwindeck.errors import SettingError
from darwindeck.experiment.config import RUNTIME, RunConfig, RuntimeConfig, effective_settings, setting_names, value_of
from darwindeck.experiment.evolution import open_run
from darwindeck.experiment.settings import Settings, resolve
from darwindeck.experiment.start import create_run

SMALL = {
    "population": 12,
    "generations": 2,
    "seed": 3,
    "operators.crossover_rate": 0.8,
    "operators.weights.semantic": 20.0,  # which finds something to cross in most pairs
    "simulation.suite": "quick",
    "simulation.games": 4,
}
# For each setting another value than the default and than that of small runs.
OTHER: dict[str, Any] = {
    "name": "other",
    "profile": "family",
    "ratings": str(Path(__file__).parent / "opinions.json"),
    "strategy": "generational",
    "population": 7,
    "generations": 1,
    "seed": 4,
    "start": "random",
    "start_files": ("durak",),
    "gallery": 1,
    "judge": "learned",
    "judge_laps": 2,
    "log_level": "debug",
    "operators.crossover_rate": 0.1,
    "operators.mutation_rate": 0.0,
    "operators.injection": 0.7,
    "operators.selection": "rank",
    "operators.tournament": 1,
    "operators.elitism": 1,
    "operators.weights": {"operators.weights.point": 0.0},
    "simulation.suite": "gate",
    "simulation.games": 3,
    "simulation.contenders": 1.0,
    "constraints.min_turns": 30,
    "constraints.max_turns": 12,
    "constraints.min_decision_density": 1.0,
    "constraints.max_decisions": 40,
    "steering.like": "whist",
    "steering.players": 3,
    "steering.minutes": "1-5",
    "steering.modules": "tricks,claims",
}
STRATEGIES = ("map-elites", "generational")


class Unwatched:
    """Nobody looks on."""

    def generation(self, number: int, of: int, candidates: int) -> None: ...

    def stage(self, name: str, entries: int) -> None: ...

    def games(self, more: int) -> None: ...

    def finish_generation(self, summary: Mapping[str, Any]) -> None: ...


def outcome(config: RunConfig, folder: Path) -> dict[str, Any]:
    """All that a run leaves behind, apart from its settings; of the gallery only how many places it has, and its judge."""
    runtime = RuntimeConfig(output=str(folder / "runs"))
    experiment = create_run(config, runtime)
    with open_run(experiment, runtime, Unwatched()) as run:
        assert run.go_on()
    files = {path: path.read_bytes() for path in sorted(experiment.path.glob("gen_*/*"))}
    left = {f"{path.parent.name}/{path.name}": data for path, data in files.items()}
    at_the_end = {"places": config.places, "judge": config.judge}
    return left | {"name": experiment.path.name.split("-")[0]} | at_the_end


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """What small runs end in, by strategy."""
    folder = tmp_path_factory.mktemp("usual")
    return {name: outcome(resolved({"strategy": name}).config, folder) for name in STRATEGIES}


def resolved(changes: Mapping[str, Any]) -> Settings:
    flags = {**SMALL, **changes}
    weights = flags.pop("operators.weights", {})
    return resolve(None, {**flags, **weights}, {})


def test_every_setting_is_tried() -> None:
    assert {*OTHER, *RUNTIME} == set(setting_names())


# In so few games every crossing may fail, and then nothing crossed is mutated.
LARGER: dict[str, dict[str, Any]] = {"operators.mutation_rate": {"population": 30}}


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("name", OTHER)
def test_a_setting_changes_a_run_or_is_warned_of(
    name: str, strategy: str, usual: dict[str, dict[str, Any]], tmp_path: Path
) -> None:
    begun = {"strategy": strategy, **LARGER.get(name, {})}
    changed, without = resolved({**begun, name: OTHER[name]}), resolved(begun)
    if changed.warnings:
        [said] = changed.warnings
        assert f"--{name.split('.')[-1].replace('_', '-')}: has no effect" in said
        table, _, last = name.rpartition(".")
        saved = effective_settings(changed.config)
        assert changed.config == without.config and last not in (saved[table] if table else saved)
    elif changed.config == without.config:
        assert name == "strategy"
    else:
        otherwise = outcome(without.config, tmp_path / "larger") if name in LARGER else usual[strategy]
        assert outcome(changed.config, tmp_path) != otherwise


@pytest.mark.parametrize("name", ["constraints.min_turns", "constraints.max_turns", "constraints.min_decision_density"])
def test_constraints_hold_at_the_gate(name: str, tmp_path: Path) -> None:
    gate = {"simulation.suite": "gate", "generations": 1, "population": 16, "simulation.games": 100}
    assert outcome(resolved({**gate, name: OTHER[name]}).config, tmp_path) != outcome(resolved(gate).config, tmp_path)


def test_the_share_of_contenders_changes_a_run_that_searches(tmp_path: Path) -> None:
    searching = {"simulation.suite": "default", "generations": 1}
    few, all_of_them = (resolved({**searching, "simulation.contenders": share}).config for share in (0.1, 1.0))
    assert outcome(few, tmp_path) != outcome(all_of_them, tmp_path)


@pytest.mark.parametrize(
    ("flags", "said"),
    [
        (
            {"operators.selection": "rank"},
            "--selection: has no effect with strategy map-elites, only with generational",
        ),
        ({"operators.elitism": 2}, "--elitism: has no effect with strategy map-elites"),
        (
            {"strategy": "generational", "operators.selection": "rank", "operators.tournament": 5},
            "--tournament: has no effect with operators.selection rank, only with tournament",
        ),
        ({"operators.crossover_rate": 0.0, "operators.mutation_rate": 0.9}, "--mutation-rate: has no effect with"),
        ({"operators.injection": 1.0, "operators.crossover_rate": 0.9}, "--crossover-rate: has no effect with"),
        ({"operators.crossover_rate": 0.0, "operators.weights.semantic": 2.0}, "--semantic: has no effect"),
        ({"simulation.games": 2300}, "--games: has no effect: it only makes games fewer, and with suite default"),
        ({"simulation.games": 400}, "no more than 400 of a kind"),
        ({"simulation.suite": "gate", "simulation.contenders": 0.5}, "--contenders: has no effect with"),
        ({"simulation.suite": "gate", "constraints.max_decisions": 5}, "--max-decisions: has no effect with"),
        ({"gallery": 20}, "--gallery: a population of 40 fills 10 places, not 20"),
    ],
)
def test_what_has_no_effect_is_said_and_not_saved(flags: dict[str, Any], said: str) -> None:
    settings = resolve(None, flags, {})
    assert len(settings.warnings) == 1 and said in settings.warnings[0]
    name = [*flags][-1]
    if name.count(".") == 1:
        assert value_of(settings.config, name) == value_of(RunConfig(), name)
    assert settings.config.gallery == 10 and settings.config.operators.weights == {}


def test_games_that_are_fewer_count() -> None:
    settings = resolve(None, {"simulation.suite": "full", "simulation.games": 999}, {})
    assert settings.warnings == () and settings.config.simulation.games == 999


def test_variables_that_are_no_settings_are_warned_of() -> None:
    ours = {"DARWINDECK_CACHE_DIR": "x", "DARWINDECK_NO_SKIP": "1", "HOME": "y"}
    assert resolve(None, {}, ours).warnings == ()
    wrong = {**ours, "DARWINDECK_POPULATON": "3", "DARWINDECK_OPERATORS__WEIGHTS": "{}"}
    said = resolve(None, {}, wrong).warnings
    assert [text.partition(";")[0] for text in said] == [
        f"environment: {name}: no such setting" for name in sorted({*wrong} - {*ours})
    ]
    assert said[1].endswith("; did you mean DARWINDECK_POPULATION?")


def test_workers_of_a_cluster_are_its_own() -> None:
    cluster = {"RAY_ADDRESS": "auto"}
    [said] = resolve(None, {"backend": "ray", "workers": 3}, cluster).warnings
    assert said.startswith("--workers: has no effect on a cluster")
    assert resolve(None, {"backend": "ray", "workers": 3}, {}).warnings == ()


def test_short_budgets_have_small_generations_unless_something_else_is_said() -> None:
    def found(**flags: object) -> tuple[int, str]:
        config = resolve(None, flags, {}).config
        return config.population, config.simulation.suite

    assert found() == found(time_budget="2m") == (40, "default")
    assert found(time_budget="10s") == (6, "quick") and found(time_budget="60s") == (16, "default")
    assert found(time_budget="10s", population=12) == (12, "default")  # the beginning of the run without a budget


@pytest.mark.parametrize("name", RUNTIME)
def test_what_changes_no_result_is_read_somewhere(name: str) -> None:
    """Where it is read, since what it does cannot be seen in a run's files."""
    package = Path(__file__).parents[2] / "src" / "darwindeck"
    asked = {"time_budget": "seconds"}.get(name, name)
    reads = [
        node
        for path in (
            package / "experiment" / "lab.py",
            package / "experiment" / "start.py",
            package / "experiment" / "sitting.py",
            package / "cli" / "run.py",
        )
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and node.attr == asked and "runtime" in ast.unparse(node.value)
    ]
    assert reads


@pytest.mark.parametrize(
    ("flags", "variables", "said"),
    [
        ({"population": 2}, {}, "--population: expected int >= 4"),
        ({"simulation.suite": "quik"}, {}, "--suite: invalid enum value 'quik'"),
        ({"name": "a b"}, {}, "--name: expected letters, digits, dots, dashes and underscores"),
        ({"steering.like": "belote"}, {}, "--like: 'belote' is not a known game (agram, "),
        ({"steering.players": 9}, {}, "--players: expected int <= 8"),
        ({"steering.players": 1}, {}, "--players: must be 2 to 8"),
        ({"steering.minutes": "20-10"}, {}, "--minutes: '20-10' is not a range such as 10-20"),
        ({"steering.minutes": "soon"}, {}, "--minutes: 'soon' is not a range such as 10-20"),
        ({"steering.modules": "tricks, chess"}, {}, "--modules: 'chess' is not one of tricks, bundles, fishing, "),
        ({}, {"DARWINDECK_STEERING__MODULES": "go"}, "environment: steering.modules: 'go' is not one of"),
        ({}, {"DARWINDECK_POPULATION": "2"}, "environment: population: expected int >= 4"),
        ({}, {"DARWINDECK_CACHE": "/tmp"}, "environment: cache: expected true or false"),
        ({}, {"DARWINDECK_OPERATORS__ELITISM": "-1"}, "environment: operators.elitism: expected int >= 0"),
    ],
)
def test_a_wrong_value_is_named_as_it_was_given(flags: dict[str, Any], variables: dict[str, str], said: str) -> None:
    with pytest.raises(SettingError) as refused:
        resolve(None, flags, variables)
    assert str(refused.value).startswith(said)


def test_a_wrong_value_in_a_file_is_named_with_it(tmp_path: Path) -> None:
    file = tmp_path / "run.yaml"
    file.write_text("operators: {elitism_count: -1}\n")
    with pytest.raises(SettingError, match=r"run\.yaml: operators\.elitism_count: expected int >= 0"):
        resolve(file, {}, {})
