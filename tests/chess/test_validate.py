"""A few of the random games that `python -m tests.chess.validate` compares, and the adapter."""

from __future__ import annotations

import pytest

chess = pytest.importorskip("chess", reason="python-chess is not installed: pip install chess")

from darwindeck.adapters.python_chess import from_board, to_board  # noqa: E402
from darwindeck.errors import ChessError  # noqa: E402

from .validate import compare_game  # noqa: E402


@pytest.mark.parametrize("seed", range(24))
def test_games_beside_python_chess(seed: int) -> None:
    assert "positions" in set(compare_game(seed))


def test_to_and_from_python_chess() -> None:
    board = chess.Board()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8", "e2e4"):
        board.push_uci(move)
    position = from_board(board)
    assert position.fen() == board.fen() == to_board(position).fen()
    board.pop()
    assert from_board(board).repeats == 1
    board.push(chess.Move.null())
    with pytest.raises(ChessError):
        from_board(board)


def test_chess960_keeps_its_notation() -> None:
    board = chess.Board.from_chess960_pos(17)
    position = from_board(board)
    assert position.chess960 and to_board(position).chess960
    assert sorted(position.legal_moves()) == sorted(move.uci() for move in board.legal_moves)
