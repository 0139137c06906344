"""Move generation is exact: counts that are published, or that Stockfish found."""

from __future__ import annotations

import pytest

from darwindeck import _core
from darwindeck.chess import START_FEN, Position, divide, perft
from darwindeck.errors import ChessError

from .perft_suite import cases

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
BASELINE, V3 = 1, 2


@pytest.mark.parametrize(("fen", "chess960", "depth", "nodes"), list(cases(most_nodes=2_000_000)))
def test_positions_on_file(fen: str, chess960: bool, depth: int, nodes: int) -> None:
    assert perft(Position(fen, chess960), depth) == nodes


def test_the_start_to_depth_six() -> None:
    assert perft(START_FEN, 6) == 119_060_324


def test_kiwipete_to_depth_five() -> None:
    assert perft(KIWIPETE, 5) == 193_690_690


@pytest.mark.parametrize("isa", [BASELINE, V3])
def test_every_instruction_set_counts_the_same(isa: int) -> None:
    position = Position(KIWIPETE)
    try:
        moves = _core.divide(position._core, 4, 1, isa)
    except ValueError:
        pytest.skip("this machine does not have that instruction set")
    assert sum(lines for _, lines in moves) == 4_085_603


def test_divide_adds_up_whatever_the_threads() -> None:
    for depth in (1, 2, 3, 4):
        one = divide(KIWIPETE, depth)
        assert len(one) == 48
        assert one == divide(KIWIPETE, depth, threads=3)
        assert sum(one.values()) == perft(KIWIPETE, depth)


def test_where_nobody_can_move() -> None:
    assert perft(START_FEN, 0) == 1
    assert perft("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 3) == 0
    with pytest.raises(ChessError, match="depth"):
        divide(START_FEN, 0)
