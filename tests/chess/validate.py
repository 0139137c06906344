"""Random games beside python-chess: every position must be the same to both. `python -m tests.chess.validate --games N`."""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Iterator

import chess
import numpy as np

from darwindeck.chess import ACTIONS, Position

MOST_PLIES = 120
CLAIMS_EVERY, MIRROR_EVERY, SAN_EVERY = 8, 4, 16
SPARSE = "QRBNPPPqrbnppp"  # pieces of which a few stand beside the kings


class Difference(Exception):
    """What we and python-chess do not agree on, and where."""


def same(what: str, board: chess.Board, ours: object, theirs: object) -> None:
    if ours != theirs:
        line = " ".join(move.uci() for move in board.move_stack)
        raise Difference(f"{what}: ours {ours!r}, python-chess {theirs!r}\n  {board.root().fen()}\n  {line}")


def sparse_board(rng: random.Random) -> chess.Board:
    """An endgame, often close to the fifty- or seventy-five-move rule."""
    while True:
        board = chess.Board(None)
        letters = ["K", "k", *rng.sample(SPARSE, rng.randint(0, 4))]
        for letter, square in zip(letters, rng.sample(range(64), len(letters)), strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn = rng.random() < 0.5
        board.halfmove_clock = rng.choice((0, 0, 60, 90, 95, 140, 145))
        board.fullmove_number = 80
        if board.is_valid():
            return board


def start_board(rng: random.Random) -> chess.Board:
    kind = rng.random()
    if kind < 0.25:
        return sparse_board(rng)
    if kind < 0.5:
        return chess.Board.from_chess960_pos(rng.randrange(960))
    return chess.Board()


def choose(board: chess.Board, moves: list[chess.Move], rng: random.Random) -> chess.Move:
    """Random, but often back to where a piece came from, so that positions repeat."""
    if len(board.move_stack) >= 2 and rng.random() < 0.3:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in moves:
            return back
    return rng.choice(moves)


def compare_rules(position: Position, board: chess.Board, ply: int) -> None:
    same("check", board, position.is_check(), board.is_check())
    same("FEN", board, position.fen(), board.fen())
    same("stood twice", board, position.repeats >= 1, board.is_repetition(2))
    same("stood three times", board, position.repeats >= 2, board.is_repetition(3))
    for claim in (False, True) if ply % CLAIMS_EVERY == 0 or position.repeats else (False,):
        ours, theirs = position.outcome(claim), board.outcome(claim_draw=claim)
        same("result", board, ours and ours.result, theirs and theirs.result())
        same("reason", board, ours and ours.reason, theirs and theirs.termination.name.lower())


def compare_moves(position: Position, board: chess.Board, moves: list[chess.Move], ply: int) -> None:
    names = position.legal_moves()
    same("legal moves", board, sorted(names), sorted(move.uci() for move in moves))
    actions = [position.action(name) for name in names]
    same("actions", board, sorted(actions), position.legal_actions().tolist())
    same("distinct actions", board, len(set(actions)), len(names))
    same("moves of actions", board, [position.move(action) for action in actions], names)
    for move in moves if ply % SAN_EVERY == 0 else moves[:1]:
        same("SAN", board, board.parse_san(board.san(move)).uci() in names, True)


def compare_mirrored(board: chess.Board) -> None:
    """The position and its colour-reversed twin look the same to the side to move."""
    position, twin = (Position(at.fen(), board.chess960) for at in (board, board.mirror()))
    same("mirrored planes", board, np.array_equal(position.encode(), twin.encode()), True)
    same("mirrored packed", board, (position.pack() ^ twin.pack()).tolist(), [0] * 58 + [1 << 4])
    same("mirrored actions", board, position.legal_actions().tolist(), twin.legal_actions().tolist())


def compare_masks(position: Position, board: chess.Board) -> None:
    actions = position.legal_actions()
    bits = np.unpackbits(position.legal_bits().view(np.uint8), bitorder="little")
    same("bits", board, np.flatnonzero(bits).tolist(), actions.tolist())
    same("floats", board, np.flatnonzero(position.legal_mask()).tolist(), actions.tolist())
    same("mask size", board, bits.size, ACTIONS)


def compare_game(seed: int) -> Iterator[str]:
    """One game, compared at every position; yields what was met on the way."""
    rng = random.Random(seed)
    board = start_board(rng)
    position = Position(board.fen(), board.chess960)
    for ply in range(MOST_PLIES):
        moves = list(board.legal_moves)
        compare_rules(position, board, ply)
        compare_moves(position, board, moves, ply)
        if ply % MIRROR_EVERY == 0:
            compare_mirrored(board)
            compare_masks(position, board)
        yield "positions"
        if outcome := board.outcome():
            yield outcome.termination.name.lower()
            return
        move = choose(board, moves, rng)
        for what in ("is_castling", "is_en_passant", "is_capture"):
            if getattr(board, what)(move):
                yield what[3:]
        if move.promotion:
            yield "promotion"
        board.push(move)
        position.push(move.uci())
    yield "cut short"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    met: Counter[str] = Counter()
    begin = time.perf_counter()
    for index in range(options.games):
        try:
            met.update(compare_game(options.seed * 1_000_000 + index))
        except Difference as difference:
            sys.exit(f"game {index} of seed {options.seed}: {difference}")
    print(f"{options.games:,} games without a difference in {time.perf_counter() - begin:.0f} s")
    print(", ".join(f"{what.replace('_', ' ')} {count:,}" for what, count in met.most_common()))


if __name__ == "__main__":
    main()
