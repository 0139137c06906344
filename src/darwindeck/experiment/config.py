"""Settings of a run, each with its range, its default and what it takes to count. Where they come from is settings.py."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta

from ..errors import DocumentError, SettingError
from ..files.read import read_yaml

T = TypeVar("T")
EXPECTED = {
    "matching regex": "letters, digits, dots, dashes and underscores, at most 80, the first a letter or a digit",
    "`bool`": "true or false",
}
Share = Annotated[float, Meta(ge=0, le=1)]
Level = Literal["debug", "info", "warning"]
Rule = Callable[["RunConfig"], str]  # why a setting has no effect in a run; "" if it has
STARTS = ("known", "random", "mixture")  # ways to begin a run, besides naming games
FEWEST_SHOWN = 3  # games in a gallery, also of the smallest population


# Rules that fields carry. A setting that was given and has no effect is never saved as if it had one (settings.py).


def counts(*rules: Rule) -> Meta:
    """Marks a field: the setting counts only in runs in which none of the rules objects."""
    return Meta(extra={"rules": rules})


def only_with(name: str, *values: str) -> Rule:
    """It counts only where another setting has one of these values."""

    def objection(config: RunConfig) -> str:
        found = value_of(config, name)
        return "" if found in values else f"has no effect with {name} {found}, only with {' or '.join(values)}"

    return objection


def only_if_bred(config: RunConfig) -> str:
    return "" if config.operators.injection < 1 else "has no effect with operators.injection 1, which draws all genomes"


def only_if_crossed(config: RunConfig) -> str:
    return "" if config.operators.crossover_rate > 0 else "has no effect with operators.crossover_rate 0"


def only_if_fewer(config: RunConfig) -> str:
    """A limit counts only if it is below what the suite plays."""
    from ..evaluate.plan import RACES, SUITES

    suite = config.simulation.suite
    most = max(RACES[suite].most_games, SUITES["default"].most_games)  # the gallery is measured as `evaluate` does
    if config.simulation.games < most:
        return ""
    return f"has no effect: it only makes games fewer, and with suite {suite} no more than {most} of a kind are played"


GENETIC = only_with("strategy", "generational")
WITH_PILOT = only_with("simulation.suite", "quick", "default", "full")
WITH_SEARCH = only_with("simulation.suite", "default", "full")


class Operators(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    crossover_rate: Annotated[Share, counts(only_if_bred)] = 0.4
    # Of children by crossover; the others are always mutated.
    mutation_rate: Annotated[Share, counts(only_if_bred, only_if_crossed)] = 0.3
    injection: Share = 0.0  # share of newly drawn random genomes
    selection: Annotated[Literal["tournament", "roulette", "rank"], counts(GENETIC, only_if_bred)] = "tournament"
    tournament: Annotated[
        int, Meta(ge=1, le=1000), counts(GENETIC, only_if_bred, only_with("operators.selection", "tournament"))
    ] = 3
    elitism: Annotated[int, Meta(ge=0, le=1000), counts(GENETIC)] = 4
    # How often operators are tried, where not as usual.
    weights: dict[str, Annotated[float, Meta(ge=0, le=1e9)]] = {}


class Simulation(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    suite: Literal["gate", "quick", "default", "full"] = "default"
    # Of a kind and genome at most; 0: what the suite says.
    games: Annotated[int, Meta(ge=0, le=1_000_000), counts(only_if_fewer)] = 0
    contenders: Annotated[Share, counts(WITH_SEARCH)] = (
        0.25  # share of each generation that searched games are spent on
    )


class Constraints(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    min_turns: Annotated[int, Meta(ge=0)] = 3
    max_turns: Annotated[int, Meta(ge=1)] = 500
    min_decision_density: Share = 0.2
    max_decisions: Annotated[int, Meta(ge=1), counts(WITH_PILOT)] = 800  # a game


class Steering(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What kind of games a run is for; nothing given, any kind."""

    like: str = ""  # a known game
    players: Annotated[int, Meta(ge=0, le=8)] = 0  # 0: any number
    minutes: str = ""  # "10-20": of people, judged by simulated games
    modules: tuple[str, ...] = ()  # all of which a game that is shown has

    @property
    def range_of_minutes(self) -> tuple[float, float]:
        """The least and the most minutes; ValueError if they are not written as a range."""
        if not self.minutes:
            return 0.0, math.inf
        parts = re.fullmatch(r"(\d{1,4})\s*[-–]\s*(\d{1,4})", self.minutes.strip())
        if parts is None or int(parts[1]) > int(parts[2]):
            raise ValueError(f"{self.minutes!r} is not a range such as 10-20")
        return float(parts[1]), float(parts[2])


class RunConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What determines the results of a run. Where it runs, and how fast, is not here."""

    name: Annotated[str, Meta(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$")] = "run"
    profile: str = "balanced"
    ratings: str = ""  # a file of opinions that the profile is weighed by; none: the profile as it is
    strategy: Literal["map-elites", "generational"] = "map-elites"
    population: Annotated[int, Meta(ge=4, le=10_000)] = 40
    generations: Annotated[int, Meta(ge=1, le=1_000_000)] = 12
    seed: Annotated[int, Meta(ge=0, le=(1 << 63) - 1)] = 0
    start: str = "known"  # one of STARTS, or games by name or file, with commas between them
    start_files: tuple[str, ...] = ()
    gallery: Annotated[int, Meta(ge=1, le=1000)] = 10  # games at most
    judge: Literal["search", "learned"] = "search"  # the last one: a search, or one that also trains
    judge_laps: Annotated[int, Meta(ge=1, le=1_000_000), counts(only_with("judge", "learned"))] = 48
    log_level: Level = "info"  # of log.jsonl
    operators: Operators = Operators()
    simulation: Simulation = Simulation()
    constraints: Constraints = Constraints()
    steering: Steering = Steering()

    @property
    def start_games(self) -> tuple[str, ...]:
        """The games by name or file that a run begins with, in the order given."""
        named = () if self.start in STARTS else tuple(name.strip() for name in self.start.split(","))
        return (*named, *self.start_files)

    @property
    def places(self) -> int:
        """Places in the gallery: at most a quarter of the population, but always a few."""
        return min(self.gallery, max(FEWEST_SHOWN, self.population // 4))


class RuntimeConfig(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Where a run happens, and how long it may take. Nothing here changes what a complete generation holds."""

    workers: Annotated[int, Meta(ge=0, le=4096)] = 0
    backend: Literal["local", "ray"] = "local"
    address: str = ""  # of a Ray cluster; none: RAY_ADDRESS, or one of its own
    worker_memory: Annotated[float, Meta(ge=0.25, le=1024)] = 2.0  # GiB, of each worker of a cluster
    time_budget: float | str | None = None  # seconds, or 90s, 5m, 1h30m
    output: str = "experiments"
    cache: bool = True
    console_level: Level = "info"

    @property
    def seconds(self) -> float | None:
        """The time budget in seconds."""
        return None if self.time_budget is None else duration(self.time_budget)


def duration(text: float | str) -> float:
    """Seconds in 90, "90s", "5m" or "1h30m"."""
    parts = re.fullmatch(r"(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s?)?", str(text).strip())
    if not str(text).strip() or parts is None:
        raise SettingError(f"time_budget: {text!r} is not a time such as 90s, 5m or 1h30m")
    hours, minutes, seconds = (float(part or 0) for part in parts.groups())
    total = 3600 * hours + 60 * minutes + seconds
    if total <= 0:
        raise SettingError("time_budget: must be more than nothing")
    return total


TABLES = {"operators": Operators, "simulation": Simulation, "constraints": Constraints, "steering": Steering}
RUNTIME = RuntimeConfig.__struct_fields__  # may differ without changing a run's results


def setting_names() -> list[str]:
    """Every setting by its dotted name."""
    names = [name for name in (*RunConfig.__struct_fields__, *RUNTIME) if name not in TABLES]
    return names + [f"{table}.{name}" for table, struct in TABLES.items() for name in struct.__struct_fields__]


def value_of(config: RunConfig, name: str) -> Any:
    """The setting of that dotted name."""
    part: Any = config
    for step in name.split("."):
        part = getattr(part, step)
    return part


def objections(config: RunConfig, name: str) -> list[str]:
    """Why a setting has no effect in this run; nothing if it has one."""
    table, _, last = name.rpartition(".")
    kind = msgspec.inspect.type_info(TABLES.get(table, RunConfig))
    assert isinstance(kind, msgspec.inspect.StructType)
    field = next(field for field in kind.fields if field.name == last).type
    rules = (field.extra or {}).get("rules", ()) if isinstance(field, msgspec.inspect.Metadata) else ()
    return [said for rule in rules if (said := rule(config))]


def convert(data: Mapping[str, Any], kind: type[T], where: Mapping[str, str] | None = None) -> T:
    """The settings as a structure; a fault is named with where the setting was given, as far as that is known."""
    try:
        return msgspec.convert(data, kind, strict=False)
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at ")
        name = path.strip("`").removeprefix("$.")
        place = (where or {}).get(name) or name or "settings"
        raise SettingError(f"{place}: {_plainly(message)}") from None


def _plainly(message: str) -> str:
    """What the library expected, in words."""
    for found, words in EXPECTED.items():
        if found in message:
            return f"expected {words}"
    return message[0].lower() + message[1:].replace("`", "")


def effective_settings(config: RunConfig) -> dict[str, Any]:
    """The settings as plain data, without those that have no effect in this run."""
    data: dict[str, Any] = msgspec.to_builtins(config)
    for name in RunConfig.__struct_fields__:
        if name not in TABLES and objections(config, name):
            del data[name]
    for table, struct in TABLES.items():
        for name in struct.__struct_fields__:
            if objections(config, f"{table}.{name}"):
                del data[table][name]
    return data


SIGNATURE = "engine_signature"  # a fact that every config.yaml has besides its settings


def config_bytes(config: RunConfig, facts: Mapping[str, Any]) -> bytes:
    """The YAML of every setting that counts, and facts of the engine that made the run."""
    import yaml

    data = {**effective_settings(config), **facts}
    return yaml.safe_dump(data, sort_keys=True, allow_unicode=True).encode()


def read_table(path: Path) -> dict[Any, Any]:
    """The table of settings in a YAML file; an empty file is an empty table."""
    try:
        data = read_yaml(path)
    except DocumentError as error:
        raise SettingError(str(error)) from None
    except OSError as error:
        raise SettingError(f"{path}: {error.strerror}") from None
    if not isinstance(data, dict | None):
        raise SettingError(f"{path}: must be a table of settings")
    return data or {}


def load_config(path: Path) -> tuple[RunConfig, dict[str, Any]]:
    """What `config_bytes` wrote: the settings and the facts."""
    data = read_table(path)
    fields = {field.name for field in msgspec.structs.fields(RunConfig)}
    settings = {key: value for key, value in data.items() if key in fields}
    facts = {key: value for key, value in data.items() if key not in fields}
    return convert(settings, RunConfig, {name: f"{path}: {name}" for name in setting_names()}), facts
