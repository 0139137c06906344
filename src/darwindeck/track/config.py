"""Settings of a run: defaults, then a YAML file, then the environment, then flags; every one checked and saved."""

from __future__ import annotations

import difflib
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from ..documents import read_yaml
from ..errors import DocumentError, GameError, warn

OTHER_VARIABLES = (  # that begin so, and are no settings of a run
    "DARWINDECK_CACHE_DIR", "DARWINDECK_ANTHROPIC_MODEL", "DARWINDECK_OPENAI_MODEL", "DARWINDECK_NO_SKIP",
)  # fmt: skip
ENVIRONMENT = "DARWINDECK_"  # DARWINDECK_POPULATION=40, DARWINDECK_OPERATORS__CROSSOVER_RATE=0.5
# Spellings of older configuration files, and what they are called here.
SPELLINGS = {
    "population_size": "population",
    "experiment_name": "name",
    "simulation.parallel_workers": "workers",
    "simulation.games_per_evaluation": "simulation.games",
    "operators.elitism_count": "operators.elitism",
}
WEIGHTS = "operators.weights."  # and the name of an operator
RUNTIME = (
    "workers",
    "backend",
    "time_budget",
    "output",
    "cache",
    "console_level",
)  # may differ without changing a run's results
T = TypeVar("T")
Share = Annotated[float, Meta(ge=0, le=1)]
Level = Literal["debug", "info", "warning"]


