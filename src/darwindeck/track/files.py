"""Files that are either wholly there or not at all, whatever happens meanwhile."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any


def json_bytes(data: Any) -> bytes:
    """JSON with sorted keys and a final newline: the same data are the same bytes."""
    return json.dumps(data, sort_keys=True, indent=1, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def lines_bytes(items: Sequence[Any]) -> bytes:
    """A JSON list with one item a line: as small as it gets, and still fit for `diff`."""
    rows = ",\n".join(json.dumps(item, sort_keys=True, ensure_ascii=False, allow_nan=False) for item in items)
    return f"[\n{rows}\n]\n".encode()


def write_atomic(path: Path, data: bytes) -> None:
    """Writes beside the file, then puts it in place; after a crash the old or the new file is there."""
    beside = path.with_name(f".{path.name}.tmp")
    _write_synced(beside, data)
    beside.replace(path)
    sync_directory(path.parent)


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Makes a folder with all these files appear at once. One that is there already is replaced."""
    beside = path.with_name(f".{path.name}.tmp")
    shutil.rmtree(beside, ignore_errors=True)
    beside.mkdir(parents=True)
    for name, data in files.items():
        _write_synced(beside / name, data)
    sync_directory(beside)
    if path.exists():
        shutil.rmtree(path)
    beside.replace(path)
    sync_directory(path.parent)


def sync_directory(path: Path) -> None:
    """Makes what was renamed in a folder last."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write_synced(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
