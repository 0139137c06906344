"""Positions on the device that learns: batches are put together there, and some positions are shown in another way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields
from typing import NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn

from .network import MOST_PLIES
from .planes import EN_PASSANT, KINDS, REPEATS, SCALARS
from .positions import Positions

MOST_MOVES = 218  # that a position of chess can have
PLIES = 100.0  # the unit of plies left
DIRECTIONS, QUEEN_MOVES, KNIGHT_MOVES, ACTION_PLANES = 8, 56, 8, 73


class Lesson(NamedTuple):
    """What one step learns from; always of the same shape."""

    packed: torch.Tensor  # [positions, 59]
    actions: torch.Tensor  # [positions, 218], 0 where there is none
    legal: torch.Tensor  # [positions, 218]
    policy: torch.Tensor  # [positions, 218]
    full: torch.Tensor  # [positions], 1.0 where the policy counts
    results: torch.Tensor  # [positions, 3], chances of win, draw and loss
    plies: torch.Tensor  # [positions]
    mirrored: torch.Tensor  # [positions], to be shown with left and right exchanged


@dataclass(frozen=True)
class Lessons:
    """Positions as tensors."""

    packed: torch.Tensor  # [positions, 59]
    offsets: torch.Tensor  # [positions + 1]
    actions: torch.Tensor  # [total]
    policy: torch.Tensor  # [total]
    full: torch.Tensor  # [positions]
    results: torch.Tensor  # [positions, 3]
    plies: torch.Tensor  # [positions]

    @staticmethod
    def of(positions: Positions, opinion: float, device: torch.device) -> Lessons:
        """`opinion` is how much of the value to learn is what searches expected; the rest is how the game ended."""
        columns = (
            positions.packed.view(np.int64),
            positions.offsets.astype(np.int64),
            positions.actions.view(np.int16),
            positions.policy,
            positions.full.astype(np.float32),
            _chances(positions, opinion),
            np.minimum(positions.plies_left / PLIES, MOST_PLIES).astype(np.float32),
        )
        return Lessons(*(torch.from_numpy(column).to(device) for column in columns))

    @staticmethod
    def join(parts: Sequence[Lessons]) -> Lessons:
        joined = {of.name: torch.cat([getattr(part, of.name) for part in parts]) for of in fields(Lessons)}
        counts = torch.cat([part.offsets.diff() for part in parts])
        return Lessons(**joined | {"offsets": nn.functional.pad(counts.cumsum(0), (1, 0))})

    def __len__(self) -> int:
        return len(self.packed)

    def batch(self, rows: torch.Tensor, alone: torch.Tensor, mirrored: torch.Tensor) -> Lesson:
        """The rows; `alone` says which are shown without history, `mirrored` which are mirrored if they can be."""
        packed = self.packed[rows]
        packed[:, KINDS + 1 : EN_PASSANT] *= ~alone[:, None]
        packed[:, REPEATS] = torch.where(alone, packed[:, REPEATS] & 0xFF, packed[:, REPEATS])
        begin, end = self.offsets[rows], self.offsets[rows + 1]
        places = begin[:, None] + torch.arange(MOST_MOVES, device=rows.device)
        legal = places < end[:, None]
        places = torch.where(legal, places, 0)
        mirrored = mirrored & (packed[:, SCALARS] & 0xF == 0)  # nobody may castle
        actions = self.actions[places].long() * legal
        return Lesson(packed, actions, legal, self.policy[places] * legal, self.full[rows], self.results[rows],
                     self.plies[rows], mirrored)  # fmt: skip


def _chances(positions: Positions, opinion: float) -> NDArray[np.float32]:
    """Of win, draw and loss, to learn: [positions, 3]."""
    played = np.stack([positions.result > 0, positions.result == 0, positions.result < 0], axis=1)
    win, loss = np.maximum(positions.ahead, 0), np.maximum(-positions.ahead, 0)
    thought = np.stack([win, 1 - win - loss, loss], axis=1)
    return ((1 - opinion) * played + opinion * thought).astype(np.float32)


def mirror_actions() -> NDArray[np.int64]:
    """The action that each becomes when left and right are exchanged, [4672]: docs/chess.md has their order."""
    action = np.arange(64 * ACTION_PLANES)
    square, plane = action // ACTION_PLANES, action % ACTION_PLANES
    direction, steps = plane // 7, plane % 7
    queen = (DIRECTIONS - direction) % DIRECTIONS * 7 + steps
    knight = QUEEN_MOVES + (KNIGHT_MOVES - 1) - (plane - QUEEN_MOVES)
    promotion = plane + 2 * (1 - (plane - QUEEN_MOVES - KNIGHT_MOVES) % 3)
    turned = np.where(plane < QUEEN_MOVES, queen, np.where(plane < QUEEN_MOVES + KNIGHT_MOVES, knight, promotion))
    return np.asarray((square ^ 7) * ACTION_PLANES + turned, np.int64)
