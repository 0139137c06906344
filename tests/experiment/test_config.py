"""Settings: where they come from, who wins, and what is said of wrong ones."""

from __future__ import annotations

from pathlib import Path

import pytest

from darwindeck.errors import SettingError
from darwindeck.experiment.config import RUNTIME, RuntimeConfig, config_bytes, duration, load_config, setting_names
from darwindeck.experiment.settings import PROJECT, resolve, resolve_runtime

from .kills import SEEDS_FILE


def test_flags_win_over_the_environment_over_the_file_over_defaults(tmp_path: Path) -> None:
    file = tmp_path / "run.yaml"
    file.write_text("population: 20\ngenerations: 7\nseed: 3\n")
    environment = {"DARWINDECK_GENERATIONS": "8", "DARWINDECK_SEED": "4", "DARWINDECK_OPERATORS__INJECTION": "0.5"}
    config, runtime, *_ = resolve(file, {"seed": 5, "workers": 2, "name": None}, environment)
    assert (config.population, config.generations, config.seed) == (20, 8, 5)
    assert (config.operators.injection, config.name, runtime.workers) == (0.5, "run", 2)


def test_the_projects_own_file_is_found_and_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert resolve(None, {}, {}).read == ()
    PROJECT.write_text("population: 20\ngenerations: 7\nworkers: 3\n")
    config, runtime, read, _ = resolve(None, {}, {})
    assert (config.population, config.generations, runtime.workers, read) == (20, 7, 3, (PROJECT,))
    resumed, read = resolve_runtime({}, {})
    assert (resumed.workers, read) == (3, (PROJECT,))
    assert resolve_runtime({"workers": 2}, {}) == (RuntimeConfig(workers=2), ())
    other = Path("other.yaml")
    other.write_text("generations: 8\n")
    config, _, read, _ = resolve(other, {}, {"DARWINDECK_POPULATION": "30"})
    assert (config.population, config.generations, read) == (30, 8, (PROJECT, other))
    assert resolve(PROJECT, {}, {}).read == (PROJECT,)


def test_files_of_the_older_plan_are_understood() -> None:
    config, runtime, read, warnings = resolve(SEEDS_FILE, {"strategy": "generational"}, {})
    assert (config.population, config.name, config.profile) == (100, "strategic-test", "strategic-depth")
    assert (config.operators.elitism, config.operators.crossover_rate) == (10, 0.7)
    assert (runtime.workers, config.constraints.max_turns, read) == (8, 100, (SEEDS_FILE,))
    [said] = warnings
    assert "simulation.games_per_evaluation: has no effect" in said and config.simulation.games == 0


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
        ("constraints: {min_turns: 9, max_turns: 8}", "min_turns 9 is above max_turns 8"),
        ("population: 4\nstart_files: [a, b, c, d, e]", "5 games are more than the population of 4"),
        ("operators: {weights: 3}", "operators.weights: no such setting"),
    ],
)
def test_wrong_settings_are_named(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "run.yaml"
    file.write_text(text)
    with pytest.raises(SettingError, match=said):
        resolve(file, {}, {})


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"nowhere\.yaml: No such file"):
        resolve(tmp_path / "nowhere.yaml", {}, {})


def test_every_setting_that_counts_is_saved_and_read_again(tmp_path: Path) -> None:
    flags = {"population": 9, "strategy": "generational", "operators.tournament": 5, "start_files": ("a.json",)}
    flags |= {"judge": "learned"}  # else the work of one that trains does not count
    config = resolve(None, flags, {}).config
    path = tmp_path / "config.yaml"
    path.write_bytes(config_bytes(config, {"engine_signature": "1"}))
    assert load_config(path) == (config, {"engine_signature": "1"})
    text = path.read_text()
    assert all(f"{name.split('.')[-1]}:" in text for name in setting_names() if name not in RUNTIME)
    assert not any(f"\n{name}:" in text for name in RUNTIME)


def test_resuming_looks_only_at_where_and_how_long() -> None:
    runtime, _ = resolve_runtime({"workers": 1}, {"DARWINDECK_POPULATION": "nonsense", "DARWINDECK_TIME_BUDGET": "2m"})
    assert (runtime.workers, runtime.seconds) == (1, 120.0)


def test_times() -> None:
    assert [duration(text) for text in ("90", "90s", "5m", "1h30m", "1.5h", 2.5)] == [90, 90, 300, 5400, 5400, 2.5]
    for text in ("", "0", "5x", "m", "-3"):
        with pytest.raises(SettingError):
            duration(text)


def test_the_folder_of_caches_is_no_setting(tmp_path: Path) -> None:
    settings = resolve(None, {}, {"DARWINDECK_CACHE_DIR": str(tmp_path), "DARWINDECK_CACHE": "false", "HOME": "/"})
    assert settings.runtime.cache is False and not settings.warnings
