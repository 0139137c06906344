"""Games that play like a known one compete among themselves, however far away their rules are."""

from __future__ import annotations

import random

from darwindeck.evolve.strategies.map_elites import NOVELTY, add_novelty, mark_copy
from darwindeck.evolve.vary import draw_genome
from darwindeck.genome.distance import NEAR_COPY, find_nearest
from darwindeck.measure.estimate import Metric
from darwindeck.measure.evaluation import Candidate, Evaluation


def test_a_copy_has_no_novelty() -> None:
    genome = next(
        genome for seed in range(50) if find_nearest(genome := draw_genome(random.Random(seed))).distance > NEAR_COPY
    )
    new = Evaluation(Candidate(genome), Metric(0.5, 0.4, 0.6, 10), descriptors={"length": 20.0})
    bins = [NOVELTY.bin(add_novelty(found).descriptors[NOVELTY.name]) for found in (new, mark_copy(new))]
    assert bins == [1, 0]
