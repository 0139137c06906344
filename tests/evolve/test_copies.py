"""Games that play like a known one compete among themselves, however far away their rules are."""

from __future__ import annotations

import random

from darwindeck.evolve.candidates import Candidate, Evaluated
from darwindeck.evolve.strategies.map_elites import COPY, NOVELTY, with_novelty
from darwindeck.evolve.vary import fresh
from darwindeck.genome.distance import NEAR_COPY, find_nearest


def test_a_copy_has_no_novelty() -> None:
    genome = next(
        genome for seed in range(50) if find_nearest(genome := fresh(random.Random(seed))).distance > NEAR_COPY
    )
    new = Evaluated(Candidate(genome), 0.5, 0.4, 0.6, True, {"length": 20.0}, {})
    copy = Evaluated(Candidate(genome), 0.5, 0.4, 0.6, True, {"length": 20.0, COPY: 1.0}, {})
    bins = [NOVELTY.bin(with_novelty(of).descriptors[NOVELTY.name]) for of in (new, copy)]
    assert bins == [1, 0]
