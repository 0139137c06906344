"""Simulate: many games in one native call, the same for any number of threads. Players from outside play one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from .. import _core
from ..compile.program import CompiledGame, compile_genome
from ..engine.players import BUILT_IN, BuiltIn, PlayerFactory, PlayerLike, find_player, name_of
from ..errors import GameError, PlayerError, SettingError
from ..genome.genome import GameGenome
from ..judge.check import check
from ..mechanics.wins import RANKING
from .outside import simulate_outside
from .probe import Probe
from .records import Column, PlyRecords, Records, leaders

INSTRUCTION_SETS: dict[str, int] = _core.INSTRUCTION_SETS
MOST_THINKING = 1 << 16
POLL_SECONDS = 0.1  # between looks at a run progress is reported and Ctrl-C is heard

GAME_COLUMNS = {"winners": np.uint8, "ending": np.uint8, "plies": np.uint32, "turns": np.uint32, "decisions": np.uint32,
                "options": np.uint32, "deals": np.uint32, "decided_by": np.uint16}  # fmt: skip
Progress = Callable[[int], None]


@dataclass(frozen=True)
class Job:
    """Games [first, first + games) of one game with one player a seat (one: for all seats)."""

    genome: GameGenome
    games: int
    players: Sequence[PlayerLike] = ("random",)
    seed: int = 0
    first: int = 0
    plies: bool = False
    probe: Probe | None = None
    thinking: int = 0  # another number: the same deals and chances, but players that draw lots draw others
    deals_of: int = 0  # hash of another program, to meet its shuffles and chances; 0: its own


@dataclass
class _Running:
    """A job under way: its players and the arrays that its games fill."""

    job: Job
    compiled: CompiledGame
    players: list[BuiltIn | PlayerFactory]
    arrays: dict[str, Column] = field(default_factory=dict)
    native: Any = None
    probed: dict[str, Column] = field(default_factory=dict)

    @property
    def needs_moves(self) -> bool:
        return self.job.plies or self.job.probe is not None

    @property
    def is_native(self) -> bool:
        return all(isinstance(player, BuiltIn) for player in self.players)

    def native_job(self, plies: dict[str, Column] | None = None) -> Any:
        """The job as the core takes it. Where players come from outside their moves are given later, so any player will do."""
        job = self.job
        players = [player if isinstance(player, BuiltIn) else BUILT_IN["random"] for player in self.players]
        return _core.Job(
            self.compiled.program,
            [player.native(self.compiled.program) for player in players],
            job.seed,
            job.first,
            job.games,
            self.arrays,
            plies,
            self.native,
            job.deals_of,
            job.thinking,
        )


def simulate(
    genome: GameGenome,
    players: Sequence[PlayerLike] | None = None,
    games: int = 1000,
    seed: int = 0,
    threads: int = 0,
    first: int = 0,
    plies: bool = False,
    progress: Progress | None = None,
    isa: str = "best",
) -> Records:
    """Plays `games` games; `progress` is told how many more are done. Threads 0 means one per core."""
    job = Job(genome, games, players or ("random",), seed, first, plies)
    return simulate_many([job], threads, progress, isa)[0]


def simulate_many(
    jobs: Sequence[Job], threads: int = 0, progress: Progress | None = None, isa: str = "best"
) -> list[Records]:
    """Plays all jobs; meanwhile the caller hears of progress, if only of none, and can be interrupted.

    In three steps. First all games are played and, where more is wanted, their moves are noted. Then positions
    along those moves are probed. Last, plies are written where they were asked for.
    """
    if isa not in INSTRUCTION_SETS:
        raise SettingError(f"isa: {isa!r} is not one of {', '.join(INSTRUCTION_SETS)}")
    if threads < 0:
        raise SettingError("threads: must not be negative")
    running = [_start(job) for job in jobs]
    native = [work for work in running if work.is_native]
    for work in native:
        work.native = work.native_job()
        if work.needs_moves:
            work.native.note_moves()
    _run_jobs([work.native for work in native], threads, isa, progress)
    for work in running:
        if not work.is_native:
            moves = simulate_outside(work.job, work.players, work.arrays, progress)
            if work.needs_moves:
                work.native = work.native_job()
                work.native.set_moves(moves)
    alive = None if progress is None else lambda more: progress(0)
    _run_jobs([_probe(work) for work in running if work.job.probe], threads, isa, alive)
    return [_finish(work, threads, isa) for work in running]


def _run_jobs(jobs: list[Any], threads: int, isa: str, progress: Progress | None = None) -> None:
    """Plays native jobs to the end; on Ctrl-C they are called off.

    The core plays on threads of its own. Python only waits, a little at a time, so that it hears of Ctrl-C.
    """
    run = _core.Run(jobs, threads, INSTRUCTION_SETS[isa])
    told = 0
    try:
        stopped = False
        while not stopped:
            stopped = run.wait(POLL_SECONDS)
            done = run.games_done
            if progress is not None:
                progress(done - told)
            told = done
    except BaseException:
        run.cancel()
        raise
    if run.refusals:
        raise GameError(
            f"a move that is not legal was refused in {run.refusals} games; nothing of this run can be used"
        )


def _start(job: Job) -> _Running:
    """Checks a job, finds its players and makes the arrays that its games will fill."""
    if job.games < 0 or job.games > 1 << 32:
        raise SettingError(f"games: {job.games} is out of range")
    if not 0 <= job.thinking <= MOST_THINKING:
        raise SettingError(f"thinking: must be from 0 to {MOST_THINKING}")
    if not 0 <= job.seed < 1 << 64 or not 0 <= job.first < 1 << 63:
        raise SettingError("seed and index: must be from 0 to 2^64 - 1")
    seats = job.genome.player_count
    names = list(job.players) * seats if len(job.players) == 1 else list(job.players)
    if len(names) != seats:
        raise PlayerError(f"players: {seats} seats need one player each (or one for all), got {len(names)}")
    players = [find_player(name) for name in names]
    _check_abilities(
        job, [name for name, player in zip(names, players, strict=True) if not isinstance(player, BuiltIn)]
    )
    if job.probe:
        job.probe.check()
    check(job.genome).raise_errors()
    work = _Running(job, compile_genome(job.genome), players)
    work.arrays = {name: np.zeros(job.games, kind) for name, kind in GAME_COLUMNS.items()}
    work.arrays["payoffs"] = np.zeros((job.games, seats), np.float32)
    work.arrays["chips"] = np.zeros((job.games, seats), np.int32)
    return work


def _check_abilities(job: Job, outside: Sequence[PlayerLike]) -> None:
    """Players from outside draw their own lots and meet the game's own deals: anything else is refused, not ignored."""
    asked = {"thinking": job.thinking, "deals_of": job.deals_of}
    for setting in [name for name, value in asked.items() if value and outside]:
        raise SettingError(f"{setting}: works with built-in players only, not with {name_of(outside[0])}")


