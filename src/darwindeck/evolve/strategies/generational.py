"""The generational genetic algorithm: selection, crossover, mutation, elitism, and some new blood."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from ...genome.distance import NEAR_COPY
from ...genome.genome import GameGenome
from ...measure.evaluation import Candidate, Evaluation
from ..archive import ending_entropy
from ..elite import Elite, State
from ..gallery import choose, diversity
from ..select import SELECTIONS, best, load_stock, starting_population
from ..vary import Tally, Variation, draw_genome
from .loop import TRIES, Batch, Seen, child_of, random_state, set_random

HALL = 200  # games remembered for the gallery
WORST = -1e9  # the fitness of a game that cannot be played


@dataclass(frozen=True)
class GenerationalSettings:
    population: int = 100
    selection: str = "tournament"
    tournament: int = 3
    elitism: int = 10
    crossover_rate: float = 0.7
    mutation_rate: float = 0.15  # of children by crossover; the others are always mutated
    injection: float = 0.0  # share of random genomes in every generation
    measurements: int = 5  # an elite is measured again in every generation until it has been so often


class Generational:
    """A Strategy. A generation is the elites, measured again, and new children."""

    def __init__(
        self,
        settings: GenerationalSettings,
        seed: int,
        start: Sequence[GameGenome] | None = None,
        variation: Variation | None = None,
        stock: Sequence[GameGenome] = (),
    ) -> None:
        self.settings = settings
        self.variation = variation or Variation()
        self.rng = random.Random(seed)
        self.generation = 0
        self._members: dict[str, Elite] = {}
        self._elites: dict[str, Elite] = {}
        self._hall: dict[str, Elite] = {}
        if start is None:
            start = starting_population(self.rng, settings.population, stock or load_stock(), variation=self.variation)
        self._batch = Batch([Candidate(genome) for genome in start])
        self._seen = Seen()
        self._seen.add(self._batch.candidates)
        self._select = SELECTIONS[settings.selection](settings.tournament)

    def ask(self) -> list[Candidate]:
        return list(self._batch.candidates)

    def tell(self, results: Sequence[Evaluation]) -> None:
        members = dict(self._elites)
        for result in self._batch.sort(results):
            name = result.genome.genome_id
            old = self._elites.get(name)
            members[name] = old.add(result) if old else Elite.from_evaluation(result)
        self._members = members
        self._remember()
        self._breed()
        self.generation += 1

    def _remember(self) -> None:
        """Keeps the games with the highest low ends in the hall, each with its newest measurements."""
        self._hall |= {name: member for name, member in self._members.items() if member.valid}
        order = sorted(self._hall, key=lambda name: (-self._hall[name].low, name))
        self._hall = {name: self._hall[name] for name in order[:HALL]}

    def _breed(self) -> None:
        settings, members = self.settings, list(self._members.values())
        fitness = [member.mean if member.valid else WORST for member in members]
        kept = [members[place] for place in best(fitness, settings.elitism) if members[place].valid]
        self._elites = {member.genome.genome_id: member for member in kept}
        again = [member.ask_again() for member in kept if member.asked < settings.measurements]
        self._batch = Batch([*again, *map(Candidate, self._children(members, fitness))])
        self._seen.add(self._batch.candidates)

    def _children(self, members: list[Elite], fitness: list[float]) -> list[GameGenome]:
        """As many as fill the generation, none a copy of another or of a game seen lately."""
        settings, rng = self.settings, self.rng
        room = max(1, settings.population - len(self._elites))
        injected = round(settings.injection * settings.population)
        children: dict[str, GameGenome] = {}
        tries = 0
        while len(children) < room:
            tries += 1
            if room - len(children) <= injected or tries > TRIES * room:
                child = draw_genome(rng)
            else:
                mother, father = (members[self._select(rng, fitness)].genome for _ in range(2))
                child = child_of(mother, father, self.variation, rng, settings.crossover_rate, settings.mutation_rate)
            if child.genome_id not in self._seen:
                children.setdefault(child.genome_id, child)
        return list(children.values())

    # What there is.

    def members(self) -> list[Elite]:
        """The last generation that was told, elites included."""
        return list(self._members.values())

    def finalists(self) -> list[Elite]:
        return list(self._hall.values())

    def bar(self, genome: GameGenome, descriptors: Mapping[str, float]) -> float:
        """The median of the members: a game below it would hardly ever be a parent."""
        means = [member.mean for member in self._members.values() if member.valid]
        return median(means) if means else -math.inf

    def figures(self) -> dict[str, float]:
        members = [member for member in self._members.values() if member.valid]
        means = [member.mean for member in members]
        return {
            "best": max(means, default=0.0),
            "mean": sum(means) / len(means) if means else 0.0,
            "valid": len(members) / max(1, len(self._members)),
            "diversity": diversity([member.genome for member in members]),
            "ending_entropy": ending_entropy(members),
        }

    def gallery(self, n: int, min_distance: float = NEAR_COPY) -> list[Elite]:
        return choose(self.finalists(), n, min_distance)

    def state(self) -> State:
        return {
            "generation": self.generation,
            "random": random_state(self.rng),
            "batch": self._batch.state(),
            "seen": self._seen.state(),
            "members": [member.state() for member in self._members.values()],
            "elites": [member.state() for member in self._elites.values()],
            "hall": [member.state() for member in self._hall.values()],
            "tally": {name: dict(row) for name, row in self.variation.tally.counts.items()},
        }

    def restore(self, state: State) -> None:
        self.generation = state["generation"]
        set_random(self.rng, state["random"])
        self._batch = Batch.from_state(state["batch"])
        self._seen = Seen(state["seen"])
        self._members, self._elites, self._hall = (
            {data["genome"]["genome_id"]: Elite.from_state(data) for data in state[part]}
            for part in ("members", "elites", "hall")
        )
        self.variation.tally = Tally({name: dict(row) for name, row in state["tally"].items()})
