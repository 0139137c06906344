"""Where settings come from: defaults, darwindeck.yaml, --config, the environment, flags; later ones win.

What was given is either used or spoken of: a fault is an error, and a setting without effect in this run a warning. It is
then saved as its default, never as if it had counted.
"""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from ..errors import SettingError
from ..evolve.vary import INCOHERENT, find_crossover
from ..genome.text import known_games
from ..judge.cohesion import MODULE_NAMES
from .config import (
    RUNTIME,
    SIGNATURE,
    STARTS,
    RunConfig,
    RuntimeConfig,
    Steering,
    convert,
    duration,
    objections,
    only_if_crossed,
    read_table,
    setting_names,
)

PROJECT = Path("darwindeck.yaml")  # read without being asked for, in the folder at hand
ENVIRONMENT = "DARWINDECK_"  # DARWINDECK_POPULATION=40, DARWINDECK_OPERATORS__CROSSOVER_RATE=0.5
OTHER_VARIABLES = ("CACHE_DIR", "NO_SKIP", "ANTHROPIC_MODEL", "OPENAI_MODEL")  # of ours, but no settings of runs
# Spellings of older configuration files, and what they are called here.
SPELLINGS = {
    "population_size": "population",
    "experiment_name": "name",
    "simulation.parallel_workers": "workers",
    "simulation.games_per_evaluation": "simulation.games",
    "operators.elitism_count": "operators.elitism",
}
FLAGS = "flags"
# Below so many seconds of a time budget, what is played where no population is given.
SHORT_BUDGETS: dict[int, dict[str, Any]] = {30: {"population": 6, "simulation.suite": "quick"}, 90: {"population": 16}}
WEIGHTS = "operators.weights"  # a table: a dot and the name of an operator follow


@dataclass(frozen=True)
class Given:
    """A setting as somebody gave it."""

    name: str
    value: Any
    where: str  # the source, and how the setting is spelled there


class Settings(NamedTuple):
    """What a run is started with, the files that had a say in it, and what had no effect."""

    config: RunConfig
    runtime: RuntimeConfig
    read: tuple[Path, ...]
    warnings: tuple[str, ...]


def resolve(file: Path | None, flags: Mapping[str, Any], environment: Mapping[str, str] | None = None) -> Settings:
    """The settings of a run; a fault is named with where it comes from."""
    around = os.environ if environment is None else environment
    files = [path for path in (PROJECT, file) if path is not None and (path == file or path.is_file())]
    given: dict[str, Given] = {}
    for path in dict.fromkeys(files):
        _add(given, _from_file(path), str(path))
    _add(given, _from_environment(around), "environment")
    _add(given, _from_flags(flags), FLAGS)
    runtime = _runtime(given)
    _fit_to_budget(given, runtime)
    ours = {name: each for name, each in given.items() if name not in RUNTIME}
    config = _config(ours)
    warnings = [
        *_unknown(around),
        *_without_effect(config, ours),
        *_warn_of_caps(config, ours),
        *_warn_of_mixing(config, ours),
    ]
    warnings += _warn_of_cluster(runtime, given, around)
    config = _config({name: each for name, each in ours.items() if not _objections(config, name)})
    config = msgspec.structs.replace(config, gallery=config.places)
    return Settings(config, runtime, tuple(dict.fromkeys(files)), tuple(warnings))


def _warn_of_cluster(runtime: RuntimeConfig, given: Mapping[str, Given], around: Mapping[str, str]) -> list[str]:
    """Settings of a cluster without one, and of this machine where a cluster plays."""
    if runtime.backend != "ray":
        alone = [name for name in ("address", "worker_memory") if name in given]
        return [f"{given[name].where}: has no effect without --backend ray" for name in alone]
    named = "--address" if runtime.address else "RAY_ADDRESS"
    if "workers" in given and (runtime.address or around.get("RAY_ADDRESS")):
        return [f"{given['workers'].where}: has no effect on a cluster that runs already ({named})"]
    return []


def resolve_runtime(
    flags: Mapping[str, Any], environment: Mapping[str, str] | None = None
) -> tuple[RuntimeConfig, tuple[Path, ...]]:
    """Where and how long, for a run whose other settings are fixed already, and the files that had a say in it."""
    given: dict[str, Given] = {}
    project = _from_file(PROJECT) if PROJECT.is_file() else {}
    around = _from_environment(os.environ if environment is None else environment)
    for source, values in ((str(PROJECT), project), ("environment", around), (FLAGS, _from_flags(flags))):
        _add(given, {key: value for key, value in values.items() if SPELLINGS.get(key, key) in RUNTIME}, source)
    return _runtime(given), (PROJECT,) if any(each.where.startswith(f"{PROJECT}:") for each in given.values()) else ()


# Sources.


def _from_file(path: Path) -> dict[str, Any]:
    """Settings of a file, which may be the config.yaml of a run: what that says of the run besides is no setting."""
    table = read_table(path)
    of_a_run = SIGNATURE in table
    return _flat({key: value for key, value in table.items() if not of_a_run or key in RunConfig.__struct_fields__})


