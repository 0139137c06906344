"""What a strategy is: it is asked for candidates and told their evaluations. It never plays a game itself."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

import msgspec

from ...genome.distance import NEAR_COPY
from ...genome.genome import GameGenome
from ...measure.evaluation import Candidate, Evaluation
from ..elite import Elite, State, genome_state, read_genome
from ..vary import Variation, draw_genome

TRIES = 20  # for a child that is nobody's copy
MEMORY = 5000


class Strategy(Protocol):
    """Proposes candidates and is told their evaluations. A strategy that is restored from `state()` goes on exactly the same."""

    generation: int  # how many batches have been told

    def ask(self) -> list[Candidate]:
        """What to evaluate next; the same list until it has been told. Never empty."""

    def tell(self, results: Sequence[Evaluation]) -> None:
        """The evaluations of exactly the candidates asked for, in any order."""

    def state(self) -> State:
        """Everything that changes, as plain JSON-able data."""

    def restore(self, state: State) -> None:
        """Goes back to a state of a strategy made with the same settings."""

    def members(self) -> list[Elite]:
        """The games kept now."""

    def bar(self, genome: GameGenome, descriptors: Mapping[str, float]) -> float:
        """The fitness that a genome with these descriptors must exceed to be kept; -inf if any will do. Some may be missing."""

    def finalists(self) -> list[Elite]:
        """The games that a gallery may be chosen from."""

    def figures(self) -> dict[str, float]:
        """How the search stands: best, mean, diversity …"""

    def gallery(self, n: int, min_distance: float = NEAR_COPY) -> list[Elite]:
        """The best distinct games so far."""


class Batch:
    """Candidates that are out for evaluation."""

    def __init__(self, candidates: Sequence[Candidate]) -> None:
        self.candidates = list(candidates)

    def sort(self, results: Sequence[Evaluation]) -> list[Evaluation]:
        """The results in the order of the candidates, so that the order of telling makes no difference."""
        found = {result.candidate.key: result for result in results}
        wanted = [candidate.key for candidate in self.candidates]
        if len(found) != len(results) or set(found) != set(wanted):
            raise ValueError(f"told {len(results)} results for {len(wanted)} candidates asked, or of others")
        return [found[key] for key in wanted]

    def state(self) -> list[State]:
        return [{"genome": genome_state(c.genome), "measurement": c.measurement} for c in self.candidates]

    @classmethod
    def from_state(cls, state: list[State]) -> Batch:
        return cls([Candidate(read_genome(data["genome"]), data["measurement"]) for data in state])


class Seen:
    """Names of genomes that were candidates lately, so that none is bred twice; the oldest are forgotten."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._names = dict.fromkeys(names)

    def add(self, candidates: Iterable[Candidate]) -> None:
        self._names |= dict.fromkeys(candidate.genome.genome_id for candidate in candidates)
        for name in list(self._names)[: max(0, len(self._names) - MEMORY)]:
            del self._names[name]

    def __contains__(self, name: str) -> bool:
        return name in self._names

    def state(self) -> list[str]:
        return list(self._names)


def child_of(
    mother: GameGenome,
    father: GameGenome,
    variation: Variation,
    rng: random.Random,
    crossover_rate: float,
    mutation_rate: float,
) -> GameGenome:
    """A child by crossover, sometimes mutated as well, or by mutation alone; a random genome if neither works."""
    child = None
    if mother.genome_id != father.genome_id and rng.random() < crossover_rate:
        child = variation.cross(mother, father, rng)
    if child is None:
        child = variation.mutate(mother, rng)
    elif rng.random() < mutation_rate:
        again = variation.mutate(child, rng)
        child = child if again is None else _join_lineages(again, child)
    return child if child is not None else draw_genome(rng)


def _join_lineages(mutant: GameGenome, cross: GameGenome) -> GameGenome:
    """The mutant as a child of the crossing's parents, since the genome between was never evaluated."""
    lineage = f"{cross.lineage}; {mutant.lineage}"[:300]
    return msgspec.structs.replace(mutant, parents=cross.parents, generation=cross.generation, lineage=lineage)


def random_state(rng: random.Random) -> list[Any]:
    """The state of a generator as plain data."""
    version, internal, gauss = rng.getstate()
    return [version, list(internal), gauss]


def set_random(rng: random.Random, state: list[Any]) -> None:
    version, internal, gauss = state
    rng.setstate((version, tuple(internal), gauss))
