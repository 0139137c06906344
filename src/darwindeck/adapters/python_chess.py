"""To and from python-chess. It is GPL and optional (pip install chess), so it is imported here and nowhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from darwindeck.chess import Position
from darwindeck.errors import ChessError

if TYPE_CHECKING:
    import chess


def to_board(position: Position) -> chess.Board:
    """A board with the same position; python-chess knows nothing of what was played before."""
    import chess

    return chess.Board(position.fen(), chess960=position.chess960)


def from_board(board: chess.Board) -> Position:
    """The same position with the same past, played again from where the board's moves begin."""
    position = Position(board.root().fen(en_passant="fen"), board.chess960)
    for move in board.move_stack:
        if not move:
            raise ChessError("a board with a null move in its past has no counterpart")
        position.push(move.uci())
    return position


def count_lines(fen: str, depth: int) -> int:
    """Perft by python-chess, which need not make the last move either."""
    import chess

    def count(board: chess.Board, left: int) -> int:
        if left == 1:
            return board.legal_moves.count()
        lines = 0
        for move in board.legal_moves:
            board.push(move)
            lines += count(board, left - 1)
            board.pop()
        return lines

    return count(chess.Board(fen), depth)