def _flat(data: Mapping[Any, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in data.items():
        name = f"{prefix}{key}"
        flat |= _flat(value, f"{name}.") if isinstance(value, dict) else {name: value}
    return flat


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    known = _variables()
    return {known[variable]: text for variable, text in environment.items() if variable in known}


def _from_flags(flags: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in flags.items() if value is not None}


def _variables() -> dict[str, str]:
    """The setting of each variable; weights of operators are for files."""
    names = [name for name in setting_names() if name != WEIGHTS]
    return {f"{ENVIRONMENT}{name.upper().replace('.', '__')}": name for name in names}


def _unknown(environment: Mapping[str, str]) -> Iterator[str]:
    known = {*_variables(), *(f"{ENVIRONMENT}{name}" for name in OTHER_VARIABLES)}
    for variable in sorted(environment):
        if variable.startswith(ENVIRONMENT) and variable not in known:
            meant = difflib.get_close_matches(variable, known, n=1, cutoff=0.9)
            yield f"environment: {variable}: no such setting{f'; did you mean {meant[0]}?' if meant else ''}"


def _add(given: dict[str, Given], values: Mapping[str, Any], source: str) -> None:
    for key, value in values.items():
        name = SPELLINGS.get(key, key)
        if _table(name) not in setting_names() or name == WEIGHTS:
            raise SettingError(f"{source}: {key}: no such setting")
        flag = f"--{name.rpartition('.')[2].replace('_', '-')}"
        given[name] = Given(name, value, flag if source == FLAGS else f"{source}: {key}")


def _table(name: str) -> str:
    """The setting that a name belongs to; the weight of an operator belongs to `operators.weights`."""
    return WEIGHTS if name.startswith(f"{WEIGHTS}.") else name


def _places(given: Mapping[str, Given]) -> dict[str, str]:
    """Where each setting was given."""
    return {name: each.where for name, each in given.items()}


def _runtime(given: Mapping[str, Given]) -> RuntimeConfig:
    runtime = convert(
        {name: each.value for name, each in given.items() if name in RUNTIME}, RuntimeConfig, _places(given)
    )
    if runtime.time_budget is not None:
        duration(runtime.time_budget)
    return runtime


def _fit_to_budget(given: dict[str, Given], runtime: RuntimeConfig) -> None:
    """Where there is little time and no population is given, generations are small enough for one to be complete."""
    limits = [limit for limit in SHORT_BUDGETS if runtime.seconds is not None and runtime.seconds < limit]
    if limits and "population" not in given:
        for name, value in SHORT_BUDGETS[min(limits)].items():
            given.setdefault(name, Given(name, value, f"a time budget below {min(limits)} s"))


def _config(given: Mapping[str, Given]) -> RunConfig:
    """The settings as one structure; those that contradict each other are an error."""
    merged: dict[str, Any] = {}
    for name, each in given.items():
        *tables, last = name.split(".", 2)
        value = each.value.split(",") if name == "steering.modules" and isinstance(each.value, str) else each.value
        place = merged
        for table in tables:
            place = place.setdefault(table, {})
        place[last] = [part.strip() for part in value] if name == "steering.modules" else value
    config = convert(merged, RunConfig, _places(given))
    _refuse_steering(config.steering, _places(given))
    limits = config.constraints
    if limits.min_turns > limits.max_turns:
        raise SettingError(f"constraints: min_turns {limits.min_turns} is above max_turns {limits.max_turns}")
    if "" in config.start_games:
        raise SettingError(
            f"start: {config.start!r} is not one of {', '.join(STARTS)}, nor games with commas between them"
        )
    if len(config.start_games) > config.population:
        where = "start" if len(config.start_games) > len(config.start_files) else "start_files"
        raise SettingError(
            f"{where}: {len(config.start_games)} games are more than the population of {config.population}"
        )
    return config


def _refuse_steering(steering: Steering, places: Mapping[str, str]) -> None:
    """Games and modules that nobody knows, and ranges that are none, each named where it was given."""

    def fail(name: str, why: str) -> None:
        raise SettingError(f"{places.get(f'steering.{name}', name)}: {why}")

    try:
        steering.range_of_minutes  # noqa: B018 (it raises)
    except ValueError as error:
        fail("minutes", str(error))
    if steering.players == 1:
        fail("players", "must be 2 to 8, or 0 for any number")
    if steering.like and steering.like not in known_games():
        fail("like", f"{steering.like!r} is not a known game ({', '.join(known_games())})")
    for name in steering.modules:
        if name not in MODULE_NAMES.values():
            fail("modules", f"{name!r} is not one of {', '.join(MODULE_NAMES.values())}")


# What had no effect.


def _objections(config: RunConfig, name: str) -> list[str]:
    """Why a setting, or the weight of one operator, has no effect in this run."""
    if not name.startswith(f"{WEIGHTS}."):
        return objections(config, name)
    objection = only_if_crossed(config)
    return [objection] if objection and callable(find_crossover(name.removeprefix(f"{WEIGHTS}."))) else []


def _without_effect(config: RunConfig, given: Mapping[str, Given]) -> Iterator[str]:
    for name, each in given.items():
        for objection in _objections(config, name)[:1]:
            yield f"{each.where}: {objection}"


def _warn_of_caps(config: RunConfig, given: Mapping[str, Given]) -> Iterator[str]:
    if "gallery" in given and config.places < config.gallery:
        yield f"{given['gallery'].where}: a population of {config.population} fills {config.places} places, not {config.gallery}"


def _warn_of_mixing(config: RunConfig, given: Mapping[str, Given]) -> Iterator[str]:
    for name in INCOHERENT:
        each = given.get(f"{WEIGHTS}.{name}")
        if each is not None and config.operators.weights[name] > 0 and config.operators.crossover_rate > 0:
            yield f"{each.where}: mixes fields one by one, and hardly ever gives a game that anybody would play"
