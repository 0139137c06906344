"""What is known of a genome: candidates go out to be evaluated, evaluations come back, and are kept with their noise."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from ..genome.genome import GameGenome

State = dict[str, Any]  # plain data, as JSON has it
Key = tuple[str, int]


@dataclass(frozen=True)
class Candidate:
    """A genome to be evaluated; the number of the measurement chooses fresh seeds for each."""

    genome: GameGenome
    measurement: int = 0

    @property
    def key(self) -> Key:
        return self.genome.genome_id, self.measurement


@dataclass(frozen=True)
class Evaluated:
    """What an evaluation found: fitness with its interval, numbers by name, and how many games ended in which way."""

    candidate: Candidate
    fitness: float
    low: float
    high: float
    valid: bool = True
    descriptors: Mapping[str, float] = field(default_factory=dict)
    endings: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Measured:
    """A genome with the mean of its measurements, its interval, and how many they were."""

    genome: GameGenome
    mean: float
    low: float
    high: float
    valid: bool
    descriptors: Mapping[str, float]
    endings: Mapping[str, int]
    count: int = 1  # measurements in the mean
    asked: int = 1  # measurements made, so the number of the next one

    @property
    def half(self) -> float:
        return (self.high - self.low) / 2

    def again(self) -> Candidate:
        """The request to measure it once more."""
        return Candidate(self.genome, self.asked)

    def with_more(self, new: Evaluated) -> Measured:
        """With another measurement. The first one got the genome chosen, so it is too good, and counts no longer."""
        first = from_evaluated(new)
        if self.asked == 1:
            known = {**self.descriptors, **first.descriptors}
            return replace(first, asked=2, valid=self.valid and new.valid, descriptors=known)
        n = self.count
        mean = (self.mean * n + new.fitness) / (n + 1)
        half = math.hypot(self.half * n, first.half) / (n + 1)
        return replace(
            self,
            mean=mean,
            low=mean - half,
            high=mean + half,
            valid=self.valid and new.valid,
            descriptors=_mixed(self.descriptors, new.descriptors, n),
            endings={name: self.endings.get(name, 0) + new.endings.get(name, 0) for name in _names(self, new)},
            count=n + 1,
            asked=self.asked + 1,
        )

    def state(self) -> State:
        return {
            "genome": genome_state(self.genome), "mean": self.mean, "low": self.low, "high": self.high, "valid": self.valid,
            "descriptors": dict(self.descriptors), "endings": dict(self.endings), "count": self.count, "asked": self.asked,
        }  # fmt: skip


def _names(first: Measured, second: Evaluated) -> list[str]:
    return sorted({*first.endings, *second.endings})


def _mixed(old: Mapping[str, float], new: Mapping[str, float], n: int) -> dict[str, float]:
    """Means, where both have a number; what only one has is kept."""
    return {**old, **{name: (old.get(name, value) * n + value) / (n + 1) for name, value in new.items()}}


def from_evaluated(new: Evaluated) -> Measured:
    return Measured(
        new.candidate.genome, new.fitness, new.low, new.high, new.valid, dict(new.descriptors), dict(new.endings)
    )


def from_state(state: State) -> Measured:
    return Measured(**{**state, "genome": genome_from(state["genome"])})


def genome_state(genome: GameGenome) -> State:
    """A genome as plain data."""
    data: State = msgspec.to_builtins(genome)
    return data


def genome_from(data: State) -> GameGenome:
    return msgspec.convert(data, GameGenome)
