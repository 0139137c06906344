"""Duels and tournaments. A duel compares two players; a tournament is a duel of every pair.

Results depend on the game, the players, the seed and the number of games, on nothing else.

Games are played in chunks short enough for Ctrl-C, which ends a contest with what was played. How large a chunk is
depends on the clock, but nothing is decided between chunks: a sequential test looks only at batches of fixed sizes.
Who plays them is a backend: the threads of this machine, or a cluster.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import perf_counter

import numpy as np

from ..errors import SettingError
from ..genome.genome import GameGenome
from ..simulate.backends.local import Local
from ..simulate.records import Column
from ..simulate.simulate import Job, simulate_many
from .model import score_of
from .rating import PairRate, PairScores, Rating, pair_rates, ratings
from .schedule import Pairing, Schedule, pairings
from .sprt import Hypotheses, Sums, Verdict, sprt

FIRST_BATCH = 8  # deals before a sequential test is asked for the first time
BATCH_GROWTH = 4  # later batches are this part of what was played

Progress = Callable[[int], None]


@dataclass(frozen=True)
class Contest:
    """What all duels of a tournament share: the game, the seed, and who plays."""

    genome: GameGenome
    seed: int = 0
    backend: Local = field(default_factory=Local)
    schedule: Schedule = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "schedule", Schedule.of(self.genome))

    def admit(self, players: Sequence[str]) -> None:
        """Raises what is wrong with the game, the seed or a player before anything is played."""
        simulate_many([Job(self.genome, 0, (player,), self.seed) for player in players])

    def simulate(self, pairing: Pairing, first: int, deals: int) -> tuple[Column, Column]:
        """Of deals [first, first + deals): shares of each player alone among the other's, [deals, 2], and stakes, [deals]."""
        jobs = self.schedule.jobs(self.genome, pairing, self.seed, first, deals)
        records = self.backend(jobs)
        return self.schedule.alone(records), self.schedule.stakes(records)


class RunningDuel:
    """A duel in progress: the scores of one pairing so far."""

    def __init__(self, contest: Contest, pairing: Pairing) -> None:
        self.contest = contest
        self.scores = PairScores(pairing, len(contest.schedule.sides), np.zeros((0, 2)))
        self._chunk = 1

    def go_on(self, until: int) -> None:
        """Plays a chunk, not beyond deal `until`; an interrupted chunk leaves no trace.

        The next chunk is as long as fits the time, but at most four times this one: the first is a single deal, and its
        time says little.
        """
        done = self.scores.deals
        deals = min(self._chunk, until - done)
        began = perf_counter()
        alone, stakes = self.contest.simulate(self.scores.pairing, done, deals)
        fitting = int(deals * self.contest.backend.SECONDS / max(perf_counter() - began, 1e-6))
        self._chunk = max(1, min(4 * self._chunk, fitting))
        self.scores = replace(
            self.scores,
            alone=np.concatenate([self.scores.alone, alone]),
            stakes=np.concatenate([self.scores.stakes if self.scores.deals else stakes[:0], stakes]),
        )


@dataclass(frozen=True)
class TournamentResult:
    """Everybody against everybody. Pairs of which no deal was played are left out."""

    players: tuple[str, ...]
    sides: int
    asked: int  # games for each pairing
    games: int  # the same in whole deals; what was played unless interrupted
    deals: int
    level: float
    pairs: list[PairRate]
    ratings: list[Rating]
    interrupted: bool


def tournament(
    genome: GameGenome,
    players: Sequence[str],
    games: int,
    seed: int = 0,
    threads: int = 0,
    progress: Progress | None = None,
    level: float = 0.95,
    backend: Local | None = None,
) -> TournamentResult:
    """A round robin of `games` games a pairing, rounded up to whole deals. A backend plays instead of threads."""
    check_level(level)
    contest = Contest(genome, seed, backend or Local(threads, progress))
    duels = [RunningDuel(contest, pairing) for pairing in pairings(list(players))]
    contest.admit(players)
    deals = contest.schedule.deals(games)
    interrupted = not _finish(rounds(duels, deals))
    scores = [running.scores for running in duels]
    return TournamentResult(
        tuple(players),
        len(contest.schedule.sides),
        games,
        contest.schedule.games(games),
        deals,
        level,
        [rate for played in scores if played.deals for rate in pair_rates(played, level)],
        ratings(players, scores, level),
        interrupted,
    )


def rounds(duels: Sequence[RunningDuel], deals: int) -> Iterator[RunningDuel]:
    """Plays all pairings to `deals` deals, always the one that is least far; yields each after a chunk of it."""
    while (running := min(duels, key=lambda running: running.scores.deals)).scores.deals < deals:
        running.go_on(deals)
        yield running


def _finish(chunks: Iterator[RunningDuel]) -> bool:
    """Plays to the end; False if Ctrl-C came first."""
    try:
        for _ in chunks:
            pass
    except KeyboardInterrupt:
        return False
    return True


@dataclass(frozen=True)
class DuelResult:
    """One pairing. `pairs` are A's rate and B's, none if no deal was played; `ratings` A's and B's, with B at 0."""

    a: str
    b: str
    sides: int
    games: int  # played
    deals: int
    level: float
    pairs: list[PairRate]
    ratings: list[Rating]
    hypotheses: Hypotheses | None  # of the sequential test, if there was one
    verdict: Verdict | None
    interrupted: bool


def duel(
    genome: GameGenome,
    a: str,
    b: str,
    games: int,
    hypotheses: Hypotheses | None = None,
    seed: int = 0,
    threads: int = 0,
    progress: Progress | None = None,
    level: float = 0.95,
    backend: Local | None = None,
) -> DuelResult:
    """A against B for `games` games, rounded up to whole deals, or until the hypotheses are decided before.

    A backend plays instead of threads, and tells its own progress.
    """
    check_level(level)
    contest = Contest(genome, seed, backend or Local(threads, progress))
    running = RunningDuel(contest, pairings([a, b])[0])
    contest.admit((a, b))
    deals = contest.schedule.deals(games)
    interrupted = not _finish(_sequence(running, deals, hypotheses) if hypotheses else rounds([running], deals))
    scores = running.scores
    return DuelResult(
        a,
        b,
        scores.sides,
        scores.games,
        scores.deals,
        level,
        list(pair_rates(scores, level)) if scores.deals else [],
        ratings((b, a), [scores], level)[::-1],
        hypotheses,
        _verdict(scores, hypotheses) if hypotheses else None,
        interrupted,
    )


def _sequence(running: RunningDuel, deals: int, hypotheses: Hypotheses) -> Iterator[RunningDuel]:
    """Plays batch after batch until the test decides.

    Batches grow with what was played, so that a long test is not asked after every deal. Their sizes are fixed numbers:
    how fast the machine is must not change when the test stops.
    """
    ends = 0
    while ends < deals and _verdict(running.scores, hypotheses).decision is None:
        ends = min(deals, ends + max(FIRST_BATCH, ends // BATCH_GROWTH))
        yield from rounds([running], ends)


def _verdict(scores: PairScores, hypotheses: Hypotheses) -> Verdict:
    return sprt(Sums().plus(score_of(scores.shares)), hypotheses, scores.sides)


def check_level(level: float) -> None:
    if not 0 < level < 1:
        raise SettingError(f"level: {level} must lie between 0 and 1")
