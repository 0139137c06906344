"""A signature of what the engine plays: one number that changes only when behaviour does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import blake2b

import numpy as np

from ..genome.text import known_games, load_genome
from ..simulate.records import Records
from ..simulate.simulate import simulate

GAMES = 200
SEED = 1
THINKERS = ("greedy", "mcts:20")  # one game each
# In fixed widths so that it is the same number on every machine.
COLUMNS = (
    ("winners", "u1"),
    ("plies", "<u4"),
    ("turns", "<u4"),
    ("decisions", "<u4"),
    ("ending", "u1"),
    ("payoffs", "<f4"),
)


def signature(
    names: Sequence[str] | None = None,
    games: int = GAMES,
    progress: Callable[[int], None] | None = None,
) -> int:
    """One 64-bit number over fixed seeds of the known games: random play at every player count, and a game of thought."""
    digest = blake2b(digest_size=8)
    for name in sorted(known_games() if names is None else names):
        genome = load_genome(name)
        for seats in sorted(genome.player_counts or (genome.player_count,)):
            digest.update(f"{name} {seats}\n".encode())
            add_records(digest, simulate(load_genome(name, players=seats), games=games, seed=SEED))
        for player in THINKERS:
            add_records(digest, simulate(genome, [player], games=1, seed=SEED))
        if progress is not None:
            progress(1)
    return int.from_bytes(digest.digest(), "big")


def add_records(digest: blake2b, records: Records) -> None:
    for column, width in COLUMNS:
        digest.update(np.ascontiguousarray(getattr(records, column), dtype=width).tobytes())
