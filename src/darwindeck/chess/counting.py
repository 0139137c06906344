"""Perft: counting lines of legal moves, the test of every move generator."""

from __future__ import annotations

from darwindeck import _core
from darwindeck.errors import ChessError

from .position import Position

DEEPEST = 20


def divide(position: Position | str, depth: int, threads: int = 1) -> dict[str, int]:
    """How many lines of `depth` moves begin with each legal move. Threads: 0 is one for each core."""
    if not 1 <= depth <= DEEPEST:
        raise ChessError(f"the depth is between 1 and {DEEPEST}, not {depth}")
    at = Position(position) if isinstance(position, str) else position
    return dict(sorted(_core.divide(at._core, depth, threads)))


def perft(position: Position | str, depth: int, threads: int = 1) -> int:
    """How many lines of `depth` moves there are."""
    if depth == 0:
        return 1
    return sum(divide(position, depth, threads).values())
