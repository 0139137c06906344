"""How fast the engine plays, and a signature of what it plays. Timings are never tested, the signature always is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from time import perf_counter_ns

import numpy as np

from .game import Game
from .genome.genome import GameGenome
from .genome.text import known_games, load_genome
from .records import Records
from .simulation import simulate

WARM_UP_GAMES = 20
SIGNATURE_GAMES = 200
SIGNATURE_SEED = 1
# The columns of the signature, in fixed widths so that it is the same number on every machine.
SIGNATURE_COLUMNS = (
    ("winners", "u1"),
    ("plies", "<u4"),
    ("turns", "<u4"),
    ("decisions", "<u4"),
    ("ending", "u1"),
    ("payoffs", "<f4"),
)


@dataclass(frozen=True)
class Speed:
    """Wall-clock nanoseconds for one decision (or ply, see `unit`) of random play."""

    game: str
    seats: int
    unit: str
    ns_one_thread: float
    ns_all_threads: float
    state_bytes: int
    program_bytes: int


def measure_speed(name: str, games: int, threads: int = 0) -> Speed:
    """Times random play of a known game in one thread and in `threads` (0: all cores)."""
    genome = load_genome(name)
    game = Game(genome)
    simulate(genome, games=WARM_UP_GAMES, threads=threads)
    one, records = timed(genome, games, 1)
    many, _ = timed(genome, games, threads)
    decisions = int(records.decisions.sum(dtype=np.int64))
    unit, count = ("decision", decisions) if decisions else ("ply", int(records.plies.sum(dtype=np.int64)))
    return Speed(name, game.seats, unit, one / count, many / count, game.state_bytes, game.program.size)


def timed(genome: GameGenome, games: int, threads: int) -> tuple[int, Records]:
    start = perf_counter_ns()
    records = simulate(genome, games=games, threads=threads)
    return perf_counter_ns() - start, records


def signature(
    names: Sequence[str] | None = None,
    games: int = SIGNATURE_GAMES,
    progress: Callable[[int], None] | None = None,
) -> int:
    """One 64-bit number over fixed seeds of the known games at every player count."""
    digest = blake2b(digest_size=8)
    for name in sorted(known_games() if names is None else names):
        genome = load_genome(name)
        for seats in sorted(genome.player_counts or (genome.player_count,)):
            digest.update(f"{name} {seats}\n".encode())
            records = simulate(load_genome(name, players=seats), games=games, seed=SIGNATURE_SEED)
            for column, width in SIGNATURE_COLUMNS:
                digest.update(np.ascontiguousarray(getattr(records, column), dtype=width).tobytes())
        if progress is not None:
            progress(1)
    return int.from_bytes(digest.digest(), "big")
