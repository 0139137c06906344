"""What a network reads of a packed leaf: sets of cards, classes of small numbers, and numbers (core/learn/network.hpp).

One list serves all games. Of it a game keeps what ever differs in a sample of play; a set loses the cards that are
not in the game's pack.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from numpy.typing import NDArray

from ...engine.learned import CLASS, NUMBER, SET

CARD_WORDS = 63  # sets of cards; the words are told in docs/search.md
COUNT_WORD, DEPTH_WORD, COLUMN_WORD, REGISTER_WORD, SEAT_WORD, HOLDER_WORD, PLACE_WORD = 63, 68, 76, 112, 125, 126, 127
COUNTS, COLUMNS, REGISTERS, SEATS = 40, 72, 26, 16
MOST_SCALE = 5.0  # what hardly ever holds is not blown up beyond this
FIT_LEAVES = 1024  # read at a time
Field = tuple[int, int, int, int, int, int]  # kind, word, shift, bits, lowest value, classes


def all_inputs(seats: int) -> list[Field]:
    """Every input that a leaf of such a game can have."""
    fields: list[Field] = [(SET, word, 0, 0, 0, 0) for word in range(CARD_WORDS)]
    for place in range(COUNTS):
        at = (COUNT_WORD + place // 8, 8 * (place % 8), 8)
        fields += [(CLASS, *at, 0, 17), (NUMBER, *at, 0, 0)]
    fields += [(CLASS, DEPTH_WORD + card // 8, 8 * (card % 8), 8, 0, 4) for card in range(64)]
    for number in range(COLUMNS):
        at = (COLUMN_WORD + number // 2, 32 * (number % 2), 32)
        fields += [(CLASS, *at, -1, 17), (NUMBER, *at, 0, 0)]
    for number in range(REGISTERS):
        at = (REGISTER_WORD + number // 2, 32 * (number % 2), 32)
        fields += [(CLASS, *at, -1, 64), (NUMBER, *at, 0, 0)]
    fields += [(CLASS, SEAT_WORD, 4 * number, 4, 0, seats + 1) for number in range(SEATS)]
    fields += [(CLASS, HOLDER_WORD, 8 * entry, 4, 0, seats + 1) for entry in range(8)]
    fields += [(CLASS, HOLDER_WORD, 8 * place + 4, 4, 0, 9) for place in range(8)]  # titles
    fields += [(CLASS, PLACE_WORD, bit, 1, 0, 2) for bit in range(16)]
    return [
        *fields,
        (CLASS, PLACE_WORD, 32, 16, 0, 64),
        (CLASS, PLACE_WORD, 48, 8, 0, 2),
        (CLASS, PLACE_WORD, 56, 8, 0, 2),
    ]


def read_field(packed: NDArray[np.uint64], field: Field) -> NDArray[np.int64]:
    """The number at a place of every leaf."""
    _, word, shift, bits, _, _ = field
    found = packed[:, word] >> np.uint64(shift)
    if bits == 32:
        return found.astype(np.uint32).view(np.int32).astype(np.int64)
    return (found & np.uint64((1 << bits) - 1)).astype(np.int64)


@dataclass(frozen=True)
class Inputs:
    """The inputs of one game, and which row of weights each of their features has (-1: it cannot occur)."""

    fields: NDArray[np.int32]  # [inputs, 6]
    row_of: NDArray[np.int32]  # [features]

    @staticmethod
    def choose(packed: NDArray[np.uint64], seats: int) -> Inputs:
        """What differs in a sample of leaves."""
        pack = np.bitwise_or.reduce(packed[:, :CARD_WORDS].ravel())
        kept, rows = [], [0]
        row_of: list[int] = []
        for field in all_inputs(seats):
            if field[0] == SET:
                if not packed[:, field[1]].any():
                    continue
                features = [bool(int(pack) >> card & 1) for card in range(64)]
            else:
                found = read_field(packed, field)
                if (found == found[0]).all():
                    continue
                features = [True] * (field[5] if field[0] == CLASS else 1)
            kept.append(field)
            for exists in features:
                row_of.append(rows[0] if exists else -1)
                rows[0] += exists
        return Inputs(np.array(kept, np.int32).reshape(-1, 6), np.array(row_of, np.int32))

    def equals(self, other: Inputs) -> bool:
        return np.array_equal(self.fields, other.fields) and np.array_equal(self.row_of, other.row_of)

    @property
    def rows(self) -> int:
        return int(self.row_of.max(initial=-1)) + 1

    def shares(self) -> NDArray[np.int64]:
        """[rows, 2]: for cards in sets a number for (set, rank) and one for (set, suit), from 1 on; 0 for other rows."""
        shared = np.zeros((self.rows, 2), np.int64)
        at = sets = 0
        for field in self.fields:
            if field[0] != SET:
                at += int(field[5]) if field[0] == CLASS else 1
                continue
            for card in range(64):
                if (row := self.row_of[at + card]) >= 0:
                    shared[row] = 1 + 20 * sets + card % 16, 1 + 20 * sets + 16 + card // 16
            at, sets = at + 64, sets + 1
        return shared


class Reader(torch.nn.Module):
    """Leaves as rows of numbers, on the device: [leaves, 8 · words] bytes become [leaves, rows].

    Every row is told as its distance from its mean, in units of its spread: what most leaves share would else drown what
    tells them apart, and a lesson about one position would be one about all.
    """

    sets: torch.Tensor  # [cards in sets, 2]: the bit of the leaf, and its row
    classes: torch.Tensor  # [classes, 6]: byte, shift, bits, lowest value, how many, first row
    numbers: torch.Tensor  # the same
    mean: torch.Tensor  # [rows]
    scale: torch.Tensor  # [rows]

    def __init__(self, inputs: Inputs) -> None:
        super().__init__()
        self.rows = inputs.rows
        sets: list[tuple[int, ...]] = []
        classes: list[tuple[int, ...]] = []
        numbers: list[tuple[int, ...]] = []
        at = 0
        for kind, word, shift, bits, low, many in inputs.fields.tolist():
            row = int(inputs.row_of[at])
            if kind == SET:
                sets += [(64 * word + card, r) for card in range(64) if (r := int(inputs.row_of[at + card])) >= 0]
                at += 64
                continue
            (classes if kind == CLASS else numbers).append((8 * word + shift // 8, shift % 8, bits, low, many, row))
            at += many if kind == CLASS else 1
        self._keep("sets", sets, 2)
        self._keep("classes", classes, 6)
        self._keep("numbers", numbers, 6)
        self.register_buffer("mean", torch.zeros(self.rows), persistent=False)
        self.register_buffer("scale", torch.ones(self.rows), persistent=False)

    def fit(self, leaves: torch.Tensor) -> None:
        """Takes mean and spread of every row from a sample of leaves."""
        parts = [self(part, torch.float32) for part in leaves.split(FIT_LEAVES)]
        many = sum(map(len, parts))
        mean = torch.stack([part.sum(0) for part in parts]).sum(0) / many
        square = torch.stack([(part - mean).square().sum(0) for part in parts]).sum(0) / many
        self.mean.copy_(mean)
        self.scale.copy_((square.sqrt() + 1e-6).reciprocal().clamp(max=MOST_SCALE))

    def _keep(self, name: str, rows: list[tuple[int, ...]], width: int) -> None:
        self.register_buffer(name, torch.tensor(rows, dtype=torch.int64).reshape(-1, width), persistent=False)

    def forward(self, leaves: torch.Tensor, dtype: torch.dtype) -> torch.Tensor:
        out = torch.zeros(len(leaves), self.rows, dtype=dtype, device=leaves.device)
        bits, rows = self.sets[:, 0], self.sets[:, 1]
        out[:, rows] = ((leaves[:, bits // 8] >> (bits % 8).to(torch.uint8)) & 1).to(dtype)
        if len(self.classes):
            found = self._read(leaves, self.classes)
            _, _, _, low, many, row = self.classes.unbind(1)
            place = torch.minimum((found - low).clamp(min=0), many - 1)
            out.scatter_(1, row + place, 1.0)
        if len(self.numbers):
            found = self._read(leaves, self.numbers).to(torch.float32)
            out[:, self.numbers[:, 5]] = (found.sign() * found.abs().log1p()).to(dtype)
        return (out - self.mean.to(dtype)) * self.scale.to(dtype)

    @staticmethod
    def _read(leaves: torch.Tensor, places: torch.Tensor) -> torch.Tensor:
        """The numbers at these places, [leaves, places]."""
        byte, shift, bits = places[:, 0], places[:, 1], places[:, 2]
        last = leaves.shape[1] - 1
        parts = [leaves[:, (byte + n).clamp(max=last)].to(torch.int64) << (8 * n) for n in range(4)]
        raw = parts[0] | parts[1] | parts[2] | parts[3]
        signed = torch.where(raw >= 1 << 31, raw - (1 << 32), raw)
        return torch.where(bits == 32, signed, (raw >> shift) & ((1 << bits) - 1))
