"""Leaves: positions that an evaluator is asked about, in arrays that belong to the caller."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from darwindeck import _core

CHESS_PLANES = (8, 8, 119)


@dataclass(frozen=True)
class Buffers:
    """Where `ask` writes; any memory with these shapes will do, also pinned memory of another library."""

    packed: NDArray[np.uint64]  # [most leaves, words]
    actions: NDArray[np.uint16]  # [most leaves * most moves]
    offsets: NDArray[np.uint32]  # [most leaves + 1]
    trees: NDArray[np.int32]  # [most leaves]

    @staticmethod
    def allocate(leaves: int, words: int, moves: int) -> Buffers:
        return Buffers(
            np.zeros((leaves, words), np.uint64),
            np.zeros(leaves * moves, np.uint16),
            np.zeros(leaves + 1, np.uint32),
            np.zeros(leaves, np.int32),
        )

    def first(self, leaves: int) -> Leaves:
        """Views of what the last `ask` wrote."""
        total = int(self.offsets[leaves])
        return Leaves(
            self.packed[:leaves], self.actions[:total], self.offsets[: leaves + 1], self.trees[:leaves], buffers=self
        )


@dataclass(frozen=True)
class Leaves:
    """The actions of leaf i are `actions[offsets[i]:offsets[i + 1]]`, and so are their priors."""

    packed: NDArray[np.uint64]  # [leaves, words]
    actions: NDArray[np.uint16]  # [total]
    offsets: NDArray[np.uint32]  # [leaves + 1]
    trees: NDArray[np.int32]  # [leaves], the tree of each
    buffers: Buffers

    def __len__(self) -> int:
        return len(self.trees)

    @property
    def rows(self) -> NDArray[np.intp]:
        """The leaf of each action."""
        return np.repeat(np.arange(len(self)), self.counts)

    @property
    def counts(self) -> NDArray[np.uint32]:
        """How many actions each leaf has."""
        return self.offsets[1:] - self.offsets[:-1]

    def chess_planes(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """AlphaZero's planes, [leaves, 8, 8, 119], written into `out` if given."""
        if out is None:
            out = np.empty((len(self), *CHESS_PLANES), np.float32)
        _core.write_chess_planes(self.packed, out)
        return out

    def mask(self, actions: int, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """1 at legal actions, [leaves, actions]."""
        if out is None:
            out = np.zeros((len(self), actions), np.float32)
        out[:] = 0
        out[self.rows, self.actions] = 1
        return out

    def gather(self, dense: NDArray[np.floating]) -> NDArray[np.float32]:
        """What a dense policy [leaves, actions] says at the legal actions."""
        return np.ascontiguousarray(dense[self.rows, self.actions], dtype=np.float32)

    def softmax(self, logits: NDArray[np.floating]) -> NDArray[np.float32]:
        """Priors from a dense array of logits [leaves, actions]: the softmax over each leaf's legal actions."""
        picked = self.gather(logits)
        if len(picked) == 0:
            return picked
        starts = self.offsets[:-1].astype(np.intp)
        powers = np.exp(picked - np.repeat(np.maximum.reduceat(picked, starts), self.counts))
        return np.asarray(powers / np.repeat(np.add.reduceat(powers, starts), self.counts), dtype=np.float32)
