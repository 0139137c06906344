"""Settings: where they come from, who wins, and what is said of wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from darwindeck.errors import DarwinDeckWarning, GameError
from darwindeck.track.config import config_bytes, duration, load_config, resolve, resolve_runtime, setting_names

SEEDS_FILE = """
profile: strategic-depth
population_size: 100
generations: 50
experiment_name: "strategic-test"
operators: {mutation_rate: 0.15, crossover_rate: 0.7, elitism_count: 10, selection: tournament}
simulation: {games_per_evaluation: 2300, parallel_workers: 8}
constraints: {min_turns: 5, max_turns: 100, min_decision_density: 0.2}
"""


def test_flags_win_over_the_environment_over_the_file_over_defaults(tmp_path: Path) -> None:
    file = tmp_path / "run.yaml"
    file.write_text("population: 20\ngenerations: 7\nseed: 3\n")
    environment = {"DARWINDECK_GENERATIONS": "8", "DARWINDECK_SEED": "4", "DARWINDECK_OPERATORS__INJECTION": "0.5"}
    config, runtime = resolve(file, {"seed": 5, "workers": 2, "name": None}, environment)
    assert (config.population, config.generations, config.seed) == (20, 8, 5)
    assert (config.operators.injection, config.name, runtime.workers) == (0.5, "run", 2)


def test_files_of_the_older_plan_are_understood(tmp_path: Path) -> None:
    file = tmp_path / "evolution_config.yaml"
    file.write_text(SEEDS_FILE)
    config, runtime = resolve(file, {}, {})
    assert (config.population, config.name, config.profile) == (100, "strategic-test", "strategic-depth")
    assert (config.operators.elitism, config.operators.crossover_rate) == (10, 0.7)
    assert (config.simulation.games, runtime.workers, config.constraints.max_turns) == (2300, 8, 100)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("populaton: 3", "populaton: no such setting"),
        ("population: many", "population"),
        ("population: 1", "population"),
        ("operators: {elitism: -1}", "elitism"),
        ("- 1", "must be a table"),
        ("a: [", "run.yaml"),
        ("name: ../up", "name"),
        ("time_budget: soon", "90s, 5m or 1h30m"),
    ],
)
def test_wrong_settings_are_named(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "run.yaml"
    file.write_text(text)
    with pytest.raises(GameError, match=said):
        resolve(file, {}, {})


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"nowhere\.yaml: No such file"):
        resolve(tmp_path / "nowhere.yaml", {}, {})


def test_every_setting_is_saved_and_read_again(tmp_path: Path) -> None:
    config, _ = resolve(None, {"population": 9, "operators.tournament": 5, "start_files": ("a.json",)}, {})
    path = tmp_path / "config.yaml"
    path.write_bytes(config_bytes(config, {"engine_signature": "1"}))
    assert load_config(path) == (config, {"engine_signature": "1"})
    text = path.read_text()
    place = ("workers", "backend", "time_budget", "output", "cache", "console_level")
    assert all(f"{name.split('.')[-1]}:" in text for name in setting_names() if name not in place)
    assert not any(f"\n{name}:" in text for name in place)


def test_resuming_looks_only_at_where_and_how_long() -> None:
    runtime = resolve_runtime({"workers": 1}, {"DARWINDECK_POPULATION": "nonsense", "DARWINDECK_TIME_BUDGET": "2m"})
    assert (runtime.workers, runtime.seconds) == (1, 120.0)


def test_times() -> None:
    assert [duration(text) for text in ("90", "90s", "5m", "1h30m", "1.5h", 2.5)] == [90, 90, 300, 5400, 5400, 2.5]
    for text in ("", "0", "5x", "m", "-3"):
        with pytest.raises(GameError):
            duration(text)


def test_a_misspelt_variable_is_warned_of() -> None:
    with pytest.warns(
        DarwinDeckWarning, match="DARWINDECK_POPULATON is not a setting; did you mean DARWINDECK_POPULATION?"
    ):
        resolve(None, {}, {"DARWINDECK_POPULATON": "9"})
    with pytest.warns(DarwinDeckWarning, match="DARWINDECK_XYZ is not a setting and is not looked at"):
        resolve_runtime({}, {"DARWINDECK_XYZ": "9"})


def test_the_folder_of_caches_is_no_setting(tmp_path: Path, recwarn: pytest.WarningsRecorder) -> None:
    _, runtime = resolve(None, {}, {"DARWINDECK_CACHE_DIR": str(tmp_path), "DARWINDECK_CACHE": "false", "HOME": "/"})
    assert runtime.cache is False and not recwarn.list
