"""Positions to learn from, in columns: what a search made of each, and how its game ended. Planes are made when they are
read, so that a file is small; docs/chess.md has the format."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from darwindeck.errors import LearnError
from darwindeck.files.write import write_atomic

WORDS = 59
FORMAT = 2
SCALARS = ("full", "value", "ahead", "result", "plies_left")  # columns with one number a position


@dataclass(frozen=True)
class Positions:
    """The actions of position i are `actions[offsets[i]:offsets[i + 1]]`, and so is its policy."""

    packed: NDArray[np.uint64]  # [positions, 59], docs/chess.md
    offsets: NDArray[np.uint32]  # [positions + 1]
    actions: NDArray[np.uint16]  # [total], the legal ones
    policy: NDArray[np.float32]  # [total], the improved policy of the search; to be learned only where `full`
    full: NDArray[np.bool_]  # [positions], searched with all simulations
    value: NDArray[np.float32]  # [positions], what the search expected for the mover
    ahead: NDArray[np.float32]  # [positions], the same seen from the plies that followed (`look_ahead`)
    result: NDArray[np.int8]  # [positions], how the game ended for the mover: 1, 0, -1
    plies_left: NDArray[np.uint16]  # [positions], until then

    def __len__(self) -> int:
        return len(self.packed)

    def take(self, rows: NDArray[np.intp]) -> Positions:
        """Some of them, in that order."""
        counts = (self.offsets[1:] - self.offsets[:-1])[rows]
        offsets = np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32)
        places = np.repeat(self.offsets[rows].astype(np.int64) - offsets[:-1], counts) + np.arange(offsets[-1])
        others = {name: getattr(self, name)[rows] for name in ("packed", *SCALARS)}
        return Positions(offsets=offsets, actions=self.actions[places], policy=self.policy[places], **others)

    @staticmethod
    def join(parts: Sequence[Positions]) -> Positions:
        columns = {
            of.name: np.concatenate([getattr(part, of.name) for part in parts]) for of in fields(Positions)
            if of.name != "offsets"
        }  # fmt: skip
        counts = np.concatenate([part.offsets[1:] - part.offsets[:-1] for part in parts])
        return Positions(offsets=np.concatenate([[0], np.cumsum(counts)]).astype(np.uint32), **columns)

    def save(self, path: Path, compress: bool = False) -> None:
        held = io.BytesIO()
        write = np.savez_compressed if compress else np.savez
        write(held, format=np.int64(FORMAT), **{of.name: getattr(self, of.name) for of in fields(self)})
        write_atomic(path, held.getvalue())

    @staticmethod
    def load(path: Path) -> Positions:
        try:
            with np.load(path, allow_pickle=False) as file:
                columns = {of.name: file[of.name] for of in fields(Positions)}
                number = int(file["format"])
        except (OSError, KeyError, ValueError) as error:
            raise LearnError(f"{path}: holds no positions ({str(error).splitlines()[0]})") from None
        positions = Positions(**columns)
        total, sizes = (
            len(positions.actions),
            {len(columns[name]) for name in SCALARS},
        )
        fits = positions.packed.shape == (len(positions), WORDS) and sizes == {len(positions)}
        if number != FORMAT or not fits or len(positions.policy) != total or positions.offsets[-1] != total:
            raise LearnError(f"{path}: its columns do not fit each other, or are of another format")
        return positions
