"""What networks of Leela Chess Zero see and say: 112 planes and 1,858 moves, from packed leaves and to our actions.

Of its eight steps, those that are not known repeat the oldest known one, except at the start of a game; plane 108 is the colour.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from numpy.typing import NDArray

from .leaves import Leaves

PLANES, MOVES, CONV_PLANES = 112, 1858, 80
STEPS, KINDS, STEP_PLANES = 8, 6, 13
EN_PASSANT, REPEATS, SCALARS = 56, 57, 58  # words of a packed leaf
START_OCCUPIED = np.uint64(0xFFFF00000000FFFF)
COMPASS = (
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
)  # files and ranks, clockwise from north
SLIDES = [(files, ranks, length) for files, ranks in COMPASS for length in range(1, 8)]
JUMPS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))


def lc0_planes(packed: NDArray[np.uint64]) -> NDArray[np.float32]:
    """[leaves, 59] -> [leaves, 112, 8, 8]."""
    leaves = len(packed)
    boards, stood = fill_history(packed)
    bits = np.unpackbits(boards.reshape(-1).view(np.uint8), bitorder="little").reshape(leaves, STEPS, 2 * KINDS, 8, 8)
    planes = np.zeros((leaves, PLANES, 8, 8), np.float32)
    steps = planes[:, : STEPS * STEP_PLANES].reshape(leaves, STEPS, STEP_PLANES, 8, 8)
    steps[:, :, : 2 * KINDS] = bits
    steps[:, :, 2 * KINDS] = stood[:, :, None, None]
    planes[:, : STEPS * STEP_PLANES] = steps.reshape(leaves, -1, 8, 8)
    word = packed[:, SCALARS]
    for plane, bit in ((104, 1), (105, 0), (106, 3), (107, 2), (108, 4)):
        planes[:, plane] = (word >> np.uint64(bit) & np.uint64(1)).astype(np.float32)[:, None, None]
    planes[:, 109] = (word >> np.uint64(16) & np.uint64(0xFFFF)).astype(np.float32)[:, None, None]
    planes[:, 111] = 1
    return planes


def fill_history(packed: NDArray[np.uint64]) -> tuple[NDArray[np.uint64], NDArray[np.bool_]]:
    """Own and their pieces of each step, [leaves, 8, 12], and whether each step had stood before, [leaves, 8]."""
    steps = packed[:, :EN_PASSANT].reshape(-1, STEPS, KINDS + 1)
    kinds, own = steps[:, :, :KINDS], steps[:, :, KINDS:]
    boards = np.concatenate([kinds & own, kinds & ~own], axis=2)
    occupied = np.bitwise_or.reduce(kinds, axis=2)
    known = (occupied != 0).sum(axis=1)
    oldest = boards[np.arange(len(boards)), known - 1].copy()
    passed = np.where(known == 1, packed[:, EN_PASSANT], 0)  # before it there was no pawn where one may be taken now
    oldest[:, KINDS] ^= passed >> np.uint64(8) | passed << np.uint64(8)
    is_start = (known == 1) & (packed[:, SCALARS] >> np.uint64(32) == 1) & (occupied[:, 0] == START_OCCUPIED)
    missing = (occupied == 0) & ~is_start[:, None]
    boards = np.where(missing[:, :, None], oldest[:, None, :], boards)
    repeats = packed[:, REPEATS, None] >> (np.uint64(8) * np.arange(STEPS, dtype=np.uint64)) & np.uint64(0xFF)
    return boards, repeats >= 1


@cache
def conv_places() -> NDArray[np.int64]:
    """Where each of our 4,672 actions is among 80 planes of 64 squares. Queen promotions are as if no pawn moved."""
    places = np.zeros((64, 73), np.int64)
    for square in range(64):
        for plane in range(73):
            places[square, plane] = plane * 64 + square
        for piece, place in ((0, None), (1, 1), (2, 0)):  # knight, bishop, rook; there rook, bishop, queen
            for side in range(3):
                slide = (49, 0, 7)[side]
                places[square, 64 + 3 * piece + side] = (
                    slide if place is None else 64 + 3 * side + place
                ) * 64 + square
    return places.reshape(-1)


@cache
def queen_promotions() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The actions that promote to a queen where a pawn moves, and their places."""
    pairs = [
        (square * 73 + slide, (64 + 3 * side + 2) * 64 + square)
        for square in range(48, 56)
        for side, slide in enumerate((49, 0, 7))
    ]
    actions, places = zip(*pairs, strict=True)
    return np.array(actions), np.array(places)


@cache
def move_places() -> NDArray[np.int64]:
    """Where each of lc0's 1,858 moves is among the 80 planes of 64 squares: by from and to, then the promotions."""
    plain: dict[tuple[int, int], int] = {}
    reaches = [(number, (file * length, rank * length)) for number, (file, rank, length) in enumerate(SLIDES)]
    reaches += [(56 + number, jump) for number, jump in enumerate(JUMPS)]
    for square in range(64):
        for plane, (files, ranks) in reaches:
            file, rank = square % 8 + files, square // 8 + ranks
            if 0 <= file < 8 and 0 <= rank < 8:
                plain[square, 8 * rank + file] = plane * 64 + square
    promotions = [
        (64 + 3 * side + piece) * 64 + square
        for square in range(48, 56)
        for side in range(3)
        if 0 <= square % 8 + side - 1 < 8
        for piece in (2, 0, 1)
    ]
    return np.array([plain[pair] for pair in sorted(plain)] + promotions)


def priors_of_moves(leaves: Leaves, logits: NDArray[np.floating]) -> NDArray[np.float32]:
    """Priors from lc0's logits of moves, [leaves, 1858]."""
    conv = np.full((len(leaves), CONV_PLANES * 64), -1e9, np.float32)
    conv[:, move_places()] = logits
    dense = conv[:, conv_places()]
    actions, places = queen_promotions()
    pawns = leaves.packed[:, 0] & leaves.packed[:, KINDS]
    has_pawn = (pawns[:, None] >> (actions // 73).astype(np.uint64) & np.uint64(1)).astype(bool)
    dense[:, actions] = np.where(has_pawn, conv[:, places], dense[:, actions])
    return leaves.softmax(dense)
