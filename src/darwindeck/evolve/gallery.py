"""The gallery: the best games of a run that are really different, from each other and from every known game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..genome.genome import GameGenome
from .distance import NEAR_COPY, Description, between, nearest_known
from .measured import Measured

MOST_COMPARED = 64


@dataclass(frozen=True)
class Exhibit:
    """A game, what was measured of it, and the known game it is nearest to."""

    genome: GameGenome
    fitness: float
    low: float
    high: float
    count: int
    nearest: str
    distance: float


def choose(games: Iterable[Measured], n: int, min_distance: float = NEAR_COPY) -> list[Exhibit]:
    """Up to n games, the best first (by the mean of what was measured), none nearer to another than `min_distance`."""
    chosen: list[Exhibit] = []
    taken: list[Description] = []
    order = sorted((game for game in games if game.valid), key=lambda game: (-game.mean, game.genome.genome_id))
    for game in order:
        if len(chosen) >= n:
            break
        description = Description(game.genome)
        if any(between(description, other) < min_distance for other in taken):
            continue
        near = nearest_known(game.genome)
        if near.distance < min_distance:
            continue
        taken.append(description)
        chosen.append(Exhibit(game.genome, game.mean, game.low, game.high, game.count, near.name, near.distance))
    return chosen


def diversity(genomes: Sequence[GameGenome]) -> float:
    """The mean distance between two of them, of more than a few dozen some spread evenly; 0 for fewer than two."""
    step = max(1, -(-len(genomes) // MOST_COMPARED))
    described = [Description(genome) for genome in genomes[::step]]
    pairs = [between(one, other) for place, one in enumerate(described) for other in described[:place]]
    return sum(pairs) / len(pairs) if pairs else 0.0
