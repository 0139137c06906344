"""The portrait of a game: what was measured of it, as plain data that can be kept and shown later."""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from ..evaluate.evaluate import is_endless, judge
from ..evaluate.plan import SUITES, Backend, run_stage
from ..evaluate.played import Played, collect_evidence
from ..genome.genome import GameGenome
from ..measure.estimate import Metric
from ..measure.evaluation import Candidate
from ..measure.profiles import load_profile
from ..play.rulebooks import round_minutes
from .arc import Arc, trace_arc
from .faults import list_faults
from .tips import Figure, Tip, find_tips

SEED, PROFILE = 0, "balanced"
SUITE = replace(SUITES["default"], name="portrait", stages=(*SUITES["default"].stages, "dead", "habits", "lessons"))
STEPS = (*SUITE.stages, "arc")
Tell = Callable[[str, int], None]  # what is being measured now, and how many steps were before it


class Choice(msgspec.Struct, frozen=True):
    """What a prompt is for: what the worst habit at it costs, and the best one if any was tried, of an even share."""

    prompt: str
    worst: str
    loss: Figure
    best: str = ""
    least: Figure | None = None


class Portrait(msgspec.Struct, frozen=True):
    """What was measured. Where a part was not measured it is empty."""

    suite: str
    seed: int
    date: str  # of the measurement; "" if nobody has noted it
    fitness: Figure
    metrics: dict[str, Figure]
    faults: list[str]
    choices: list[Choice] = []
    tips: list[Tip] = []
    arc: Arc | None = None
    minutes: int = 0  # that people take, about; 0 if nobody has estimated it


def take_portrait(genome: GameGenome, backend: Backend, tell: Tell | None = None) -> Portrait:
    """Plays and measures a game. It takes about a quarter of a minute of one core; `tell` hears of each step of STEPS."""
    played = Played(Candidate(genome), SEED)
    for number, stage in enumerate(SUITE.stages):
        if tell is not None:
            tell(stage, number)
        if not is_endless(played):
            played = run_stage(stage, [played], SUITE, backend)[0]
    if tell is not None:
        tell(STEPS[-1], len(SUITE.stages))
    found = judge(played, load_profile(PROFILE), SUITE)
    return Portrait(
        SUITE.name,
        SEED,
        datetime.datetime.now(datetime.UTC).date().isoformat(),
        figure(found.fitness),
        {name: figure(metric) for name, metric in found.metrics.items()},
        list_faults(found),
        [Choice(each.text, each.worst, figure(each.purpose), each.best, figure(each.decision) if each.decision else None) for each in found.prompts],
        list(find_tips(found, collect_evidence(played))),
        None if is_endless(played) else trace_arc(played, backend),
        round_minutes(found.descriptors["minutes"]),
    )  # fmt: skip


def portrait_of_row(row: Mapping[str, Any]) -> Portrait | None:
    """What the gallery of a run tells of a game; None if it was not measured afresh."""
    if not row.get("metrics"):
        return None
    value, low, high = row["fitness"]
    metrics = {str(name): (float(f[0]), float(f[1]), float(f[2])) for name, f in row["metrics"].items()}
    return Portrait("last", 0, "", (value, low, high), metrics, [str(flag) for flag in row.get("flags") or ()])


def figure(metric: Metric) -> Figure:
    return round(metric.value, 4), round(metric.low, 4), round(metric.high, 4)


def say_habit(rule: str) -> str:
    """A rule or habit as an order: “the highest” is one of cards or numbers."""
    return re.sub(r"(^|: )the (lowest|highest)", r"\1choose the \2", rule)
