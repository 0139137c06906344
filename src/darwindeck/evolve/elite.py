"""An elite: a genome that a run keeps, with the pooled measurements of several evaluations."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import msgspec

from ..genome.distance import Near, find_nearest
from ..genome.genome import GameGenome
from ..measure.depth import TrainedPlayer
from ..measure.estimate import Metric
from ..measure.evaluation import Candidate, Evaluation

State = dict[str, Any]  # plain data, as JSON has it


@dataclass(frozen=True)
class Elite:
    """A genome as the archive, the population and the gallery keep it.

    `mean` is the mean fitness of its measurements; `low` and `high` are the ends of the interval. A game of the gallery has an
    `evaluation` besides: it was made after the game was chosen, so it is not too good as what chose the game is.
    """

    genome: GameGenome
    mean: float
    low: float
    high: float
    valid: bool
    descriptors: Mapping[str, float]
    endings: Mapping[str, int]
    count: int = 1  # measurements in the mean
    asked: int = 1  # measurements made, so the number of the next one
    evaluation: Evaluation | None = None
    taken_out: tuple[str, ...] = ()  # rules that were taken out before it was shown, and why
    trained: TrainedPlayer | None = None  # in the gallery of a run whose last judge trains

    @classmethod
    def from_evaluation(cls, new: Evaluation) -> Elite:
        """The genome of a first evaluation."""
        fitness = new.fitness
        kept = dict(new.descriptors), dict(new.endings)
        return cls(new.genome, fitness.value, fitness.low, fitness.high, new.valid, *kept)

    @classmethod
    def from_state(cls, state: State) -> Elite:
        return cls(**{**state, "genome": read_genome(state["genome"])})

    # What was measured.

    @property
    def half(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    @property
    def chosen_by(self) -> Metric:
        """The fitness that got it kept. It is too good on average: the lucky ones are kept more often."""
        return Metric(self.mean, self.low, self.high, 0)

    @property
    def is_fresh(self) -> bool:
        """Whether it was measured again after it was chosen for the gallery."""
        return self.evaluation is not None

    @property
    def fitness(self) -> Metric:
        """The best that is known: the fresh measurement, or else what got it kept."""
        return self.chosen_by if self.evaluation is None else self.evaluation.fitness

    def ask_again(self) -> Candidate:
        """The request to measure it once more."""
        return Candidate(self.genome, self.asked)

    def add(self, new: Evaluation) -> Elite:
        """The elite with another measurement. The first one got the genome kept, so it is too good, and counts no longer."""
        first = Elite.from_evaluation(new)
        if self.asked == 1:
            known = {**self.descriptors, **first.descriptors}
            return replace(first, asked=2, valid=self.valid and new.valid, descriptors=known)
        n = self.count
        mean = (self.mean * n + first.mean) / (n + 1)
        half = math.hypot(self.half * n, first.half) / (n + 1)
        names = sorted({*self.endings, *new.endings})
        return replace(
            self,
            mean=mean,
            low=mean - half,
            high=mean + half,
            valid=self.valid and new.valid,
            descriptors=_pool(self.descriptors, new.descriptors, n),
            endings={name: self.endings.get(name, 0) + new.endings.get(name, 0) for name in names},
            count=n + 1,
            asked=self.asked + 1,
        )

    # What is known besides.

    @property
    def nearest(self) -> str:
        """The known game that its rules are nearest to."""
        return self._near.name

    @property
    def distance(self) -> float:
        """How far away that game is."""
        return self._near.distance

    @cached_property
    def _near(self) -> Near:
        return find_nearest(self.genome)

    def state(self) -> State:
        """What a run saves. A fresh evaluation is not part of it: the gallery is written, and never read back to go on."""
        return {
            "genome": genome_state(self.genome), "mean": self.mean, "low": self.low, "high": self.high, "valid": self.valid,
            "descriptors": dict(self.descriptors), "endings": dict(self.endings), "count": self.count, "asked": self.asked,
        }  # fmt: skip


def _pool(old: Mapping[str, float], new: Mapping[str, float], n: int) -> dict[str, float]:
    """Means over n old values and a new one, where both have a number; what only one has is kept."""
    return {**old, **{name: (old.get(name, value) * n + value) / (n + 1) for name, value in new.items()}}


def genome_state(genome: GameGenome) -> State:
    """A genome as plain data."""
    data: State = msgspec.to_builtins(genome)
    return data


def read_genome(data: State) -> GameGenome:
    """The genome that `genome_state` wrote."""
    return msgspec.convert(data, GameGenome)
