"""Records: what happened in a batch of games, as NumPy columns. Written by the core, read by metrics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

ENDINGS = ("running", "decided", "draw", "turn_limit", "stalemate", "runaway")

Column = NDArray[Any]


@dataclass(frozen=True)
class PlyRecords:
    """One row a ply; the rows of game i are [offset[i], offset[i + 1]). Values are those before the move."""

    offset: Column  # [games + 1]
    seat: Column  # [plies]
    legal: Column  # [plies]
    move: Column  # [plies]
    hands: Column  # [plies, seats]
    scores: Column  # [plies, seats]
    chips: Column  # [plies, seats]
    leader: Column  # [plies], -1 where nobody leads alone


@dataclass(frozen=True)
class Records:
    """One row a game."""

    seats: int
    seed: int
    first: int
    winners: Column  # [games], bit per seat
    payoffs: Column  # [games, seats]
    plies: Column  # [games]
    turns: Column  # [games]
    decisions: Column  # [games], choices of two or more; a composite play counts once
    options: Column  # [games], legal moves summed over plies
    deals: Column  # [games]
    ending: Column  # [games], index into ENDINGS
    ply: PlyRecords | None = None

    @property
    def games(self) -> int:
        return len(self.winners)


def leaders(standing: Column) -> Column:
    """The seat alone at the top of each row of `standing` [plies, seats], or -1."""
    best = standing.max(axis=1, keepdims=True)
    alone = (standing == best).sum(axis=1) == 1
    return np.where(alone, standing.argmax(axis=1), -1).astype(np.int8)
