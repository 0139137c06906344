"""The choice of a gallery: the best first, and not all of one family."""

from __future__ import annotations

from collections import Counter

from darwindeck.evolve.elite import Elite
from darwindeck.evolve.gallery import choose, family
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import load_genome

from .families import mutants


def measured(genome: GameGenome, mean: float) -> Elite:
    return Elite(genome, mean, mean - 0.1, mean + 0.1, True, {}, {})


def test_others_that_are_nearly_as_good_stand_beside_the_best() -> None:
    better = [measured(genome, 0.9 + place / 1000) for place, genome in enumerate(mutants("durak", 30))]
    others = [measured(genome, 0.8 + place / 1000) for place, genome in enumerate(mutants("hearts", 30))]
    gallery = choose([*better, *others], 10)
    means = [game.mean for game in gallery]
    assert means == sorted(means, reverse=True) and len(gallery) == 10
    families = Counter(family(game.genome) for game in gallery)
    assert families[family(load_genome("hearts"))] >= 3 and means[0] > 0.9


def test_games_far_behind_do_not() -> None:
    better = [measured(genome, 0.9 + place / 1000) for place, genome in enumerate(mutants("durak", 30))]
    others = [measured(genome, 0.5 + place / 1000) for place, genome in enumerate(mutants("hearts", 30))]
    alone = choose(better, 10)
    gallery = choose([*better, *others], 10)
    assert len(alone) > 3 and [game.mean for game in gallery][: len(alone)] == [game.mean for game in alone]
