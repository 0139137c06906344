"""Description length: how many bits it takes to tell a game's rules to somebody who knows the known games.

What many games have in common is cheap, what no game has is dear. A choice has the chance (c + t p) / (n + t): of the n times
that known games made it, in t different ways, c were like this; p is the chance that it has in wider places, in the end
with no game known (Witten and Bell: where every game chose otherwise, one more way is no surprise).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection
from functools import cache, lru_cache
from typing import Any, NamedTuple

from ..genome.distance import distance
from ..genome.genome import GameGenome
from ..genome.text import known_games, load_genome
from .symbols import Symbol, symbols

FAMILY = 0.72  # games nearer than this have a trunk in common


class Cost(NamedTuple):
    """What it takes to tell one part."""

    path: str
    bits: float


class Prior:
    """What was chosen where in the known games."""

    def __init__(self, games: Collection[GameGenome]) -> None:
        self.counts: dict[str, Counter[Any]] = {}
        for game in games:
            for symbol in symbols(game):
                for site in symbol.sites:
                    self.counts.setdefault(site, Counter())[symbol.value] += 1
        self.totals = {site: counts.total() for site, counts in self.counts.items()}

    def bits(self, symbol: Symbol) -> float:
        """How surprising a choice is."""
        chance = 2.0**-symbol.spare
        for site in reversed(symbol.sites):
            counts = self.counts.get(site)
            if counts:
                chance = (counts[symbol.value] + len(counts) * chance) / (self.totals[site] + len(counts))
        return -math.log2(chance)

    def length(self, genome: GameGenome) -> float:
        """Bits to tell the whole game."""
        return sum(self.bits(symbol) for symbol in symbols(genome))


def description_length(genome: GameGenome, without: Collection[str] = ()) -> float:
    """Bits to tell the rules; `without` are known games that are not to be learnt from."""
    return make_prior(frozenset(without)).length(genome)


def dearest(genome: GameGenome, most: int = 3, without: Collection[str] = ()) -> list[Cost]:
    """The parts that take most bits to tell, the dearest first."""
    prior = make_prior(frozenset(without))
    costs: dict[str, float] = {}
    for symbol in symbols(genome):
        costs[symbol.path] = costs.get(symbol.path, 0.0) + prior.bits(symbol)
    return sorted((Cost(path, bits) for path, bits in costs.items()), key=lambda cost: -cost.bits)[:most]


@lru_cache(maxsize=64)
def make_prior(without: frozenset[str]) -> Prior:
    """The prior of the known games but these, at the number of players they are written for."""
    return Prior([load_genome(name) for name in known_games() if name not in without])


@cache
def family_of(name: str) -> frozenset[str]:
    """The known game and those that have a trunk in common with it."""
    game = load_genome(name)
    near = (other for other in known_games() if distance(game, load_genome(other)) < FAMILY)
    return frozenset({name, *near})
