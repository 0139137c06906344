"""Arrays by name in one file, in the format of safetensors: a header of JSON, then bytes. A file cannot run code."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ..errors import DocumentError
from .write import read_bounded, write_atomic

MOST_BYTES = 64 << 20
TYPES: dict[str, type[np.generic]] = {
    "F64": np.float64, "F32": np.float32, "F16": np.float16, "I64": np.int64, "I32": np.int32, "I16": np.int16,
    "I8": np.int8, "U64": np.uint64, "U32": np.uint32, "U16": np.uint16, "U8": np.uint8, "BOOL": np.bool_,
}  # fmt: skip
NAMES = {np.dtype(of): name for name, of in TYPES.items()}


def write_tensors(path: Path, arrays: dict[str, NDArray[Any]], facts: dict[str, str]) -> None:
    """The file is wholly there, or the old one is."""
    write_atomic(path, tensor_bytes(arrays, facts))


def tensor_bytes(arrays: dict[str, NDArray[Any]], facts: dict[str, str]) -> bytes:
    """Such a file: the same arrays and facts are the same bytes."""
    header: dict[str, Any] = {"__metadata__": dict(sorted(facts.items()))}
    parts, at = [], 0
    for name in sorted(arrays):
        data = np.ascontiguousarray(arrays[name]).tobytes()
        shape = list(arrays[name].shape)
        header[name] = {
            "dtype": NAMES[arrays[name].dtype],
            "shape": shape,
            "data_offsets": [at, at + len(data)],
        }
        parts.append(data)
        at += len(data)
    text = json.dumps(header, ensure_ascii=False, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return len(text).to_bytes(8, "little") + text + b"".join(parts)


def read_tensors(path: Path) -> tuple[dict[str, NDArray[Any]], dict[str, str]]:
    """The arrays and what the file says of itself; an error of one line if it is not such a file."""
    try:
        data = read_bounded(path, MOST_BYTES)
    except FileNotFoundError:
        raise DocumentError(f"{path}: there is no such file") from None
    except OSError as error:
        raise DocumentError(f"{path}: cannot be read: {error.strerror}") from None
    if len(data) > MOST_BYTES:
        raise DocumentError(f"{path}: is larger than {MOST_BYTES >> 20} MB")
    try:
        return _parse(data)
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
        raise DocumentError(f"{path}: is no file of safetensors") from None


def _parse(data: bytes) -> tuple[dict[str, NDArray[Any]], dict[str, str]]:
    size = int.from_bytes(data[:8], "little")
    if len(data) < 8 or size > len(data) - 8:
        raise ValueError("cut off")
    header = json.loads(data[8 : 8 + size])
    facts = {str(name): str(value) for name, value in header.pop("__metadata__", {}).items()}
    arrays = {}
    for name, of in header.items():
        begin, end = of["data_offsets"]
        kind = np.dtype(TYPES[of["dtype"]])
        shape = tuple(int(side) for side in of["shape"])
        if min(shape, default=0) < 0 or not 0 <= begin <= end <= len(data) - 8 - size:
            raise ValueError("out of bounds")
        if int(np.prod(shape, dtype=object)) * kind.itemsize != end - begin:
            raise ValueError("another size")
        arrays[name] = np.frombuffer(data[8 + size + begin : 8 + size + end], kind).reshape(shape)
    return arrays, facts
