"""The end of a run with little time: games are measured afresh in portions. What is measured here is made up."""

from __future__ import annotations

from collections.abc import Sequence

from darwindeck.evaluate.plan import Suite
from darwindeck.evolve.elite import Elite
from darwindeck.experiment.config import RunConfig
from darwindeck.experiment.sitting import Budget, OutOfTime
from darwindeck.genome.genome import GameGenome
from darwindeck.measure.evaluation import Evaluation

from ..evolve.families import mutants
from .test_finals import FakeLab, end, finds, kept


class Sandglass(Budget):
    """Runs only while games are measured: so many seconds each."""

    def __init__(self, seconds: float) -> None:
        super().__init__(0.0, 1e9)
        self.sand = seconds

    @property
    def left(self) -> float:
        return self.sand

    def spend(self, seconds: float) -> None:
        if self.sand < seconds:
            raise OutOfTime
        self.sand -= seconds


class SlowLab(FakeLab):
    """Measuring a game afresh takes it ten seconds each time; the races let one expect 28."""

    seconds_each = 1.0

    def __init__(self, games: Sequence[Elite], seconds: float) -> None:
        super().__init__(games)
        self.config, self.budget, self.portions = RunConfig(population=16, gallery=10), Sandglass(seconds), []

    def evaluate(self, genomes: Sequence[GameGenome], purpose: str, suite: Suite) -> list[Evaluation]:
        self.budget.spend(10.0 * len(genomes))
        self.portions.append((purpose, len(genomes)))
        return super().evaluate(genomes, purpose, suite)


def test_a_few_games_come_first_and_say_how_many_more_there_is_time_for() -> None:
    """After three games of 20 seconds, 124 of 184 seconds are left: at a fifth of caution that is time for five more."""
    games = [kept(genome, 0.9) for genome in finds(5)]
    lab = SlowLab(games, 184)
    found, _ = end(games, lab)
    waiting = len(found) - 3
    assert lab.portions == [("final", 3), ("last", 3), ("final", waiting), ("last", waiting)] and waiting >= 1
    hasty = SlowLab(games, 84)
    assert len(end(games, hasty)[0]) == 4 and sum(count for _, count in hasty.portions) == 8


def test_games_that_the_last_judge_has_no_time_for_keep_their_figures() -> None:
    games = [kept(genome, 0.9) for genome in mutants("durak", 2)]
    lab = SlowLab(games, 10 * len(end(games)[0]))
    assert {game.evaluation.suite for game in end(games, lab)[0] if game.evaluation} == {"final"}
