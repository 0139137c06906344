"""Positions: text in and out, moves, endings."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from darwindeck.chess import START_FEN, Position
from darwindeck.errors import ChessError

BOARD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
BAD_FENS = {
    "": "the FEN is empty",
    " \n ": "the FEN is empty",
    "8/8/8/8": "4 to 6 fields",
    f"{BOARD} w KQkq - 0 1 extra": "at most 6 fields",
    "rnbqkbnr/ppppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "rank 7 has more than 8 files",
    "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "'9' is no piece",
    "rnbqkbnr/pppppppp/7/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "rank 6 has 7 files instead of 8",
    "rnbqkbnr/pppppppp/44/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "rank 6 has two numbers in a row",
    "rnbqkbnr/pppppppp/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "the board has 7 ranks instead of 8",
    f"{BOARD}/8 w KQkq - 0 1": "more than 8 ranks",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKKNR w KQkq - 0 1": "White has 2 kings instead of 1",
    "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1": "Black has 0 kings instead of 1",
    "rnbqkbnr/pppppppp/8/8/8/P7/PPPPPPPP/RNBQKBNR w KQkq - 0 1": "White has more than 16 pieces",
    "k7/8/8/8/8/PP6/PPPPPPP1/K7 w - - 0 1": "White has more than 8 pawns",
    "k6P/8/8/8/8/8/8/K7 w - - 0 1": "a pawn stands on the first or last rank",
    f"{BOARD} x KQkq - 0 1": "the side to move is w or b, not 'x'",
    f"{BOARD} w KQxq - 0 1": "'x' is no castling right",
    f"{BOARD} w KK - 0 1": "castling right 'K' is given twice",
    f"{BOARD} w KQkq e4 0 1": "en passant is impossible on e4 with White to move",
    f"{BOARD} w KQkq e6 0 1": "en passant is impossible on e6: no pawn",
    f"{BOARD} w KQkq z9 0 1": "'z9' is no en passant square",
    f"{BOARD} w KQkq - x 1": "the half-move clock is a number",
    f"{BOARD} w KQkq - 0 -1": "the move number is a number",
    f"{BOARD} w KQkq - 99999999999 1": "the half-move clock is a number",
    "4k3/4R3/8/8/8/8/8/4K3 w - - 0 1": "White is to move and could take the king",
    "8/8/8/3kK3/8/8/8/8 w - - 0 1": "the kings stand side by side",
    "\x00\xff" * 10 + " w - - 0 1": "is no piece",
    "noise " * 200_000: "shorter than 128 letters",
    "r" * (1 << 20): "shorter than 128 letters",
}


@pytest.mark.parametrize("fen", BAD_FENS, ids=lambda fen: fen[:60].encode("unicode_escape").decode())
def test_bad_fen(fen: str) -> None:
    with pytest.raises(ChessError, match=BAD_FENS[fen].replace("'", ".")) as caught:
        Position(fen)
    assert len(str(caught.value)) < 300 and str(caught.value).isprintable()


@pytest.mark.parametrize("fen", [None, 7, b"bytes", "\ud800"])
def test_no_text_at_all(fen: object) -> None:
    with pytest.raises(ChessError):
        Position(fen)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("given", "shown"),
    [
        (START_FEN, START_FEN),
        (f"{BOARD} w KQkq -", START_FEN),
        (f"{BOARD} w HAha - 0 1", START_FEN),
        (f"{BOARD} w - - 5 0", f"{BOARD} w - - 5 1"),
        ("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"),  # nobody there to take
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"),
        ("8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"),  # it would uncover the king
        ("4k3/8/8/8/8/8/8/1RR1K3 w B - 0 1", "4k3/8/8/8/8/8/8/1RR1K3 w Q - 0 1"),  # the outer rook
        ("4k3/8/8/8/8/8/8/1RR1K3 w C - 0 1", "4k3/8/8/8/8/8/8/1RR1K3 w C - 0 1"),
    ],
)
def test_fen_is_read_and_written(given: str, shown: str) -> None:
    assert Position(given).fen() == shown
    assert Position(shown).hash() == Position(given).hash()


def test_moves_are_made_and_refused() -> None:
    position = Position()
    assert position.push("e2e4") is position
    assert position.fen() == "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
    for move in ("e2e4", "e7e4", "", "0000", "e7e8q", "x" * 10_000, None):
        with pytest.raises(ChessError, match="no legal move"):
            position.push(move)  # type: ignore[arg-type]
    twin = position.copy()
    twin.push("e7e5")
    assert position.turn == "black" and twin.turn == "white"


def test_castling_is_written_as_the_game_is() -> None:
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    usual, free = Position(fen), Position(fen, chess960=True)
    assert {"e1g1", "e1c1"} <= set(usual.legal_moves()) and {"e1h1", "e1a1"} <= set(free.legal_moves())
    assert usual.push("e1h1").fen() == free.push("e1h1").fen() == "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"
    assert Position("4k3/8/8/8/8/8/8/1R3K1R w HB - 0 1").chess960


def test_hash_knows_en_passant_only_where_it_counts() -> None:
    plain = "rnbqkbnr/pppp1ppp/8/8/4Pp2/8/PPPP2PP/RNBQKBNR b KQkq {} 0 3"
    assert Position(plain.format("e3")).hash() != Position(plain.format("-")).hash()
    assert Position(f"{BOARD} b KQkq - 0 1").hash() != Position(START_FEN).hash()
    early, late = Position("4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1"), Position("4k3/8/8/8/4P3/8/8/4K3 b - - 9 9")
    assert early.hash() == late.hash()


@pytest.mark.parametrize(
    ("fen", "reason", "result"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "checkmate", "0-1"),
        ("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", "checkmate", "1-0"),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "stalemate", "1/2-1/2"),
        ("8/8/4k3/8/8/3NK3/8/8 w - - 0 1", "insufficient_material", "1/2-1/2"),
        ("8/8/4k3/2b5/8/4K1B1/8/8 w - - 0 1", "insufficient_material", "1/2-1/2"),
        ("8/8/4k3/8/8/4K2R/8/8 w - - 150 200", "seventyfive_moves", "1/2-1/2"),
    ],
)
def test_endings(fen: str, reason: str, result: str) -> None:
    outcome = Position(fen).outcome()
    assert outcome is not None and (outcome.reason, outcome.result) == (reason, result)


def test_repetition() -> None:
    position = Position()
    for count in range(1, 5):
        for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
            assert position.outcome() is None
            position.push(move)
        assert position.repeats == count
        claimed = position.outcome(claim_draw=True)
        assert (claimed.reason if claimed else None) == (None, "threefold_repetition", "threefold_repetition",
                                                         "fivefold_repetition")[count - 1]  # fmt: skip
    ended = position.outcome()
    assert ended is not None and ended.reason == "fivefold_repetition"


def test_a_claim_may_announce_the_move_that_repeats() -> None:
    position = Position()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"):
        position.push(move)
    assert position.repeats == 1
    claimed = position.outcome(claim_draw=True)
    assert claimed is not None and claimed.reason == "threefold_repetition"


def test_hashes_follow_the_moves() -> None:
    """The incremental hash of a line is that of its last position, read afresh."""
    rng = np.random.default_rng(1)
    for _ in range(50):
        position = Position()
        for _ in range(80):
            moves = position.legal_moves()
            if not moves:
                break
            position.push(moves[rng.integers(len(moves))])
            assert position.hash() == Position(position.fen()).hash()


@pytest.mark.parametrize(("fen", "castling"), [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBN1 w KQkq - 0 1", "Qkq"),
    ("r3k2r/8/8/8/8/4K3/8/R6R w KQkq - 0 1", "kq"),
])  # fmt: skip
def test_castling_rights_that_cannot_be_are_dropped(fen: str, castling: str) -> None:
    """As python-chess and others do, since such FENs are common."""
    assert Position(fen).fen().split()[2] == castling


def test_a_position_is_pickled_with_its_past() -> None:
    position = Position()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8", "g1f3"):
        position.push(move)
    twin = pickle.loads(pickle.dumps(position))
    assert twin.fen() == position.fen() and twin.hash() == position.hash() and twin.repeats == position.repeats == 1
    assert np.array_equal(twin.encode(), position.encode())
    assert twin.push("g8f6").repeats == 1 and twin.push("f3g1").push("f6g8").repeats == 2
