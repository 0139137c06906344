"""Evaluate: a genome's metrics with intervals, its fitness for a profile and what is wrong with it.

Games are played in stages, each of many genomes in one native call (suites.py); between stages a caller may drop some.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from .contest.rating import PairScores, pair_rates
from .contest.schedule import Pairing
from .errors import GameError
from .genome.complexity import description_length
from .genome.genome import GameGenome
from .measure.betting import BettingReport, betting_report
from .measure.depth import Rung
from .measure.estimate import Metric
from .measure.evidence import Duel, Evidence
from .measure.flags import Flag, flags
from .measure.metrics import measure
from .measure.profiles import Profile, fitness, load_profile
from .simulation import Progress
from .suites import DUELS, LADDER, SUITES, Case, Suite, run_stage


@dataclass(frozen=True)
class Evaluation:
    """All that was measured of one game."""

    genome_id: str
    profile: str
    suite: str
    seed: int
    stages: tuple[str, ...]  # those played
    metrics: Mapping[str, Metric]
    fitness: Metric
    scores: Mapping[str, float]  # the profile's metrics brought to [0, 1]
    missing: tuple[str, ...]  # metrics of the profile that these stages do not give
    flags: tuple[Flag, ...]
    descriptors: Mapping[str, float]  # what kind of game it is, rather than how good
    betting: BettingReport | None = None


def evaluate(
    genome: GameGenome,
    profile: str | Profile = "balanced",
    suite: str | Suite = "default",
    seed: int = 0,
    threads: int = 0,
    progress: Progress | None = None,
) -> Evaluation:
    """Plays a suite of one game and measures it; `progress` is told how many more games are done."""
    return evaluate_many([genome], profile, suite, seed, threads, progress)[0]


def evaluate_many(
    genomes: Sequence[GameGenome],
    profile: str | Profile = "balanced",
    suite: str | Suite = "default",
    seed: int = 0,
    threads: int = 0,
    progress: Progress | None = None,
) -> list[Evaluation]:
    """The same for many games, each stage of all of them in one call. An evaluation does not depend on the others."""
    wanted = profile if isinstance(profile, Profile) else load_profile(profile)
    plan = find_suite(suite)
    cases = [Case(genome) for genome in genomes]
    for stage in plan.stages:
        cases = run_stage(stage, cases, plan, seed, threads, progress)
    return [judge(case, wanted, plan, seed) for case in cases]


def find_suite(suite: str | Suite) -> Suite:
    if isinstance(suite, Suite):
        return suite
    if suite not in SUITES:
        raise GameError(f"suite: {suite!r} is not one of {', '.join(SUITES)}")
    return SUITES[suite]


def judge(case: Case, profile: Profile, suite: Suite, seed: int = 0) -> Evaluation:
    """What the stages played so far say; a case may be judged after any of them."""
    evidence = evidence_of(case)
    metrics = measure(evidence)
    found = flags(metrics)
    return Evaluation(
        case.genome.genome_id,
        profile.name,
        suite.name,
        seed,
        case.stages,
        metrics,
        fitness(profile, metrics, found),
        profile.scores(metrics),
        tuple(profile.missing(metrics)),
        tuple(found),
        descriptors(metrics),
        betting_report(evidence),
    )


def descriptors(metrics: Mapping[str, Metric]) -> dict[str, float]:
    """Axes for an archive of different games; those whose metric is missing are left out."""
    axes: dict[str, tuple[str, Callable[[float], float]]] = {
        "length": ("length", lambda plies: math.log10(max(plies, 1.0))),
        "decision_density": ("decision_density", float),
        "interaction": ("interaction", float),
        "luck": ("skill_gradient", lambda skill: 1.0 - max(skill, 0.0)),
        "secrets": ("bluffing", lambda worth: max(worth, 0.0)),
    }
    return {name: axis(metrics[metric].value) for name, (metric, axis) in axes.items() if metric in metrics}


def evidence_of(case: Case) -> Evidence:
    """What the records of a case say, in the form that metrics read."""
    played = case.played
    duels = {f"{pairing.a}>{pairing.b}": _duel(case, pairing) for pairing in DUELS}
    return Evidence(
        sides=case.schedule.sides,
        random=played.get("random", played.get("gate")),
        greedy=played.get("greedy"),
        search=played.get("search"),
        duels={name: duel for name, duel in duels.items() if duel is not None},
        ladder=LADDER if any(duels.values()) else (),
        complexity=float(description_length(case.genome)),
        chips=case.chips,
    )


def _duel(case: Case, pairing: Pairing) -> Duel | None:
    schedule = case.schedule
    tags = [f"{pairing.a}>{pairing.b} {number}" for number in range(len(schedule.lineups))]
    if tags[0] not in case.played:
        return None
    records = [case.played[tag] for tag in tags]
    alone = schedule.alone(records)
    rate = pair_rates(PairScores(pairing, len(schedule.sides), alone), 0.95)[0]
    rung = Rung(*pairing, rate.equivalent, rate.equivalent_low, rate.equivalent_high, rate.games)
    wins = [
        schedule.points(each.winners)[:, lineup.index(0)] == 1
        for each, lineup in zip(records, schedule.lineups, strict=True)
        if lineup.count(0) == 1
    ]
    return Duel(rung, alone[:, 0], np.mean(wins, axis=0))
