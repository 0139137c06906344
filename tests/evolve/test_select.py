"""Selection prefers the fitter, and populations begin as asked for."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from darwindeck import load_genome
from darwindeck.evolve.select import SELECTIONS, best, starting_population
from darwindeck.genome.canonical import content_hash
from darwindeck.judge.check import check

FITNESS = [0.1, 0.9, 0.5, 0.3]


@pytest.mark.parametrize("name", SELECTIONS)
def test_the_fitter_are_chosen_more_often(name: str) -> None:
    rng, select = random.Random(1), SELECTIONS[name](2)
    times = Counter(select(rng, FITNESS) for _ in range(4000))
    assert times[1] > times[2] > times[3] > times[0]


@pytest.mark.parametrize("name", SELECTIONS)
def test_equals_have_equal_chances(name: str) -> None:
    rng, select = random.Random(1), SELECTIONS[name](2)
    times = Counter(select(rng, [0.5] * 4) for _ in range(4000))
    assert len(times) == 4
    if name == "roulette":
        assert min(times.values()) > 800


def test_negative_fitness_is_no_trouble() -> None:
    rng = random.Random(1)
    assert Counter(SELECTIONS["roulette"](2)(rng, [-5.0, -1.0]) for _ in range(100)) == {1: 100}


def test_the_best_come_first_and_ties_keep_their_order() -> None:
    assert best([1.0, 3.0, 3.0, 2.0], 3) == [1, 2, 3]
    assert best([1.0], 5) == [0]


def test_a_mixture_has_its_shares() -> None:
    files, stock = [load_genome("hearts", 3)], [load_genome(name) for name in ("whist", "scopa", "durak")]
    population = starting_population(random.Random(1), 41, stock, 0.5, files)
    assert len(population) == 41 == len({content_hash(genome) for genome in population})
    origins = Counter(genome.lineage.split()[0] for genome in population)
    assert origins["random"] == 20 and origins["from"] == 1
    assert population[0].lineage == "from hearts" and population[0].player_count == 3
    assert all(not check(genome).errors for genome in population)
    assert population == starting_population(random.Random(1), 41, stock, 0.5, files)


def test_what_is_known_is_bred_from_and_not_measured() -> None:
    stock = [load_genome("whist"), load_genome("scopa")]
    bred = starting_population(random.Random(2), 12, stock)
    assert all(set(genome.parents) <= {"whist", "scopa"} and genome.parents for genome in bred)
    assert not {content_hash(genome) for genome in bred} & {content_hash(genome) for genome in stock}
    files = starting_population(random.Random(2), 10, files=[load_genome("whist")])
    assert len(files) == 10 and sum("from" in genome.lineage for genome in files) == 1


def test_with_nothing_to_breed_from_all_are_random() -> None:
    assert all(genome.lineage == "random" for genome in starting_population(random.Random(2), 10))
