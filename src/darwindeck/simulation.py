"""Simulate: many games in few native calls, the same for any number of threads."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from . import _core
from .compile import CompiledGame, compile_genome
from .errors import GameError
from .genome.check import check
from .genome.genome import GameGenome
from .genome.mechanics.win import RANKING
from .records import Column, PlyRecords, Records, leaders

PLAYERS = {"random": 0, "first": 1}
INSTRUCTION_SETS = {"best": 0, "baseline": 1, "v3": 2}
PLIES_PER_CHUNK = 4_000_000
CHUNK_SECONDS = 0.2  # between chunks progress is reported and Ctrl-C is heard

GAME_COLUMNS = {"winners": np.uint8, "ending": np.uint8, "plies": np.uint32, "turns": np.uint32, "decisions": np.uint32,
                "options": np.uint32, "deals": np.uint32}  # fmt: skip


@dataclass(frozen=True)
class Job:
    """Games [first, first + games) of one game with one player a seat (one name: for all seats)."""

    genome: GameGenome
    games: int
    players: Sequence[str] = ("random",)
    seed: int = 0
    first: int = 0
    plies: bool = False


@dataclass
class _Running:
    """A job under way: its arrays and how far they are filled."""

    job: Job
    compiled: CompiledGame
    players: list[int]
    arrays: dict[str, Column] = field(default_factory=dict)
    done: int = 0

    def native(self, games: int, ply_rows: dict[str, Column] | None = None) -> Any:
        rows = {name: column[self.done : self.done + games] for name, column in self.arrays.items()}
        first = self.job.first + self.done
        return _core.Job(self.compiled.program, self.players, self.job.seed, first, games, rows, ply_rows)


def simulate(
    genome: GameGenome,
    players: Sequence[str] | None = None,
    games: int = 1000,
    seed: int = 0,
    threads: int = 0,
    first: int = 0,
    plies: bool = False,
    progress: Callable[[int], None] | None = None,
    isa: str = "best",
) -> Records:
    """Plays `games` games; `progress` is told how many more are done. Threads 0 means one per core."""
    job = Job(genome, games, players or ("random",), seed, first, plies)
    return simulate_many([job], threads, progress, isa)[0]


def simulate_many(
    jobs: Sequence[Job], threads: int = 0, progress: Callable[[int], None] | None = None, isa: str = "best"
) -> list[Records]:
    """Plays all jobs, chunk by chunk; between chunks the caller hears of progress and can be interrupted."""
    if isa not in INSTRUCTION_SETS:
        raise GameError(f"isa: {isa!r} is not one of {', '.join(INSTRUCTION_SETS)}")
    if threads < 0:
        raise GameError("threads: must not be negative")
    running = [_start(job) for job in jobs]
    threads = threads or os.cpu_count() or 1
    size = 64 * threads
    waiting = [work for work in running if work.job.games > 0]
    while waiting:
        chunk, left = [], size
        for work in waiting:
            games = min(left, work.job.games - work.done)
            if games > 0:
                chunk.append((work, games))
                left -= games
        began = time.perf_counter()
        _core.play_jobs([work.native(games) for work, games in chunk], threads, INSTRUCTION_SETS[isa])
        elapsed = time.perf_counter() - began
        for work, games in chunk:
            work.done += games
        if progress is not None:
            progress(size - left)
        size = max(64 * threads, min(4 * size, int(size * CHUNK_SECONDS / max(elapsed, 1e-6))))
        waiting = [work for work in waiting if work.done < work.job.games]
    return [_finish(work, threads, INSTRUCTION_SETS[isa]) for work in running]


def _start(job: Job) -> _Running:
    if job.games < 0 or job.games > 1 << 32:
        raise GameError(f"games: {job.games} is out of range")
    if not 0 <= job.seed < 1 << 64 or not 0 <= job.first < 1 << 63:
        raise GameError("seed and index: must be from 0 to 2^64 - 1")
    seats = job.genome.player_count
    names = list(job.players) * seats if len(job.players) == 1 else list(job.players)
    if len(names) != seats:
        raise GameError(f"players: {seats} seats need one player each (or one for all), got {len(names)}")
    for name in names:
        if name not in PLAYERS:
            raise GameError(f"players: {name!r} is not one of {', '.join(PLAYERS)}")
    check(job.genome).raise_errors()
    work = _Running(job, compile_genome(job.genome), [PLAYERS[name] for name in names])
    work.arrays = {name: np.zeros(job.games, kind) for name, kind in GAME_COLUMNS.items()}
    work.arrays["payoffs"] = np.zeros((job.games, seats), np.float32)
    return work


def _finish(work: _Running, threads: int, isa: int) -> Records:
    job, columns = work.job, work.arrays
    ply = _play_again(work, threads, isa) if job.plies else None
    return Records(job.genome.player_count, job.seed, job.first, **columns, ply=ply)


def _play_again(work: _Running, threads: int, isa: int) -> PlyRecords:
    """The rows of every ply: the lengths are known now, so each game writes to its own place."""
    job, seats = work.job, work.job.genome.player_count
    offset = np.zeros(job.games + 1, np.uint64)
    np.cumsum(work.arrays["plies"], out=offset[1:])
    total = int(offset[-1])
    rows: dict[str, Column] = {"offset": offset}
    rows |= {name: np.zeros(total, np.uint8) for name in ("seat", "legal", "move")}
    rows["hands"] = np.zeros((total, seats), np.uint8)
    rows |= {name: np.zeros((total, seats), np.int32) for name in ("scores", "chips")}
    work.done = 0
    while work.done < job.games:  # in chunks, so that Ctrl-C is heard
        ends = int(np.searchsorted(offset, offset[work.done] + np.uint64(PLIES_PER_CHUNK)))
        games = max(1, min(ends, job.games) - work.done)
        chunk = rows | {"offset": offset[work.done : work.done + games + 1]}
        _core.play_jobs([work.native(games, chunk)], threads, isa)
        work.done += games
    return PlyRecords(**rows, leader=leaders(_standing(job.genome, rows)))


def _standing(genome: GameGenome, rows: dict[str, Column]) -> Column:
    """How well each seat stands at each ply, by what the game is won with."""
    kinds = [condition.type for condition in genome.win_conditions if condition.type in RANKING]
    kind = (
        kinds[0]
        if kinds
        else ("fewest_cards" if any(c.type == "empty_hand" for c in genome.win_conditions) else "most_cards")
    )
    if kind == "low_score":
        return -rows["scores"]
    if kind in ("most_chips", "best_hand", "last_player_standing"):
        return rows["chips"]
    if kind == "fewest_cards":
        return -rows["hands"].astype(np.int32)
    return rows["hands"].astype(np.int32) if kind == "most_cards" else rows["scores"]
