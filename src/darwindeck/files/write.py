"""Files that are either wholly there or not at all, whatever happens meanwhile. Every file this package writes is written here."""

from __future__ import annotations

import json
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..errors import OutputError

CACHE_VARIABLE = "DARWINDECK_CACHE_DIR"
LONGEST_STEM = 60  # letters of a temporary name, so that every name that a file can have leaves room for it


def json_bytes(data: Any) -> bytes:
    """JSON with sorted keys and a final newline: the same data are the same bytes."""
    return json.dumps(data, sort_keys=True, indent=1, ensure_ascii=False, allow_nan=False).encode() + b"\n"


def lines_bytes(items: Sequence[Any]) -> bytes:
    """A JSON list with one item a line: as small as it gets, and still fit for `diff`."""
    rows = ",\n".join(json.dumps(item, sort_keys=True, ensure_ascii=False, allow_nan=False) for item in items)
    return f"[\n{rows}\n]\n".encode()


def cache_folder() -> Path:
    """Where all caches lie: $DARWINDECK_CACHE_DIR, or `darwindeck` in the user's folder of caches."""
    if chosen := os.environ.get(CACHE_VARIABLE):
        return Path(chosen)
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "darwindeck"
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local") / "darwindeck" / "Cache"
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "darwindeck"


def read_bounded(path: Path, most: int) -> bytes:
    """The bytes of a file, or its first `most` + 1: an endless file ends there."""
    with path.open("rb") as file:
        return file.read(most + 1)


def write_aside(name: str, data: bytes) -> Path:
    """A file of this name in a new folder of its own, among the system's temporary ones."""
    path = Path(tempfile.mkdtemp(prefix="darwindeck-")) / name
    write_atomic(path, data)
    return path


def refuse_inputs(path: Path, inputs: Iterable[Path]) -> None:
    """An error if writing `path` would change what is read: one of these files, or something in one of these folders."""
    for source in inputs:
        if source.exists() and (path.resolve().is_relative_to(source.resolve()) or _is_same(path, source)):
            raise OutputError(f"{path}: is read by this command, and would be overwritten; choose another file")


def _is_same(path: Path, other: Path) -> bool:
    return path.exists() and path.samefile(other)


def write_atomic(path: Path, data: bytes) -> None:
    """Writes beside the file, then puts it in place; after a crash or on a full disk the old or the new file is there.

    A link stays a link, and what is no file (a pipe, a device) is written to. An OSError names the file.
    """
    place = path.resolve() if path.is_symlink() else path
    beside = place.with_name(f".{place.name[:LONGEST_STEM]}.{os.getpid()}.tmp")
    with _naming(path):
        if place.exists() and not place.is_file():
            with place.open("wb") as file:
                file.write(data)
            return
        try:
            _write_synced(beside, data)
            if place.exists():
                shutil.copymode(place, beside)
            beside.replace(place)
        except OSError:
            beside.unlink(missing_ok=True)
            raise
        sync_directory(place.parent)


@contextmanager
def _naming(path: Path) -> Iterator[None]:
    """An error of the system tells of this path, not of a temporary one or of none."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from None


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """Makes a folder with all these files appear at once. One that is there already is replaced."""
    beside = path.with_name(f".{path.name}.tmp")
    with _naming(path):
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
    with path.open("wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
