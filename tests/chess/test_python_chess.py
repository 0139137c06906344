"""SAN, PGN and tables of endgames, through python-chess where it is installed."""

from __future__ import annotations

import pytest

from darwindeck.chess import Position
from darwindeck.errors import ChessError

chess = pytest.importorskip("chess", reason="python-chess is not installed: pip install chess")

from darwindeck.adapters.python_chess import (  # noqa: E402
    best_by_tables,
    from_san,
    open_tables,
    read_pgn,
    to_pgn,
    to_san,
)

SCHOLAR = ["e2e4", "e7e5", "d1h5", "b8c6", "f1c4", "g8f6", "h5f7"]


def test_moves_as_people_write_them() -> None:
    position = Position()
    names = []
    for move in SCHOLAR:
        names.append(to_san(position, move))
        assert from_san(position, names[-1]) == move
        position.push(move)
    assert names == ["e4", "e5", "Qh5", "Nc6", "Bc4", "Nf6", "Qxf7#"]
    assert to_san(Position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), "e1g1") == "O-O"
    for wrong in ("Nf9", "Qxf7#", ""):
        with pytest.raises(ChessError, match="no legal move"):
            from_san(Position(), wrong)
    with pytest.raises(ChessError, match="no legal move"):
        to_san(Position(), "e2e5")


def test_a_game_is_written_and_read_again() -> None:
    text = to_pgn(SCHOLAR, White="somebody")
    assert '[White "somebody"]' in text and text.rstrip().endswith("4. Qxf7# 1-0")
    endgame = to_pgn(["a7a8q"], 1, start="8/P6k/8/8/8/8/8/K7 w - - 0 1")
    games = read_pgn(text + "\n" + endgame)
    assert [moves for _, moves in games] == [SCHOLAR, ["a7a8q"]]
    assert games[1][0].fen() == "8/P6k/8/8/8/8/8/K7 w - - 0 1"
    with pytest.raises(ChessError, match="game 1"):
        read_pgn("1. e4 e5 2. Ke3 *")


class RookEnding:
    """Knows king and rook against king as a table would: won, and nearer to mate the nearer the king is to a corner."""

    def probe_wdl(self, board: chess.Board) -> int:
        if chess.popcount(board.occupied) == 2 or any(map(board.is_capture, board.legal_moves)):
            return 0
        return 2 if board.turn == chess.WHITE else -2

    def probe_dtz(self, board: chess.Board) -> int:
        king = board.king(chess.BLACK)
        return (1 + min(chess.square_distance(king, corner) for corner in (0, 7, 56, 63))) * self.probe_wdl(board)


def test_tables_leave_moves_that_keep_the_result() -> None:
    """A rook that could be taken is no such move, and a mate is the best of all."""
    position = Position("7k/8/6K1/8/8/8/8/R7 w - - 0 1")
    assert best_by_tables(position, RookEnding()) == ["a1a8"]
    careful = best_by_tables(Position("8/8/8/8/8/2k5/8/K2R4 w - - 0 1"), RookEnding())
    assert careful and "d1d2" not in careful and "d1d3" not in careful

    class Unknown:
        def probe_wdl(self, board: chess.Board) -> int:
            raise KeyError(board.fen())

        probe_dtz = probe_wdl

    assert best_by_tables(Position(), Unknown()) == []
    with pytest.raises(ChessError, match="tables"):
        open_tables("/no/such/folder")