def _probe(work: _Running) -> Any:
    """The native job that fills the rows of the probe."""
    assert work.job.probe is not None
    work.probed = work.job.probe.arrays(work.job.games, work.job.genome.player_count)
    return work.job.probe.start(work.native_job(), work.probed)


def _finish(work: _Running, threads: int, isa: str) -> Records:
    job, columns = work.job, work.arrays
    ply = _write_plies(work, threads, isa) if job.plies else None
    probe = job.probe.records(work.probed) if job.probe else None
    return Records(job.genome.player_count, job.seed, job.first, **columns, ply=ply, probe=probe)


def _write_plies(work: _Running, threads: int, isa: str) -> PlyRecords:
    """The rows of every ply: the lengths and moves are known now, so each game writes to its own place."""
    job, seats = work.job, work.job.genome.player_count
    offset = np.zeros(job.games + 1, np.uint64)
    np.cumsum(work.arrays["plies"], out=offset[1:])
    total = int(offset[-1])
    rows: dict[str, Column] = {"offset": offset}
    rows |= {name: np.zeros(total, np.uint8) for name in ("seat", "legal", "move", "prompt")}
    rows["kinds"] = np.zeros(total, np.uint32)
    rows["hands"] = np.zeros((total, seats), np.uint8)
    rows |= {name: np.zeros((total, seats), np.int32) for name in ("scores", "chips")}
    _run_jobs([work.native_job(rows)], threads, isa)
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
