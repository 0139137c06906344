"""Evaluate: a genome's metrics with intervals, its fitness for a profile and what is wrong with it.

Games are played in stages, each of many genomes in one native call (suites.py); between stages a caller may drop some.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..errors import GameError
from ..genome.genome import GameGenome
from ..measure.betting import BettingReport, betting_report
from ..measure.estimate import Metric
from ..measure.flags import Flag, flags
from ..measure.metrics import measure
from ..measure.profiles import Profile, fitness, load_profile
from ..simulate.backends.local import Local
from ..simulate.simulate import Progress
from .plan import SUITES, Play, Suite, run_stage
from .played import Case, evidence_of


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
    return evaluate_with(Local(threads, progress), genomes, profile, suite, seed)


def evaluate_with(
    play: Play, genomes: Sequence[GameGenome], profile: str | Profile, suite: str | Suite, seed: int
) -> list[Evaluation]:
    """The same, played by a backend."""
    wanted = profile if isinstance(profile, Profile) else load_profile(profile)
    plan = find_suite(suite)
    cases = [Case(genome) for genome in genomes]
    for stage in plan.stages:
        cases = run_stage(stage, cases, plan, [seed] * len(cases), play)
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
        "length": ("length", float),
        "decision_density": ("decision_density", float),
        "interaction": ("interaction", float),
        "luck": ("skill_gradient", lambda skill: 1.0 - max(skill, 0.0)),
        "secrets": ("bluffing", lambda worth: max(worth, 0.0)),
    }
    return {name: axis(metrics[metric].value) for name, (metric, axis) in axes.items() if metric in metrics}
