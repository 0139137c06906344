"""What a network is taught: mirrored positions, positions without history, and what later plies say of a position."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from darwindeck.chess import Position
from darwindeck.search import heuristic_evaluator

torch = pytest.importorskip("torch", reason="torch is not installed: pip install 'darwindeck[torch]'")

from darwindeck.learn.lessons import Lessons, mirror_actions  # noqa: E402
from darwindeck.learn.planes import chess_planes  # noqa: E402
from darwindeck.learn.positions import Positions  # noqa: E402
from darwindeck.learn.selfplay import SelfPlayOptions, look_ahead, play_games  # noqa: E402

CPU = torch.device("cpu")
PROMOTIONS = ("8/1P4k1/8/8/8/8/1p4K1/N1R5 b - - 0 1", "R1n5/1P4k1/8/8/8/8/6K1/8 w - - 0 1")


def positions_without_castling(count: int) -> list[Position]:
    rng = Random(1)
    found = [Position(fen) for fen in PROMOTIONS]
    while len(found) < count:
        position = Position()
        for _ in range(rng.randrange(100)):
            position.push(rng.choice(position.legal_moves()))
            if position.outcome():
                break
        if not position.outcome():
            board, turn, _, passant, *clocks = position.fen().split()
            found.append(Position(" ".join([board, turn, "-", passant, *clocks])))
    return found


def mirror(position: Position) -> Position:
    """Left and right exchanged, by the letters of the FEN."""
    board, turn, castling, passant, *clocks = position.fen().split()
    rows = "/".join(row[::-1] for row in board.split("/"))
    passant = passant if passant == "-" else "hgfedcba"["abcdefgh".index(passant[0])] + passant[1]
    return Position(" ".join([rows, turn, castling, passant, *clocks]))


def planes(position: Position) -> torch.Tensor:
    return chess_planes(torch.from_numpy(position.pack()[None].view(np.int64)))


def test_a_mirrored_position_has_the_mirrored_planes_and_actions() -> None:
    table = mirror_actions()
    assert np.array_equal(table[table], np.arange(4672))
    for position in positions_without_castling(60):
        twin = mirror(position)
        assert torch.equal(planes(position).flip(3), planes(twin))
        assert sorted(table[position.legal_actions()]) == twin.legal_actions().tolist(), position.fen()


def lessons_of_games() -> tuple[Positions, Lessons]:
    options = SelfPlayOptions(games=4, simulations=6, quick_simulations=3, longest=30, seed=4)
    positions, _, _ = play_games(heuristic_evaluator, options, 4)
    return positions, Lessons.of(positions, 0.5, CPU)


def test_a_batch_holds_what_the_positions_say() -> None:
    positions, lessons = lessons_of_games()
    half = len(positions) // 2
    parts = (positions.take(np.arange(half)), positions.take(np.arange(half, len(positions))))
    joined = Lessons.join([Lessons.of(part, 0.5, CPU) for part in parts])
    rows = torch.tensor([half + 3, 0, half - 1])
    none = torch.zeros(3, dtype=torch.bool)
    for told in (lessons, joined):
        batch = told.batch(rows, none, none)
        for row, number in enumerate(rows.tolist()):
            at = slice(positions.offsets[number], positions.offsets[number + 1])
            count = at.stop - at.start
            assert batch.legal[row].sum() == count and batch.legal[row, :count].all()
            assert batch.actions[row, :count].tolist() == positions.actions[at].tolist()
            assert torch.equal(batch.policy[row, :count], torch.from_numpy(positions.policy[at]))
            assert np.array_equal(batch.packed[row].numpy().view(np.uint64), positions.packed[number])
            result, ahead = int(positions.result[number]), float(positions.ahead[number])
            win, _, loss = batch.results[row].tolist()
            assert batch.results[row].sum() == pytest.approx(1) and win - loss == pytest.approx((result + ahead) / 2)


def test_a_position_that_is_shown_alone_is_that_of_its_fen() -> None:
    position = Position()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8", "e2e4"):  # the first position has stood before
        position.push(move)
    packed = position.pack()[None]
    one = Positions(packed, np.array([0, 1], np.uint32), np.zeros(1, np.uint16), np.ones(1, np.float32), np.ones(1, bool),
                    np.zeros(1, np.float32), np.zeros(1, np.float32), np.zeros(1, np.int8), np.ones(1, np.uint16))  # fmt: skip
    yes, row = torch.ones(1, dtype=torch.bool), torch.zeros(1, dtype=torch.int64)
    batch = Lessons.of(one, 0.5, CPU).batch(row, yes, yes)
    assert torch.equal(chess_planes(batch.packed), planes(Position(position.fen())))
    assert not batch.mirrored.any(), "castling is possible, so the mirrored position is another game"


def test_later_plies_say_what_to_expect() -> None:
    """Two games: White wins after three plies; one ply and a draw. Values are for the mover."""
    white, black = np.zeros(59, np.uint64), np.zeros(59, np.uint64)
    black[58] = 1 << 4
    games = np.array([7, 9, 7, 7])
    told = Positions(np.stack([white, white, black, white]), np.zeros(5, np.uint32), np.zeros(0, np.uint16),
                     np.zeros(0, np.float32), np.ones(4, bool), np.array([0.0, 0.2, -0.5, 1.0], np.float32),
                     np.zeros(4, np.float32), np.array([1, 0, -1, 1], np.int8), np.array([3, 1, 2, 1], np.uint16))  # fmt: skip
    last = 0.5 * 1.0 + 0.5 * 1
    middle = 0.5 * 0.5 + 0.5 * last
    expected = [0.5 * 0.0 + 0.5 * middle, 0.5 * 0.2, -middle, last]
    assert look_ahead(games, told, keep=0.5) == pytest.approx(expected)
