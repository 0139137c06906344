"""A network in an ONNX file as an evaluator of chess, by ONNX Runtime (`pip install 'darwindeck[onnx]'`)."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from darwindeck.errors import SearchError

from . import lc0
from .leaves import Leaves

ACTIONS, PLANES = 4672, 119


class OnnxEvaluator:
    """The file's first input is planes. Of our own, [leaves, 119, 8, 8] or [leaves, 8, 8, 119], the first two outputs are logits
    [leaves, 4672] and values [leaves] or [leaves, 1] from -1 to 1. Of lc0, [leaves, 112, 8, 8], they are logits [leaves, 1858] and
    values or chances of win, draw and loss [leaves, 3], in either order."""

    def __init__(self, path: str | Path, threads: int = 1) -> None:
        if find_spec("onnxruntime") is None:
            raise SearchError("onnx: ONNX Runtime is not installed; pip install 'darwindeck[onnx]'")
        if not Path(path).is_file():
            raise SearchError(f"onnx: there is no file {path}")
        self._path = str(path)
        self.use_threads(threads)
        given = self._session.get_inputs()[0]
        self._input, self._outputs = given.name, [output.name for output in self._session.get_outputs()[:2]]
        self._channels_last = list(given.shape)[-1] == PLANES
        self._is_lc0 = list(given.shape)[1:2] == [lc0.PLANES]
        if not (self._is_lc0 or PLANES in list(given.shape)[1::2]) or len(self._outputs) < 2:
            raise SearchError(f"onnx: {path}: is no network of chess (planes in, logits and values out)")
        self._planes = np.zeros((0, 8, 8, PLANES), np.float32)

    def use_threads(self, threads: int) -> None:
        """Opens the file anew, to be evaluated by so many threads."""
        import onnxruntime

        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 4  # what goes wrong is raised
        try:
            self._session: Any = onnxruntime.InferenceSession(self._path, options, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise SearchError(f"onnx: {self._path}: {str(error).splitlines()[0]}") from None

    def __call__(self, leaves: Leaves) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        if len(leaves) == 0:
            return np.zeros(0, np.float32), np.zeros(0, np.float32)
        try:
            answers = self._session.run(self._outputs, {self._input: self._planes_of(leaves)})
        except Exception as error:
            raise SearchError(f"onnx: {str(error).splitlines()[0]}") from None
        logits, values = sorted(answers, key=lambda of: -of.size)
        if self._is_lc0 and values.shape == (len(leaves), 3):
            values = values[:, 0] - values[:, 2]
        if logits.shape != (len(leaves), lc0.MOVES if self._is_lc0 else ACTIONS) or values.size != len(leaves):
            raise SearchError(f"onnx: answers with the shapes {logits.shape} and {values.shape}")
        priors = lc0.priors_of_moves(leaves, logits) if self._is_lc0 else leaves.softmax(logits)
        return priors, np.asarray(values, np.float32).reshape(-1)

    def _planes_of(self, leaves: Leaves) -> NDArray[np.float32]:
        if self._is_lc0:
            return lc0.lc0_planes(leaves.packed)
        if len(self._planes) < len(leaves):
            self._planes = np.zeros((len(leaves), 8, 8, PLANES), np.float32)
        planes = leaves.chess_planes(self._planes[: len(leaves)])
        return planes if self._channels_last else np.ascontiguousarray(planes.transpose(0, 3, 1, 2))
