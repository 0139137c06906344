"""How fast the engine plays cards.

Random players are timed, since they cost next to nothing: what is left is the engine. Numbers are medians over rounds
in which all sides take turns, so that another load on the machine slows all of them alike.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from statistics import median
from time import perf_counter_ns, process_time_ns
from typing import Protocol

import numpy as np

from .. import _core
from ..engine.game import Game
from ..engine.players import BUILT_IN
from ..genome.genome import GameGenome
from ..simulate.simulate import GAME_COLUMNS

ROUNDS = 5
SECONDS = 0.15  # of one measurement
FOREVER = 1e6  # seconds
Key = tuple[str, str]  # a game, and who plays it


@dataclass(frozen=True)
class Stretch:
    """What one timed stretch of play cost, and what was played."""

    ns: int
    cpu_ns: int  # of all threads together
    games: int
    plies: float
    decisions: float
    deals: float


@dataclass(frozen=True)
class Pace:
    """Wall-clock cost of random play: medians over rounds. Shuffling and dealing are included."""

    ns_per_ply: float
    cpu_ns_per_ply: float  # of all threads together; what waiting for a busy machine does not change
    ns_per_decision: float | None  # None in games without decisions
    us_per_deal: float
    games_per_second: float
    plies_per_game: float
    decisions_per_game: float
    deals_per_game: float
    cores: float  # CPU time over wall time: fewer than the threads if the machine had other work
    spread: float  # slowest round minus fastest, as a share of the median


class Stopwatch:
    """Nanoseconds since it was made, by the wall clock and by the processors."""

    def __init__(self) -> None:
        self.cpu, self.wall = process_time_ns(), perf_counter_ns()

    def read(self) -> tuple[int, int]:
        return perf_counter_ns() - self.wall, process_time_ns() - self.cpu


class Side(Protocol):
    """Whoever can be timed. `play` must do the same work each time it is called with the same number of games."""

    def play(self, games: int) -> Stretch: ...


@dataclass(frozen=True)
class Speed:
    """One game by our engine in one thread and in `threads`, and by a peer if it has one."""

    game: str
    seats: int
    threads: int
    one_thread: Pace
    all_threads: Pace
    peer: Pace | None
    by_hand: Pace | None  # the same game written by hand, in one thread
    state_bytes: int
    program_bytes: int

    @property
    def scaling(self) -> float:
        """How many times faster all threads are than one."""
        return self.one_thread.ns_per_ply / self.all_threads.ns_per_ply


class Ours:
    """A game of ours: a batch is one native call, compiled beforehand, each thread with as many games as one alone."""

    def __init__(self, genome: GameGenome, threads: int) -> None:
        self.game = Game(genome)
        self.threads = threads

    def play(self, games: int) -> Stretch:
        games, seats = games * self.threads, self.game.seats
        columns = {name: np.zeros(games, kind) for name, kind in GAME_COLUMNS.items()}
        columns["payoffs"] = np.zeros((games, seats), np.float32)
        program = self.game.program.program
        job = _core.Job(program, [BUILT_IN["random"].native(program)] * seats, 0, 0, games, columns)
        watch = Stopwatch()
        _core.Run([job], self.threads).wait(FOREVER)
        ns, cpu_ns = watch.read()
        plies, decisions, deals = (int(columns[name].sum(dtype=np.int64)) for name in ("plies", "decisions", "deals"))
        return Stretch(ns, cpu_ns, games, plies, decisions, deals)


class WhistByHand:
    """Whist over bit sets without the engine, one deal a game: what a ply of a trick game costs at best."""

    def play(self, games: int) -> Stretch:
        watch = Stopwatch()
        plies, decisions, *_ = _core.play_whist_by_hand(games)
        ns, cpu_ns = watch.read()
        return Stretch(ns, cpu_ns, games, plies, decisions, games)


BY_HAND: Mapping[str, Side] = {"whist": WhistByHand()}


def measure_speeds(
    genomes: Mapping[str, GameGenome],
    threads: int = 0,
    seconds: float = SECONDS,
    peers: Mapping[str, Side] | None = None,
    progress: Callable[[int], None] | None = None,
) -> list[Speed]:
    """Times random play of each game, and of its peer; `progress` is told how many batches more are done."""
    threads = threads or os.cpu_count() or 1
    peers = peers or {}
    sides: dict[Key, Side] = {}
    for name, genome in genomes.items():
        sides[name, "one"], sides[name, "all"] = Ours(genome, 1), Ours(genome, threads)
        if name in peers:
            sides[name, "peer"] = peers[name]
        if name in BY_HAND:
            sides[name, "by hand"] = BY_HAND[name]
    paces = measure_paces(sides, seconds, progress)
    speeds = []
    for name, genome in genomes.items():
        game, peer, by_hand = Game(genome), paces.get((name, "peer")), paces.get((name, "by hand"))
        one, many = paces[name, "one"], paces[name, "all"]
        speeds.append(Speed(name, game.seats, threads, one, many, peer, by_hand, game.state_bytes, game.program.size))
    return speeds


def count_batches(games: Collection[str], peers: int) -> int:
    """What the progress of `measure_speeds` adds up to."""
    return (1 + ROUNDS) * (2 * len(games) + peers + len(BY_HAND.keys() & games))


def measure_paces(
    sides: Mapping[Key, Side], seconds: float, progress: Callable[[int], None] | None = None
) -> dict[Key, Pace]:
    """Every side plays once in each round, so that whatever else the machine does slows all alike."""
    tell = progress or (lambda more: None)
    sizes: dict[Key, int] = {}
    for key, side in sides.items():
        sizes[key] = games_lasting(seconds, side)
        tell(1)
    batches: dict[Key, list[Stretch]] = {key: [] for key in sides}
    for _ in range(ROUNDS):
        for key, side in sides.items():
            batches[key].append(side.play(sizes[key]))
            tell(1)
    return {key: pace(played) for key, played in batches.items()}


def games_lasting(seconds: float, side: Side) -> int:
    """About how many games the side plays in that time; at least one.

    Found by playing four times as many until they last a quarter of the time; the rest is proportion.
    """
    games = 1
    while (batch := side.play(games)).ns < seconds * 1e9 / 4:
        games *= 4
    return max(1, int(games * seconds * 1e9 / batch.ns))


def pace(batches: Sequence[Stretch]) -> Pace:
    """The medians of batches of the same games."""
    ns = median(batch.ns for batch in batches)
    games, plies, decisions, deals = (
        sum(values) / len(batches)
        for values in zip(*((batch.games, batch.plies, batch.decisions, batch.deals) for batch in batches), strict=True)
    )
    return Pace(
        ns_per_ply=ns / max(plies, 1),
        cpu_ns_per_ply=median(batch.cpu_ns for batch in batches) / max(plies, 1),
        ns_per_decision=ns / decisions if decisions else None,
        us_per_deal=ns / max(deals, 1) / 1e3,
        games_per_second=games / ns * 1e9,
        plies_per_game=plies / games,
        decisions_per_game=decisions / games,
        deals_per_game=deals / games,
        cores=median(batch.cpu_ns / batch.ns for batch in batches),
        spread=(max(batch.ns for batch in batches) - min(batch.ns for batch in batches)) / ns,
    )