class Operators(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    crossover_rate: Share = 0.4
    mutation_rate: Share = 0.3  # of children by crossover; the others are always mutated
    injection: Share = 0.1  # share of newly drawn random genomes
    selection: Literal["tournament", "roulette", "rank"] = "tournament"  # this and the next two: strategy generational
    tournament: Annotated[int, Meta(ge=1, le=1000)] = 3
    elitism: Annotated[int, Meta(ge=0, le=1000)] = 4
    weights: dict[str, Annotated[float, Meta(ge=0, le=1e9)]] = {}  # how often operators are tried, where not as usual


class Simulation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    suite: Literal["gate", "quick", "default", "full"] = "default"
    games: Annotated[int, Meta(ge=0, le=1_000_000)] = 0  # of a kind and genome at most; 0: what the suite says
    contenders: Share = 0.25  # share of each generation that searched games are spent on


class Constraints(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    min_turns: Annotated[int, Meta(ge=0)] = 3
    max_turns: Annotated[int, Meta(ge=1)] = 500
    min_decision_density: Share = 0.2
    max_decisions: Annotated[int, Meta(ge=1)] = 800  # a game


class RunConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What determines the results of a run. Where it runs, and how fast, is not here."""

    name: Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$")] = "run"
    profile: str = "balanced"
    strategy: Literal["map-elites", "generational"] = "map-elites"
    population: Annotated[int, Meta(ge=4, le=10_000)] = 40
    generations: Annotated[int, Meta(ge=1, le=1_000_000)] = 12
    seed: Annotated[int, Meta(ge=0, le=(1 << 63) - 1)] = 0
    start: Literal["mixture", "known", "random"] = "mixture"
    start_files: tuple[str, ...] = ()
    gallery: Annotated[int, Meta(ge=1, le=1000)] = 10  # games at most; never more than a quarter of the population
    log_level: Level = "info"  # of log.jsonl
    operators: Operators = Operators()
    simulation: Simulation = Simulation()
    constraints: Constraints = Constraints()


class RuntimeConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where and how long: never changes what a finished generation holds."""

    workers: Annotated[int, Meta(ge=0, le=4096)] = 0
    backend: Literal["local", "ray"] = "local"
    time_budget: float | str | None = None  # seconds, or 90s, 5m, 1h30m
    output: str = "experiments"
    cache: bool = True
    console_level: Level = "info"

    @property
    def seconds(self) -> float | None:
        """The time budget."""
        return None if self.time_budget is None else duration(self.time_budget)


def duration(text: float | str) -> float:
    """Seconds in 90, "90s", "5m" or "1h30m"."""
    parts = re.fullmatch(r"(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s?)?", str(text).strip())
    if not str(text).strip() or parts is None:
        raise GameError(f"time_budget: {text!r} is not a time such as 90s, 5m or 1h30m")
    hours, minutes, seconds = (float(part or 0) for part in parts.groups())
    total = 3600 * hours + 60 * minutes + seconds
    if total <= 0:
        raise GameError("time_budget: must be more than nothing")
    return total


def resolve(
    file: Path | None, flags: Mapping[str, Any], environment: Mapping[str, str] | None = None
) -> tuple[RunConfig, RuntimeConfig]:
    """The settings of a run; a fault is named with where it comes from."""
    merged: dict[str, Any] = {}
    for source, values in (
        (str(file), _from_file(file) if file else {}),
        ("environment", _from_environment(os.environ if environment is None else environment)),
        ("flags", {key: value for key, value in flags.items() if value is not None}),
    ):
        for key, value in values.items():
            _put(merged, key, value, source)
    place = {key: merged.pop(key) for key in RUNTIME if key in merged}
    config, runtime = _convert(merged, RunConfig), _convert(place, RuntimeConfig)
    if runtime.time_budget is not None:
        duration(runtime.time_budget)
    return config, runtime


def resolve_runtime(flags: Mapping[str, Any], environment: Mapping[str, str] | None = None) -> RuntimeConfig:
    """Where and how long, for a run whose other settings are fixed already; the environment's are not looked at."""
    every = _from_environment(os.environ if environment is None else environment)
    return resolve(None, flags, {f"{ENVIRONMENT}{key.upper()}": every[key] for key in RUNTIME if key in every})[1]


def _from_file(path: Path) -> dict[str, Any]:
    return _flat(_table(path))


def _table(path: Path) -> dict[str, Any]:
    try:
        data = read_yaml(path)
    except DocumentError as error:
        raise GameError(str(error)) from None
    except OSError as error:
        raise GameError(f"{path}: {error.strerror}") from None
    if not isinstance(data, dict | None):
        raise GameError(f"{path}: must be a table of settings")
    return data or {}


def _flat(data: Mapping[Any, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in data.items():
        name = f"{prefix}{key}"
        flat |= _flat(value, f"{name}.") if isinstance(value, dict) else {name: value}
    return flat


def _from_environment(environment: Mapping[str, str]) -> dict[str, Any]:
    known = {name.upper().replace(".", "__"): name for name in setting_names()}
    found = {}
    for variable, text in environment.items():
        if not variable.startswith(ENVIRONMENT) or variable in OTHER_VARIABLES:
            continue
        name = known.get(variable.removeprefix(ENVIRONMENT))
        if name is None:
            meant = difflib.get_close_matches(variable.removeprefix(ENVIRONMENT), known, n=1, cutoff=0.7)
            hint = f"; did you mean {ENVIRONMENT}{meant[0]}?" if meant else " and is not looked at"
            warn(f"{variable} is not a setting{hint}")
        else:
            found[name] = text
    return found


def setting_names() -> list[str]:
    """Every setting by its dotted name."""
    names: list[str] = []
    for struct, prefix in (
        (RunConfig, ""),
        (RuntimeConfig, ""),
        (Operators, "operators."),
        (Simulation, "simulation."),
        (Constraints, "constraints."),
    ):
        names += [f"{prefix}{field.name}" for field in msgspec.structs.fields(struct)]
    tables = ("operators", "simulation", "constraints", WEIGHTS.rstrip("."))
    return [name for name in names if name not in tables]


def _put(merged: dict[str, Any], key: str, value: Any, source: str) -> None:
    name = SPELLINGS.get(key, key)
    if name not in setting_names() and not name.startswith(WEIGHTS):
        raise GameError(f"{source}: {key}: no such setting")
    *folders, last = name.split(".")
    for folder in folders:
        merged = merged.setdefault(folder, {})
    merged[last] = value


def _convert(data: dict[str, Any], kind: type[T]) -> T:
    try:
        return msgspec.convert(data, kind, strict=False)
    except msgspec.ValidationError as error:
        raise GameError(f"settings: {error}") from None


def config_bytes(config: RunConfig, facts: Mapping[str, Any]) -> bytes:
    """The YAML of every resolved setting, and facts of the engine that made the run."""
    import yaml

    data = {**msgspec.to_builtins(config), **facts}
    return yaml.safe_dump(data, sort_keys=True, allow_unicode=True).encode()


def load_config(path: Path) -> tuple[RunConfig, dict[str, Any]]:
    """What `config_bytes` wrote: the settings and the facts."""
    data = _table(path)
    fields = {field.name for field in msgspec.structs.fields(RunConfig)}
    settings = {key: value for key, value in data.items() if key in fields}
    facts = {key: value for key, value in data.items() if key not in fields}
    return _convert(settings, RunConfig), facts
