"""SAN and PGN beside python-chess, and the moves that are easily written wrong."""

from __future__ import annotations

import io
import random

import chess
import chess.pgn
import pytest

from darwindeck.chess import START_FEN, Position
from darwindeck.chess.notation import move_to_san, read_pgn, san_to_move, write_pgn
from darwindeck.errors import ChessError


@pytest.mark.parametrize("seed", range(6))
def test_a_random_game_is_written_as_others_write_it(seed: int) -> None:
    rng, position, board, moves = random.Random(seed), Position(), chess.Board(), []
    while position.outcome() is None and len(moves) < 160:
        legal = position.legal_moves()
        for move in legal:
            san = move_to_san(position, move)
            assert san == board.san(chess.Move.from_uci(move))
            assert san_to_move(position, san) == move
        moves.append(rng.choice(legal))
        board.push_uci(moves[-1])
        position.push(moves[-1])
    text = write_pgn(START_FEN, moves)
    assert read_pgn(text) == (START_FEN, moves)
    theirs = chess.pgn.read_game(io.StringIO(text))
    assert theirs is not None and [move.uci() for move in theirs.mainline_moves()] == moves


@pytest.mark.parametrize(("fen", "move", "san"), [
    ("7k/8/8/4N3/8/8/8/K7 w - - 0 1", "e5f7", "Nf7+"),  # nobody can win any more
    ("7k/8/8/8/8/8/8/KR6 w - - 149 90", "b1b8", "Rb8+"),  # the 75th move without a capture
    ("7k/8/6K1/8/8/8/8/R7 w - - 0 1", "a1a8", "Ra8#"),
])  # fmt: skip
def test_a_check_that_ends_the_game_is_not_always_mate(fen: str, move: str, san: str) -> None:
    assert move_to_san(Position(fen), move) == san == chess.Board(fen).san(chess.Move.from_uci(move))


def test_a_game_from_a_position_keeps_it() -> None:
    fen = "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1"
    text = write_pgn(fen, ["e1g1", "e8d7", "a7a8q"])
    assert "1. O-O Kd7 2. a8=Q" in text
    assert read_pgn(text) == (fen, ["e1g1", "e8d7", "a7a8q"])


def test_comments_variations_and_zeros_are_read() -> None:
    text = '[White "A"]\n\n1. e4 {best; by test} e5 (1... c5 (1... e6) 2. Nf3) 2. Nf3! $1 Nc6 3. Bc4 Nf6 4. 0-0 1/2-1/2'
    assert read_pgn(text)[1][-1] == "e1g1"


@pytest.mark.parametrize("text", ["1. e5", "1. Zz9", '[FEN "nonsense"]\n\n1. e4', "x" * 200_000])
def test_what_is_no_game_is_refused(text: str) -> None:
    with pytest.raises(ChessError):
        read_pgn(text)
