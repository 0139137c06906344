"""What the directory of a run tells, read once for a page or a comparison."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median, quantiles
from typing import Any

from ..errors import RunError
from ..experiment.config import effective_settings
from ..experiment.experiment import RUNTIME, STATE, SUMMARY, Experiment, report_damage
from ..experiment.export import Game, top_games
from ..judge.cohesion import MODULE_NAMES

MEASURED, OUTRACED = "measured to the end", "others looked better"


@dataclass(frozen=True)
class GenerationFacts:
    """One generation: its row of the history, the fitness of the games kept after it, and what became of its candidates."""

    row: Mapping[str, Any]
    best: tuple[float, float, float]  # with its interval
    middle: tuple[float, float, float]  # median and quartiles of all that are kept
    fates: Mapping[str, int]


@dataclass(frozen=True)
class RunFacts:
    """All that is told of a run."""

    path: str
    name: str
    settings: Mapping[str, Any]
    facts: Mapping[str, Any]  # version, engine, extensions
    generations: Sequence[GenerationFacts]
    members: Sequence[Mapping[str, Any]]  # games kept last, with their descriptors
    operators: Mapping[str, Mapping[str, int]]
    games: Sequence[Game]  # the gallery, or of an unfinished run the games kept
    is_finished: bool
    sittings: Sequence[Mapping[str, Any]]

    @property
    def processor_hours(self) -> float:
        return sum(float(sitting.get("processor_seconds", 0.0)) for sitting in self.sittings) / 3600

    @property
    def played(self) -> int:
        return sum(int(sitting.get("games_played", 0)) for sitting in self.sittings)


def read_run(run: Experiment, shown: int = 10) -> RunFacts:
    """Reads a run that has at least one complete generation."""
    if not run.generations:
        raise RunError(f"{run.path}: no generation is complete yet")
    last = run.generations - 1
    with report_damage(run.path):
        state = run.read(last, STATE)
        return RunFacts(
            path=str(run.path),
            name=run.config.name,
            settings=effective_settings(run.config),
            facts={name: value for name, value in run.facts.items() if name != "profile_text"},
            generations=[read_generation(run, number) for number in range(run.generations)],
            members=run.read(last, "fitness.json"),
            operators=state.get("tally", {}),
            games=top_games(run, shown),
            is_finished=run.is_finished,
            sittings=read_sittings(run),
        )


def read_generation(run: Experiment, number: int) -> GenerationFacts:
    kept = sorted(run.read(number, "fitness.json"), key=lambda row: -row["mean"])
    means = [float(row["mean"]) for row in kept]
    best = (means[0], float(kept[0]["low"]), float(kept[0]["high"])) if kept else (0.0, 0.0, 0.0)
    fates = Counter(fate_of(found) for found in run.read(number, "evaluations.json"))
    return GenerationFacts(run.read(number, SUMMARY), best, quartiles(means), fates)


def quartiles(values: Sequence[float]) -> tuple[float, float, float]:
    """The median, and the values between which the middle half lies."""
    if len(values) < 2:
        return (values[0],) * 3 if values else (0.0, 0.0, 0.0)
    low, _, high = quantiles(values, n=4, method="inclusive")
    return float(median(values)), low, high


def fate_of(found: Mapping[str, Any]) -> str:
    """What became of a candidate: the gate that rejected it, a limit that it broke, or how far it came."""
    if gates := found.get("rejected"):
        return f"gate: {gates[0].replace('_', ' ')}"
    left = str(found["left"])
    if not left:
        return MEASURED
    if left == "others look better" or left.startswith("cannot reach"):
        return OUTRACED
    what = re.sub(r"[\d.,%]+", "…", re.sub(r"\(.*", "", left.partition(":")[0])).strip()
    return f"{what.removeprefix('… ')} beyond the limits" if what.startswith("… ") else what


def kind_of(descriptors: Mapping[str, float]) -> str:
    """The module that carries a game, in words; empty if nobody has noted it."""
    from ..evolve.strategies.map_elites import AXES

    if "module" not in descriptors:
        return ""
    axis = next(axis for axis in AXES if axis.name == "module")
    return [*MODULE_NAMES.values(), "other"][axis.bin(descriptors["module"])]


def read_sittings(run: Experiment) -> list[Mapping[str, Any]]:
    """How each sitting went; none if nobody has noted it."""
    try:
        found = json.loads((run.path / RUNTIME).read_text(encoding="utf-8"))["sessions"]
    except (OSError, ValueError, KeyError, TypeError):
        return []
    return [sitting for sitting in found if isinstance(sitting, dict)]
