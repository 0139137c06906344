"""What a network sees: planes, packed words and actions, always from the side to move."""

from __future__ import annotations

import numpy as np
import pytest

from darwindeck.chess import ACTIONS, PLANES, START_FEN, Position
from darwindeck.errors import ChessError

AFTER_E4 = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"
E2, E4, E7 = 12, 28, 52
NORTH = 0
# A position and its colour-reversed twin.
TWINS = [
    (START_FEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1"),
    (
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 9",
        "r3k2r/pppbbppp/2n2q1P/1P2p3/3pn3/BN2PNP1/P1PPQPB1/R3K2R b KQkq - 3 9",
    ),
    (
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
    ),
    ("8/8/8/3pP3/8/8/8/k6K w - d6 0 1", "K6k/8/8/8/3Pp3/8/8/8 b - d3 0 1"),
]


def test_a_pawn_in_the_middle_is_one_action_for_both() -> None:
    white, black = Position(), Position(AFTER_E4)
    assert white.action("e2e4") == black.action("e7e5") == E2 * 73 + NORTH * 7 + 1
    assert white.action("b1c3") == black.action("b8c6")
    assert white.action("g1h3") != white.action("g1f3")


@pytest.mark.parametrize(("fen", "twin"), TWINS)
def test_mirrored_positions_are_the_same(fen: str, twin: str) -> None:
    one, other = Position(fen), Position(twin)
    assert np.array_equal(one.encode(), other.encode())
    colour = one.pack() ^ other.pack()  # the only difference, which no plane shows
    assert colour[58] == 1 << 4 and not colour[:58].any()
    assert one.legal_actions().tolist() == other.legal_actions().tolist()


def test_promotions_have_actions_of_their_own() -> None:
    position = Position("1n5k/P7/8/8/8/8/8/K7 w - - 0 1")
    moves = [move for move in position.legal_moves() if move.startswith("a7")]
    assert len(moves) == 8
    assert len({position.action(move) for move in moves}) == 8
    planes = {move: position.action(move) % 73 for move in moves}
    assert planes["a7a8q"] == 0 and planes["a7b8q"] == 7  # as a queen would go
    assert planes["a7a8n"] == 64 + 1 and planes["a7b8n"] == 64 + 2 and planes["a7a8r"] == 64 + 6 + 1


def test_castling_is_king_takes_rook() -> None:
    position = Position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert position.action("e1g1") == position.action("e1h1") == 4 * 73 + 2 * 7 + 2  # east, three squares
    assert position.move(position.action("e1c1")) == "e1c1"


def test_planes_of_the_start() -> None:
    planes = Position().encode()
    assert planes.shape == (8, 8, PLANES) and planes.dtype == np.float32
    assert planes[1, :, 0].all() and planes[:, :, 0].sum() == 8  # own pawns on the second rank
    assert planes[6, :, 6].all() and planes[0, 4, 5] == 1 and planes[7, 4, 11] == 1
    assert not planes[:, :, 12:112].any()  # no repetition, no past
    assert planes[:, :, 114:118].all()  # every right to castle
    assert np.allclose(planes[:, :, 113], 0.01) and not planes[:, :, 118].any()


def test_the_past_is_seen_by_the_side_to_move() -> None:
    position = Position().push("e2e4")
    now, before = position.encode()[:, :, :14], position.encode()[:, :, 14:28]
    assert now[4, 4, 6] == 1 and before[6, 4, 6] == 1  # their pawn, on its fifth rank from the top; before, at home
    assert not position.encode()[:, :, 28:112].any()
    for _ in range(10):
        position.push(position.legal_moves()[0])
    assert position.encode()[:, :, 98:110].any()


def test_repetition_has_planes() -> None:
    position = Position()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        position.push(move)
    planes = position.encode()
    assert planes[:, :, 12].all() and not planes[:, :, 13].any()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        position.push(move)
    planes = position.encode()
    assert planes[:, :, 12].all() and planes[:, :, 13].all()
    assert planes[:, :, 4 * 14 + 12].all() and not planes[:, :, 4 * 14 + 13].any()  # four plies ago: once


def test_en_passant_and_clocks() -> None:
    planes = Position("8/8/8/3pP3/8/8/8/k6K w - d6 0 50").encode()
    assert planes[5, 3, 112] == 1 and planes[:, :, 112].sum() == 1
    assert np.allclose(planes[:, :, 113], 0.5)
    assert np.allclose(Position("8/8/8/8/8/8/6R1/k6K w - - 33 50").encode()[:, :, 118], 0.33)


def planes_of(packed: np.ndarray) -> np.ndarray:
    """The planes by their description in docs/chess.md, from packed words."""
    bits = (packed[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
    boards = bits[:56].reshape(8, 7, 64)
    out = np.zeros((64, PLANES), np.float32)
    for step in range(8):
        kinds, own = boards[step, :6], boards[step, 6]
        out[:, step * 14 : step * 14 + 6] = (kinds * own).T
        out[:, step * 14 + 6 : step * 14 + 12] = (kinds * (1 - own)).T
        repeats = int(packed[57]) >> (8 * step) & 0xFF
        out[:, step * 14 + 12], out[:, step * 14 + 13] = repeats >= 1, repeats >= 2
    out[:, 112] = bits[56]
    scalars = int(packed[58])
    out[:, 113], out[:, 118] = (scalars >> 32) / 100, (scalars >> 16 & 0xFFFF) / 100
    for right in range(4):
        out[:, 114 + right] = scalars >> right & 1
    return out.reshape(8, 8, PLANES)


def test_packed_words_hold_all_that_planes_show() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        position = Position()
        for _ in range(60):
            moves = position.legal_moves()
            if not moves:
                break
            position.push(moves[rng.integers(len(moves))])
            assert np.array_equal(planes_of(position.pack()), position.encode())


def test_every_move_has_its_action() -> None:
    rng = np.random.default_rng(4)
    for _ in range(20):
        position = Position()
        for _ in range(60):
            moves = position.legal_moves()
            if not moves:
                break
            actions = [position.action(move) for move in moves]
            assert sorted(actions) == position.legal_actions().tolist()
            assert [position.move(action) for action in actions] == moves
            position.push(moves[rng.integers(len(moves))])


def test_masks() -> None:
    position = Position(TWINS[1][0])
    actions = position.legal_actions().tolist()
    bits = np.unpackbits(position.legal_bits().view(np.uint8), bitorder="little")
    assert bits.size == position.legal_mask().size == ACTIONS
    assert np.flatnonzero(bits).tolist() == np.flatnonzero(position.legal_mask()).tolist() == actions


def test_arrays_are_written_in_place_or_refused() -> None:
    position, batch = Position(), np.zeros((4, 8, 8, PLANES), np.float32)
    assert position.encode(batch[2]) is not None
    assert batch[2].any() and not batch[[0, 1, 3]].any()
    read_only = np.zeros((8, 8, PLANES), np.float32)
    read_only.flags.writeable = False
    for bad in (np.zeros(7, np.float32), np.zeros((8, 8, PLANES)), read_only, batch[:, 0], None.__class__):
        with pytest.raises(ChessError, match="cannot take"):
            position.encode(bad)  # type: ignore[arg-type]
    with pytest.raises(ChessError, match="no legal action"):
        position.move(0)
    with pytest.raises(ChessError, match="no legal action"):
        position.move(-1)
