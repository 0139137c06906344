"""Endings to learn from nothing in seconds: a king and a piece drive a lone king, which stands at the edge, to its mate."""

from __future__ import annotations

from random import Random

from darwindeck.chess import Position
from darwindeck.errors import ChessError

NEAR = 3  # files and ranks between the kings, at most


def ending(piece: str, seed: int) -> Position:
    """White has the piece and is to move; Black's king is at the edge, White's near it. Nothing ends with the next move."""
    rng = Random(seed)
    while True:
        white, other, black = rng.sample(range(64), 3)
        if not (black % 8 in (0, 7) or black // 8 in (0, 7)) or _distance(white, black) > NEAR:
            continue
        if position := _position({white: "K", other: piece.upper(), black: "k"}):
            after = [position.copy().push(move) for move in position.legal_moves()]
            if not any(one.outcome() for one in after):
                return position


def _distance(one: int, other: int) -> int:
    return max(abs(one % 8 - other % 8), abs(one // 8 - other // 8))


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
