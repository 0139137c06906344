"""Selection: who has children, who stays, and where a population begins. Fitness is any number, more is better."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from ..genome.canonical import content_hash
from ..genome.genome import GameGenome
from ..genome.text import known_games, load_genome
from .operators.fit import fit
from .vary import Variation, draw_genome, name_by_content

CROSSED = 0.5  # of the games that follow those of files
FROM = "from "  # how the lineage of a genome from outside begins
Selection = Callable[[random.Random, Sequence[float]], int]


def tournament(size: int = 3) -> Selection:
    """The best of some drawn at random."""

    def select(rng: random.Random, fitness: Sequence[float]) -> int:
        return max((rng.randrange(len(fitness)) for _ in range(size)), key=lambda place: (fitness[place], -place))

    return select


def roulette(rng: random.Random, fitness: Sequence[float]) -> int:
    """Chances are in proportion to fitness above the worst; they are equal if there is no difference."""
    worst = min(fitness)
    weights = [value - worst for value in fitness]
    return rng.choices(range(len(fitness)), weights)[0] if sum(weights) > 0 else rng.randrange(len(fitness))


def rank(rng: random.Random, fitness: Sequence[float]) -> int:
    """Chances fall evenly from the best to the worst, whatever the differences."""
    order = best(fitness, len(fitness))
    return rng.choices(order, range(len(order), 0, -1))[0]


def best(fitness: Sequence[float], count: int) -> list[int]:
    """The places of the fittest, best first; of equals the earlier."""
    return sorted(range(len(fitness)), key=lambda place: (-fitness[place], place))[:count]


SELECTIONS: dict[str, Callable[[int], Selection]] = {
    "tournament": tournament,
    "roulette": lambda size: roulette,
    "rank": lambda size: rank,
}


def load_stock() -> list[GameGenome]:
    """The known games, to be bred from."""
    return [load_genome(name) for name in known_games()]


def starting_population(
    rng: random.Random,
    size: int,
    stock: Sequence[GameGenome] = (),
    random_share: float = 0.0,
    files: Sequence[GameGenome] = (),
    variation: Variation | None = None,
) -> list[GameGenome]:
    """Distinct genomes: those of files, then children of these and of the stock, then a share of random ones.

    The stock itself is not in it: its games are known, and need not be measured to be bred from.
    """
    variation = variation or Variation()
    chosen: dict[str, GameGenome] = {}
    for genome in files:
        _add(chosen, fit(genome, rng), genome, size)
    parents = [*chosen.values(), *stock]
    wanted = size - (round((size - len(chosen)) * random_share) if parents else size)
    while len(chosen) < wanted:
        child = _breed(parents, variation, rng)
        chosen.setdefault(child.genome_id, child)
    while len(chosen) < size:
        child = draw_genome(rng)
        chosen.setdefault(child.genome_id, child)
    return list(chosen.values())


def _breed(parents: list[GameGenome], variation: Variation, rng: random.Random) -> GameGenome:
    """A crossing of two as often as a mutant of one; a random genome if neither can be."""
    child = None
    if len(parents) > 1 and rng.random() < CROSSED:
        mother, father = rng.sample(parents, 2)
        child = variation.cross(mother, father, rng)
    return child or variation.mutate(rng.choice(parents), rng) or draw_genome(rng)


def _add(chosen: dict[str, GameGenome], genome: GameGenome, origin: GameGenome, most: int) -> None:
    """Adds a genome from outside, named by its content; its lineage says what it was called."""
    if len(chosen) < most:
        new = name_by_content(genome, (), f"{FROM}{origin.genome_id}")
        chosen.setdefault(f"g-{content_hash(genome)[:16]}", new)


def is_brought(genome: GameGenome) -> bool:
    """Whether a genome was brought to a run from outside and is unchanged: no find of the run."""
    return not genome.parents and genome.lineage.startswith(FROM)
