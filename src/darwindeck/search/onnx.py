"""A network in an ONNX file as an evaluator of chess, by ONNX Runtime (`pip install 'darwindeck[onnx]'`)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from darwindeck.errors import SearchError

from .leaves import Leaves

ACTIONS, PLANES = 4672, 119


class OnnxEvaluator:
    """The file's first input is planes, [leaves, 119, 8, 8] or [leaves, 8, 8, 119]; its first two outputs are logits
    [leaves, 4672] and values [leaves] or [leaves, 1] from -1 to 1."""

    def __init__(self, path: str | Path, threads: int = 1) -> None:
        try:
            import onnxruntime
        except ImportError:
            raise SearchError("onnx: ONNX Runtime is not installed; pip install 'darwindeck[onnx]'") from None
        if not Path(path).is_file():
            raise SearchError(f"onnx: there is no file {path}")
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        options.log_severity_level = 4  # what goes wrong is raised
        try:
            self._session: Any = onnxruntime.InferenceSession(str(path), options, providers=["CPUExecutionProvider"])
        except Exception as error:
            raise SearchError(f"onnx: {path}: {str(error).splitlines()[0]}") from None
        given = self._session.get_inputs()[0]
        self._input, self._outputs = given.name, [output.name for output in self._session.get_outputs()[:2]]
        self._channels_last = list(given.shape)[-1] == PLANES
        if PLANES not in list(given.shape)[1::2] or len(self._outputs) < 2:
            raise SearchError(f"onnx: {path}: is no network of chess (planes in, logits and values out)")
        self._planes = np.zeros((0, 8, 8, PLANES), np.float32)

    def __call__(self, leaves: Leaves) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
        if len(leaves) == 0:
            return np.zeros(0, np.float32), np.zeros(0, np.float32)
        if len(self._planes) < len(leaves):
            self._planes = np.zeros((len(leaves), 8, 8, PLANES), np.float32)
        planes = leaves.chess_planes(self._planes[: len(leaves)])
        if not self._channels_last:
            planes = np.ascontiguousarray(planes.transpose(0, 3, 1, 2))
        try:
            logits, values = self._session.run(self._outputs, {self._input: planes})
        except Exception as error:
            raise SearchError(f"onnx: {str(error).splitlines()[0]}") from None
        if logits.shape != (len(leaves), ACTIONS) or values.size != len(leaves):
            raise SearchError(f"onnx: answers with the shapes {logits.shape} and {values.shape}")
        return leaves.softmax(logits), np.asarray(values, np.float32).reshape(-1)
