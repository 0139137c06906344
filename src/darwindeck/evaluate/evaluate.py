"""Evaluate: a genome's metrics with intervals, its fitness for a profile and what is wrong with it.

Games are played in stages (plan.py), one native call for each stage of many genomes. A race drops some between stages
(screening.py).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ..contest.rating import PairScores
from ..contest.schedule import Pairing
from ..errors import SettingError
from ..genome.genome import GameGenome
from ..judge import find_refusals
from ..judge.arithmetic import count_arithmetic
from ..judge.cohesion import MODULE_NAMES, find_modules
from ..measure.amount import minutes_of_people
from ..measure.betting import betting_report
from ..measure.depth import Rung, next_comparison
from ..measure.estimate import Metric
from ..measure.evaluation import Candidate, Evaluation
from ..measure.flags import flags as find_flags
from ..measure.gates import ENDS, reject
from ..measure.metrics import measure
from ..measure.outcomes import termination_rate
from ..measure.profiles import Profile, fitness, load_profile
from ..measure.purpose import prompts
from ..measure.skill import climb
from ..measure.styles import style_weights
from ..simulate.backends.local import Local
from ..simulate.simulate import Progress
from .lines import describe_lines
from .plan import SUITES, Backend, Suite, plan_duel, run_stage
from .played import THUMB, Played, collect_evidence, count_endings
from .rounds import rung_of

LEARNED, RULE_OF_THUMB = "learned", "the rule of thumb"
LOWEST = (THUMB, "greedy")  # of any ladder


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
    """Evaluates many games, each stage of all of them in one call. No evaluation depends on the other games."""
    return evaluate_with(Local(threads, progress), genomes, profile, suite, seed)


def evaluate_with(
    backend: Backend, genomes: Sequence[GameGenome], profile: str | Profile, suite: str | Suite, seed: int
) -> list[Evaluation]:
    """Evaluates many games with a backend."""
    wanted = profile if isinstance(profile, Profile) else load_profile(profile)
    plan = find_suite(suite)
    return [judge(played, wanted, plan) for played in play_suite(backend, genomes, plan, seed)]


def play_suite(backend: Backend, genomes: Sequence[GameGenome], plan: Suite, seed: int) -> list[Played]:
    """Plays all stages of many games."""
    games = [Played(Candidate(genome), seed) for genome in genomes]
    for stage in plan.stages:
        going = [place for place, played in enumerate(games) if not is_endless(played)]
        for place, played in zip(going, run_stage(stage, [games[at] for at in going], plan, backend), strict=True):
            games[place] = played
    return games


def is_endless(played: Played) -> bool:
    """Whether limits surely stop most games of greedy players. Thinking players would play them on for minutes."""
    rate = termination_rate(collect_evidence(played)) if "play" in played.stages else None
    return rate is not None and ENDS.fails(rate)


def find_suite(suite: str | Suite) -> Suite:
    if isinstance(suite, Suite):
        return suite
    if suite not in SUITES:
        raise SettingError(f"suite: {suite!r} is not one of {', '.join(SUITES)}")
    return SUITES[suite]


def judge(played: Played, profile: Profile, suite: Suite) -> Evaluation:
    """Measures what was played so far. It may be called after any stage."""
    evidence = collect_evidence(played)
    metrics = measure(evidence)
    found = find_flags(metrics)
    asked = prompts(evidence)
    rejected = reject(metrics, asked, find_refusals(played.genome))
    ungated = fitness(profile, metrics, found)
    return Evaluation(
        played.candidate,
        Metric(0.0, 0.0, 0.0, ungated.games) if rejected else ungated,
        ungated,
        tuple(rejected),
        valid=not rejected,
        profile=profile.name,
        suite=suite.name,
        seed=played.seed,
        stages=played.stages,
        metrics=metrics,
        scores=profile.scores(metrics),
        missing=tuple(profile.missing(metrics)),
        flags=tuple(found),
        descriptors={**describe(metrics), **describe_kind(played)},
        endings=count_endings(played),
        betting=betting_report(evidence),
        thumb=evidence.thumb,
        lines=describe_lines(played) if "lessons" in played.stages else "",
        lessons=tuple(evidence.lessons.values()),
        styles=style_weights(evidence),
        arithmetic=tuple(count_arithmetic(played.genome)),
        prompts=tuple(asked),
    )


def describe(metrics: Mapping[str, Metric]) -> dict[str, float]:
    """The descriptors of a game: what kind of game it is. Those whose metric is missing are left out."""
    axes: dict[str, tuple[str, Callable[[float], float]]] = {
        "length": ("length", float),
        "decision_density": ("decision_density", float),
        "interaction": ("interaction", float),
        "luck": ("fate", lambda fate: max(fate, 0.0)),
        "secrets": ("bluffing", lambda worth: max(worth, 0.0)),
    }
    return {name: axis(metrics[metric].value) for name, (metric, axis) in axes.items() if metric in metrics}


def describe_kind(played: Played) -> dict[str, float]:
    """What a designer would ask first: which module is the main one and which is beside it (their numbers), for how many, how long."""
    names = list(MODULE_NAMES.values())
    modules = [names.index(name) for name in find_modules(played.genome)]
    main, beside, *_ = (*modules, len(names), len(names))
    by = ("random" if "random" in played.records else "gate", "greedy" if "greedy" in played.records else "pilot")
    return {
        "module": float(main),
        "beside": float(beside),
        "players": float(played.genome.player_count),
        "minutes": minutes_of_people([played.records[tag] for tag in by if tag in played.records]),
    }


def meet_learned(played: Played, file: str, suite: Suite, backend: Backend) -> Rung | None:
    """How the player of that file fares on the deals on which the ladder was climbed; None if that would take too long. Neither
    metrics nor gates see what comes of it.

    `against` is the name of the player that it met. Of matches for points one deal is played, as by all on the ladder. A
    deal cut off is another program, so the player must be let play it.
    """
    evidence = collect_evidence(played)
    ladder = evidence.ladder or LOWEST
    pair = next_comparison((*ladder, LEARNED), climb(evidence, ladder))
    assert pair is not None
    player = f"learned:{file}" if played.deal is played.genome else f"learned:{file},transfer"
    jobs = plan_duel(played, suite, Pairing(player, pair[1]))
    if not jobs:
        return None
    records, schedule = backend(list(jobs.values())), played.schedule
    name = RULE_OF_THUMB if pair[1] == THUMB else str(played.player(pair[1]))
    scores = PairScores(Pairing(LEARNED, name), len(schedule.sides), schedule.alone(records), schedule.stakes(records))
    return rung_of(scores)
