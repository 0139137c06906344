"""Most children can be played. The full table is printed by `python -m tests.evolve.rates`; this is a small sample of it."""

from __future__ import annotations

import random

import pytest

from darwindeck import load_genome
from darwindeck.evolve.vary import Variation, draw_genome
from darwindeck.genome.genome import GameGenome

from ..edits import edited
from .playable import judge

QUICK = [load_genome(name) for name in ("goofspiel", "durak", "simple-poker", "scotch-whist", "crazy-eights", "scopa")]


def playable(children: list[GameGenome]) -> float:
    verdicts = judge(children)
    return sum(verdict.playable for verdict in verdicts) / len(verdicts)


def test_the_judge_tells_games_from_others() -> None:
    stuck = edited(
        "simple-poker", {"turn_structure.phases": [{"type": "DrawPhase", "mandatory": False}], "max_turns": 50}
    )
    verdicts = judge([load_genome("durak"), load_genome("war"), stuck])
    assert [verdict.playable for verdict in verdicts] == [True, False, False]
    assert [verdict.ends for verdict in verdicts] == [True, True, False]
    assert not verdicts[1].offers_choices and verdicts[2].games <= 10  # soon enough is known


@pytest.mark.parametrize(("length", "least"), [(1, 0.7), (3, 0.6)])
def test_most_mutants_can_be_played(length: int, least: float) -> None:
    rng, variation = random.Random(7), Variation()
    children = [game for game in QUICK for _ in range(5)]
    for _ in range(length):
        children = [variation.mutate(child, rng) or child for child in children]
    assert playable(children) >= least


def test_most_crossings_can_be_played() -> None:
    rng, variation = random.Random(7), Variation()
    found = [variation.cross(*rng.sample(QUICK, 2), rng) for _ in range(30)]
    assert playable([child for child in found if child is not None]) >= 0.6


def test_about_half_of_the_random_genomes_can_be_played() -> None:
    assert playable([draw_genome(random.Random(seed)) for seed in range(40)]) >= 0.45
