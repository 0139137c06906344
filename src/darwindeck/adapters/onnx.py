"""A learned player as an ONNX file: packed leaves in, logits of all moves and values of all seats out (docs/learning.md)."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from ..engine.learned import CLASS, NUMBER, SET, LearnedPlayer
from ..errors import LearnError
from ..files.write import write_atomic

if TYPE_CHECKING:
    import onnx

OPSET, IR_VERSION = 17, 8
FLOAT, UINT8, INT64 = 1, 2, 7  # as ONNX numbers types
LEAF_BYTES = 1024


class GraphOfPlayer:
    """The nodes of a player's graph in order, each with one output, and its constants."""

    def __init__(self, player: LearnedPlayer) -> None:
        self.arrays = player.arrays
        self.nodes: list[Any] = []
        self.constants: list[Any] = []

    def add(self, kind: str, *inputs: str | NDArray[Any] | np.generic, name: str = "", **settings: Any) -> str:
        from onnx import helper, numpy_helper

        names = []
        for of in inputs:
            if not isinstance(of, str):
                self.constants.append(numpy_helper.from_array(np.asarray(of), f"c{len(self.constants)}"))
            names.append(of if isinstance(of, str) else self.constants[-1].name)
        made = name or f"n{len(self.nodes)}"
        self.nodes.append(helper.make_node(kind, names, [made], **settings))
        return made

    def build(self) -> onnx.ModelProto:
        from onnx import helper

        x = self._add_inputs()
        x = self.add("Relu", self.add("Add", x, self._layer("first_bias")))
        for layer in ("second", "third"):
            more = self.add("Add", self.add("MatMul", x, self._layer(layer)), self._layer(f"{layer}_bias"))
            x = self.add("Add", x, self.add("Relu", more))
        self.add("Add", self.add("MatMul", x, self._layer("moves").T), self._layer("move_bias"), name="logits")
        worth = self.add("Add", self.add("MatMul", x, self._layer("values").T), self._layer("value_bias"))
        self.add("Clip", worth, np.float32(-1), np.float32(1), name="values")
        outputs = [("logits", self._layer("move_bias").size), ("values", self._layer("value_bias").size)]
        graph = helper.make_graph(
            self.nodes,
            "player",
            [helper.make_tensor_value_info("leaves", UINT8, ["rows", LEAF_BYTES])],
            [helper.make_tensor_value_info(name, FLOAT, ["rows", size]) for name, size in outputs],
            self.constants,
        )
        return helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)], ir_version=IR_VERSION)

    def _layer(self, name: str) -> NDArray[np.float32]:
        return np.asarray(self.arrays[name], np.float32)

    def _add_inputs(self) -> str:
        """Every feature that can occur, in the order of its rows, times its row of weights."""
        leaf = self.add("Cast", "leaves", to=INT64)
        parts = [build(leaf) for build in (self._sets, self._classes, self._numbers)]
        features = self.add("Concat", *(name for name, of in parts if of), axis=1)
        return self.add("MatMul", features, self._layer("rows")[[row for _, of in parts for row in of]])

    def _features(self, kind: int) -> list[tuple[NDArray[np.int32], int, int]]:
        """(input, number in it, row) of all features of a kind that can occur."""
        found, at = [], 0
        for field in self.arrays["inputs"]:
            many = 64 if field[0] == SET else int(field[5]) if field[0] == CLASS else 1
            rows = self.arrays["row_of"][at : at + many]
            found += [(field, n, int(row)) for n, row in enumerate(rows) if row >= 0 and field[0] == kind]
            at += many
        return found

    def _sets(self, leaf: str) -> tuple[str, list[int]]:
        """Bits of cards, one a feature."""
        found = self._features(SET)
        bits = np.array([64 * int(field[1]) + card for field, card, _ in found], np.int64)
        if not found:
            return "", []
        shifted = self.add("Div", self.add("Gather", leaf, bits // 8, axis=1), np.int64(1) << bits % 8)
        return self.add("Cast", self.add("Mod", shifted, np.int64(2)), to=FLOAT), [row for *_, row in found]

    def _classes(self, leaf: str) -> tuple[str, list[int]]:
        """A feature a value: whether the number is that one, or beyond it where it is the first or last."""
        found = self._features(CLASS)
        if not found:
            return "", []
        low, many, value = (
            np.array(of, np.int64)
            for of in zip(*((int(field[4]), int(field[5]), number) for field, number, _ in found), strict=True)
        )
        numbers = self._read(leaf, [field for field, *_ in found])
        place = self.add("Min", self.add("Max", self.add("Sub", numbers, low), np.int64(0)), many - 1)
        return self.add("Cast", self.add("Equal", place, value), to=FLOAT), [row for *_, row in found]

    def _numbers(self, leaf: str) -> tuple[str, list[int]]:
        """Large numbers count less and less."""
        found = self._features(NUMBER)
        if not found:
            return "", []
        numbers = self.add("Cast", self._read(leaf, [field for field, *_ in found]), to=FLOAT)
        size = self.add("Log", self.add("Add", self.add("Abs", numbers), np.float32(1)))
        return self.add("Mul", self.add("Sign", numbers), size), [row for *_, row in found]

    def _read(self, leaf: str, fields: list[NDArray[np.int32]]) -> str:
        """The numbers at these places, of up to 32 bits; those of 32 have a sign."""
        word, shift, bits = (np.array([int(field[at]) for field in fields], np.int64) for at in (1, 2, 3))
        first, within = 8 * word + shift // 8, shift % 8
        raw = self.add("Gather", leaf, first, axis=1)
        for number in range(1, 4):
            part = self.add("Gather", leaf, np.minimum(first + number, LEAF_BYTES - 1), axis=1)
            raw = self.add("Add", raw, self.add("Mul", part, np.full(1, 1 << 8 * number, np.int64)))
        kept = self.add("Mod", self.add("Div", raw, np.int64(1) << within), np.int64(1) << bits)
        is_negative = self.add("GreaterOrEqual", kept, np.full(1, 1 << 31, np.int64))
        return self.add("Where", is_negative, self.add("Sub", kept, np.full(1, 1 << 32, np.int64)), kept)


def export_onnx(player: LearnedPlayer, path: Path) -> None:
    """Writes the file, wholly or not at all."""
    if find_spec("onnx") is None:
        raise LearnError("writing ONNX files needs onnx: pip install 'darwindeck[onnx]'")
    model = GraphOfPlayer(player).build()
    for key in ("program_hash", "temperature", "genome", "training"):
        entry = model.metadata_props.add()
        entry.key, entry.value = key, player.facts.get(key, "")
    write_atomic(path, model.SerializeToString())
