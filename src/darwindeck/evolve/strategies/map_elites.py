"""MAP-Elites: children of elites from anywhere in an archive, each competing only with games of its own kind."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ...genome.distance import NEAR_COPY, find_nearest
from ...genome.genome import GameGenome
from ...judge.cohesion import MODULE_NAMES
from ...measure.evaluation import Candidate, Evaluation
from ..archive import Archive, Axis
from ..elite import Elite, State, genome_state, read_genome
from ..gallery import choose, diversity
from ..select import load_stock, starting_population
from ..vary import Tally, Variation, draw_genome
from .loop import TRIES, Batch, Seen, child_of, random_state, set_random

# Kinds of games unless a caller says otherwise: the main module, for how many, how long, how much is luck. A game of which the
# deal decides more than 0.7 is rejected.
AXES = (
    Axis("module", 0, len(MODULE_NAMES) + 1, len(MODULE_NAMES) + 1),
    Axis("players", 2, 5, 3),  # two, three, more
    Axis("minutes", 4, 64, 3, log=True),  # up to 10, up to 25, more
    Axis("luck", 0.0, 0.7, 3),
)
# Where the main module is given, games are told apart by what is joined to it.
BESIDE = replace(AXES[0], name="beside")
# Near-copies of known games are good parents, but must not stand in the way of new games: they compete among themselves.
NOVELTY = Axis("novelty", 0.0, 2 * NEAR_COPY, 2)
COPY = "copy"  # a descriptor: 1 for a game that plays like a known one, whatever its rules look like


@dataclass(frozen=True)
class MapElitesSettings:
    axes: tuple[Axis, ...] = AXES
    batch: int = 50
    start: int = 100  # genomes in the first batch
    crossover_rate: float = 0.4
    mutation_rate: float = 0.3  # of children by crossover; the others are always mutated
    injection: float = 0.0  # share of random genomes in every batch
    fresh: float = 0.25  # share of parents that come from the stock
    needed: int = 2  # measurements before an elite or challenger wins or loses
    patience: int = 8  # challenges after which an elite is measured again


class MapElites:
    """A Strategy. A batch is what the archive wants measured again, and new children."""

    def __init__(
        self,
        settings: MapElitesSettings,
        seed: int,
        start: Sequence[GameGenome] | None = None,
        variation: Variation | None = None,
        stock: Sequence[GameGenome] = (),
    ) -> None:
        self.settings = settings
        self.variation = variation or Variation()
        self.rng = random.Random(seed)
        self.generation = 0
        self.stock = list(stock)
        if start is None:
            self.stock = self.stock or load_stock()
            start = starting_population(self.rng, settings.start, self.stock, variation=self.variation)
        self.archive = Archive((*settings.axes, NOVELTY), settings.needed, settings.patience)
        self._batch = Batch([Candidate(genome) for genome in start])
        self._seen = Seen()
        self._seen.add(self._batch.candidates)

    def ask(self) -> list[Candidate]:
        return list(self._batch.candidates)

    def tell(self, results: Sequence[Evaluation]) -> None:
        for result in map(add_novelty, self._batch.sort(results)):
            if result.candidate.was_measured:
                self.archive.update(result)
            else:
                self.archive.offer(Elite.from_evaluation(result))
        again = self.archive.requests()
        self._batch = Batch([*again, *map(Candidate, self._children(max(1, self.settings.batch - len(again))))])
        self._seen.add(self._batch.candidates)
        self.generation += 1

    def _children(self, room: int) -> list[GameGenome]:
        """Children of elites from any cells and of the stock, none a copy of another or of a game seen lately."""
        settings, rng = self.settings, self.rng
        elites = self.archive.elites()
        children: dict[str, GameGenome] = {}
        tries = 0
        while len(children) < room:
            tries += 1
            if not (elites or self.stock) or rng.random() < settings.injection or tries > TRIES * room:
                child = draw_genome(rng)
            else:
                mother, father = self._parent(elites), self._parent(elites)
                child = child_of(mother, father, self.variation, rng, settings.crossover_rate, settings.mutation_rate)
            if child.genome_id not in self._seen:
                children.setdefault(child.genome_id, child)
        return list(children.values())

    def _parent(self, elites: Sequence[Elite]) -> GameGenome:
        """A game of the stock, or the better of two from evenly drawn cells."""
        if self.stock and (not elites or self.rng.random() < self.settings.fresh):
            return self.rng.choice(self.stock)
        first, second = self.rng.choice(elites), self.rng.choice(elites)
        return (first if first.mean >= second.mean else second).genome

    # What there is.

    def members(self) -> list[Elite]:
        return self.archive.elites()

    def finalists(self) -> list[Elite]:
        return self.members()

    def bar(self, genome: GameGenome, descriptors: Mapping[str, float]) -> float:
        return self.archive.bar({**descriptors, NOVELTY.name: find_nearest(genome).distance})

    def figures(self) -> dict[str, float]:
        return {**self.archive.figures(), "diversity": diversity([elite.genome for elite in self.members()])}

    def gallery(self, n: int, min_distance: float = NEAR_COPY) -> list[Elite]:
        return choose(self.finalists(), n, min_distance)

    def state(self) -> State:
        return {
            "generation": self.generation,
            "random": random_state(self.rng),
            "batch": self._batch.state(),
            "seen": self._seen.state(),
            "archive": self.archive.state(),
            "stock": [genome_state(genome) for genome in self.stock],
            "tally": {name: dict(row) for name, row in self.variation.tally.counts.items()},
        }

    def restore(self, state: State) -> None:
        self.generation = state["generation"]
        set_random(self.rng, state["random"])
        self._batch = Batch.from_state(state["batch"])
        self._seen = Seen(state["seen"])
        self.archive.restore(state["archive"])
        self.stock = [read_genome(data) for data in state["stock"]]
        self.variation.tally = Tally({name: dict(row) for name, row in state["tally"].items()})


def mark_copy(result: Evaluation) -> Evaluation:
    """Adds the descriptor of games that play like a known one."""
    return replace(result, descriptors={**result.descriptors, COPY: 1.0})


def add_novelty(result: Evaluation) -> Evaluation:
    """Adds a descriptor: how far the game is from the nearest known one."""
    apart = 0.0 if result.descriptors.get(COPY) else find_nearest(result.genome).distance
    return replace(result, descriptors={**result.descriptors, NOVELTY.name: apart})
