"""A candidate is a genome to be measured; an evaluation is all that one measurement found out about it.

Two containers of a genome on its way to the gallery (ARCHITECTURE.md has all four). They are plain data: strategies, races
and the gallery read them, and none of these needs to know how games are played.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from ..genome.genome import GameGenome
from .betting import BettingReport
from .depth import Rung
from .estimate import Metric
from .flags import Flag
from .gates import Rejection
from .purpose import Prompt

Key = tuple[str, int]
UNKNOWN = Metric(0.0, 0.0, 0.0, 0)  # the fitness of a candidate of which nothing was played


@dataclass(frozen=True)
class Candidate:
    """A genome to be measured. The number of the measurement chooses the seeds, so that each measurement is fresh."""

    genome: GameGenome
    measurement: int = 0  # how often the genome was measured before

    @property
    def key(self) -> Key:
        return self.genome.genome_id, self.measurement

    @property
    def was_measured(self) -> bool:
        """Whether it was measured before: then somebody chose it, and wants to know it better."""
        return self.measurement > 0


@dataclass(frozen=True)
class Evaluation:
    """All that was measured of one candidate."""

    candidate: Candidate
    fitness: Metric  # what the metrics are worth to the profile; 0 where a gate rejects the game
    ungated: Metric = UNKNOWN  # the same without gates
    rejected: tuple[Rejection, ...] = ()  # gates that it failed
    valid: bool = True  # False: a gate rejects it, or it is outside the limits of a run
    left: str = ""  # why a race went on without it; "" if it was measured to the end
    profile: str = ""
    suite: str = ""
    seed: int = 0
    stages: tuple[str, ...] = ()  # those played
    metrics: Mapping[str, Metric] = field(default_factory=dict)
    scores: Mapping[str, float] = field(default_factory=dict)  # the profile's metrics brought to [0, 1]
    missing: tuple[str, ...] = ()  # metrics of the profile that these stages do not give
    flags: tuple[Flag, ...] = ()
    descriptors: Mapping[str, float] = field(default_factory=dict)  # what kind of game it is, rather than how good
    endings: Mapping[str, int] = field(default_factory=dict)  # how many games ended in which way
    betting: BettingReport | None = None
    thumb: str = ""  # the best rule of thumb
    lines: str = ""  # the best two lines of advice
    lessons: tuple[Rung, ...] = ()  # the ladder from beginners to masters, from the bottom
    styles: Mapping[str, float] = field(default_factory=dict)  # ways to play, with their weights
    arithmetic: tuple[str, ...] = ()  # what the rules ask to be counted or kept in mind
    prompts: tuple[Prompt, ...] = ()  # what each choice is for, where that was measured

    @property
    def genome(self) -> GameGenome:
        return self.candidate.genome
