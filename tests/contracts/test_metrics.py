"""Every metric of every game: in its range, finite, with an interval around it, and the same for any number of threads."""

from __future__ import annotations

import math
import random
from dataclasses import replace

import numpy as np
import pytest

from darwindeck import Job, known_games, load_genome, simulate_many
from darwindeck.errors import SettingError
from darwindeck.evaluate.evaluate import Evaluation, evaluate, evaluate_many
from darwindeck.evaluate.plan import FINALS, SUITES, Suite
from darwindeck.evolve.random_genomes import random_genome
from darwindeck.genome.genome import GameGenome
from darwindeck.measure.metrics import METRICS
from darwindeck.simulate.probe import Probe

TINY = replace(
    SUITES["full"],
    name="tiny",
    gate=10,
    random=10,
    greedy=4,
    search=2,
    duel=4,
    seconds=0.01,
    fewest=2,
    probe=Probe(samples=3, rollouts=2, option_rollouts=1, greedy=True),
    stages=tuple(stage for stage in SUITES["full"].stages if stage not in (*FINALS, "strong")),
)
WITHOUT_HABITS = replace(TINY, stages=tuple(stage for stage in TINY.stages if stage != "habits"))
OF_FINALISTS = {
    "novice_fate",
    "memory_load",
    "styles",
    "learnability",
    "first_lesson",
}  # tests/evaluate/test_finalists.py
OF_CHOICES = {"downtime", "dead_choices", "least_purpose"}  # metrics that a game without any does not have
HABITS = (
    "crazy-eights",
    "goofspiel",
    "war",
)  # games whose habits are tried, for which hundreds of games have to be searched
LONG = {"betting-war": 0.05, "palace": 0.1}  # seconds of games so long the tiny suite leaves comparisons out
RANDOM_GENOMES = 30


def is_sound(evaluation: Evaluation) -> None:
    for name, metric in evaluation.metrics.items():
        row = METRICS[name]
        assert all(map(math.isfinite, (metric.value, metric.low, metric.high))), name
        assert row.low <= metric.low <= metric.value <= metric.high <= row.high, name
    fitness = evaluation.fitness
    assert 0 <= fitness.low <= fitness.value <= fitness.high <= 1
    assert all(0 <= score <= 1 for score in evaluation.scores.values())
    assert all(map(math.isfinite, evaluation.descriptors.values()))


@pytest.mark.parametrize("name", [name for name in known_games() if name != "cheat"])
def test_metrics_of_known_games(name: str) -> None:
    suite = TINY if name in HABITS else WITHOUT_HABITS
    evaluation = evaluate(load_genome(name), suite=replace(suite, seconds=LONG.get(name, suite.seconds)))
    without = OF_CHOICES if evaluation.metrics["choices"].value == 0 else set()
    without = without if name in HABITS else without | {"least_purpose"}
    assert set(evaluation.metrics) == set(METRICS) - without - OF_FINALISTS
    assert set(evaluation.missing) <= without
    is_sound(evaluation)


def test_metrics_of_random_genomes() -> None:
    rng = random.Random(5)
    genomes = [random_genome(rng) for _ in range(RANDOM_GENOMES)]
    for evaluation in evaluate_many(genomes, suite=replace(TINY, stages=("gate", "pilot", "play"))):
        is_sound(evaluation)
    for evaluation in evaluate_many(genomes[:5], suite=WITHOUT_HABITS):
        is_sound(evaluation)


@pytest.mark.parametrize(("name", "suite"), [("goofspiel", TINY), ("draw-poker", WITHOUT_HABITS)])
def test_threads_and_company_do_not_matter(name: str, suite: Suite) -> None:
    genome = load_genome(name)
    alone = evaluate(genome, suite=suite, seed=3, threads=1)
    assert alone == evaluate(genome, suite=suite, seed=3, threads=3)
    assert alone == evaluate_many([load_genome("war"), genome], suite=suite, seed=3)[1]


def probed(
    genome: GameGenome, games: int = 6, first: int = 0, threads: int = 0, **options: object
) -> dict[str, np.ndarray]:
    probe = Probe(**{"samples": 5, "rollouts": 4, "option_rollouts": 2, **options})  # type: ignore[arg-type]
    [records] = simulate_many([Job(genome, games, ("random",), 7, first, probe=probe)], threads)
    assert records.probe is not None
    return {name: column for name, column in vars(records.probe).items() if isinstance(column, np.ndarray)}


@pytest.mark.parametrize("options", [{}, {"greedy": True}, {"whole_match": True}], ids=["deal", "greedy", "match"])
def test_probes_do_not_depend_on_threads_or_chunks(options: dict[str, object]) -> None:
    genome = load_genome("whist")
    whole, threaded = probed(genome, threads=1, **options), probed(genome, threads=4, **options)
    later = probed(genome, games=2, first=4, **options)
    for name, column in whole.items():
        assert np.array_equal(column, threaded[name]), name
        assert np.array_equal(column[4:], later[name]), name


@pytest.mark.parametrize("name", known_games())
def test_probes_are_chances(name: str) -> None:
    rows = probed(load_genome(name), games=3, whole_match=name not in ("gin-rummy", "spades"))
    used = rows["ply"] >= 0
    assert used.any()
    assert (np.diff(rows["ply"], axis=1)[used[:, 1:]] > 0).all()
    for column in ("win", "rank", "worth"):
        assert ((rows[column] >= 0) & (rows[column] <= 1)).all(), column
    sides = load_genome(name).teams or tuple((seat,) for seat in range(rows["win"].shape[2]))
    assert rows["win"][..., [seats[0] for seats in sides]].sum(axis=2)[used] == pytest.approx(1, abs=1e-5)
    assert (rows["seen"][used] <= rows["legal"][used]).all()
    assert ((rows["legal"][used] > 1) | (rows["seen"][used] == 1)).all()


def test_a_probe_that_makes_no_sense_is_refused() -> None:
    with pytest.raises(SettingError, match="probe"):
        probed(load_genome("war"), samples=0)
