"""Rook endings to learn from nothing in seconds: White mates in two, and must find how."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from darwindeck.chess import Position
from darwindeck.errors import ChessError
from darwindeck.search import BatchedMCTS

SEARCHED, SIMULATIONS = 256, 800  # at a time, and how thoroughly
IN_TWO = 3  # plies


def rook_endings(count: int, seed: int = 0) -> list[Position]:
    """Different positions of king and rook against king where White, to move, mates in two moves and not in one."""
    found: dict[str, Position] = {}
    candidates = _candidates(Random(seed))
    while len(found) < count:
        some = [next(candidates) for _ in range(SEARCHED)]
        search = BatchedMCTS(some, SIMULATIONS)
        search.grow("heuristic")
        roots = search.roots()
        for tree, position in enumerate(some):
            if roots.proofs[roots.of(tree)].max() == IN_TWO:
                found[position.fen()] = position
    return list(found.values())[:count]


def _candidates(rng: Random) -> Iterator[Position]:
    """Black's king at the edge, White's two or three steps away."""
    while True:
        white, rook, black = rng.sample(range(64), 3)
        at_edge = black % 8 in (0, 7) or black // 8 in (0, 7)
        steps = max(abs(white % 8 - black % 8), abs(white // 8 - black // 8))
        if at_edge and steps in (2, 3) and (position := _position({white: "K", rook: "R", black: "k"})):
            yield position


def _position(pieces: dict[int, str]) -> Position | None:
    """With White to move, or None where that cannot be."""
    ranks = []
    for rank in range(7, -1, -1):
        row = "".join(pieces.get(8 * rank + file, "1") for file in range(8))
        for empty in range(8, 1, -1):
            row = row.replace("1" * empty, str(empty))
        ranks.append(row)
    try:
        return Position(f"{'/'.join(ranks)} w - - 0 1")
    except ChessError:
        return None
