"""A cache of what was played, by content: records under a hash of all that determines them. It changes no result.

The key is a hash of the engine's own bytes, the program, the players, the seed, the range of games and what is recorded.
The file is SQLite; the units that were not used for longest go first when it grows too large.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, fields
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from ... import _core
from ...compile.program import compile_genome
from ...engine.players import BuiltIn, find_player
from ...errors import warn
from ..records import Column, PlyRecords, ProbeRecords, Records
from ..simulate import Job

FORMAT = 2  # of the units; raised when what a job records changes
LIMIT = 512 << 20  # bytes
MEMORY_LIMIT = 64 << 20  # where there is no file
KEEP = 0.8  # of the limit, after units were dropped
WAIT = 20.0  # seconds for another process to finish writing
SCHEMA = """
CREATE TABLE IF NOT EXISTS units (key BLOB PRIMARY KEY, used INTEGER NOT NULL, size INTEGER NOT NULL, data BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
Key = bytes


@lru_cache(maxsize=1)
def engine_hash() -> str:
    """A name for this build of the core: a hash of its file."""
    assert _core.__file__ is not None
    return blake2b(Path(_core.__file__).read_bytes(), digest_size=16).hexdigest()


@lru_cache(maxsize=1)
def build_hash() -> str:
    """A name for the core and all that the package brings beside it, the code in Python above all."""
    assert _core.__file__ is not None
    digest = blake2b(engine_hash().encode(), digest_size=16)
    package = Path(_core.__file__).parent
    for path in sorted(package.rglob("*")):
        if path.suffix in (".py", ".json"):
            digest.update(f"{path.relative_to(package)} ".encode() + path.read_bytes())
    return digest.hexdigest()


class UnitCache:
    """Records on disk. A damaged file is set aside, and where no file can be written units are kept in memory only, each with a
    warning: a cache costs time, never a result."""

    def __init__(self, folder: Path, limit: int = LIMIT) -> None:
        self.limit, self.path = limit, folder / "units.sqlite"
        self._file = self._open()

    def _open(self) -> sqlite3.Connection:
        """The file, made anew if it was damaged; where no file can be used, a store in memory."""
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            try:
                return _connect(self.path)
            except sqlite3.DatabaseError as error:
                if isinstance(error, sqlite3.OperationalError):
                    raise
                self._set_aside(error)
                return _connect(self.path)
        except (OSError, sqlite3.Error) as error:
            warn(f"{self.path}: the cache cannot be used: {error}; nothing is kept for later")
            self.limit = min(self.limit, MEMORY_LIMIT)
            return _connect(":memory:")

    def _set_aside(self, error: sqlite3.DatabaseError) -> None:
        """Renames a damaged file and what belongs to it, so that a new one can be made."""
        for end in ("", "-wal", "-shm"):
            damaged = self.path.with_name(f"{self.path.name}{end}")
            if damaged.exists():
                damaged.replace(damaged.with_name(f"{damaged.name}.damaged"))
        warn(f"{self.path}: the cache was damaged ({error}) and is set aside as {self.path.name}.damaged")

    def key(self, job: Job) -> Key | None:
        """Of a job of the core's own players; others may play differently each time."""
        players = [find_player(player) for player in job.players]
        if not all(isinstance(player, BuiltIn) for player in players):
            return None
        parts: list[Any] = [FORMAT, engine_hash(), [_describe(p) for p in players if isinstance(p, BuiltIn)]]
        parts += [
            job.seed,
            job.first,
            job.games,
            job.plies,
            job.deals_of,
            job.thinking,
            asdict(job.probe) if job.probe else None,
        ]
        if job.plies:  # who leads is judged by what the game is won with
            parts.append(msgspec.to_builtins(job.genome.win_conditions))
        return blake2b(msgspec.json.encode(parts) + compile_genome(job.genome).program.bytes, digest_size=16).digest()

    def get(self, keys: Iterable[Key]) -> dict[Key, Records]:
        """Those that are there."""
        known = self._read(keys)
        return {key: records for key, data in known.items() if (records := unpack(data)) is not None}

    def put(self, units: Mapping[Key, Records]) -> None:
        """Adds records, and drops old ones if there are too many."""
        self._write({key: pack(records) for key, records in units.items()})

    def recall(self, parts: Sequence[Any]) -> Any:
        """What this build of the package has made of these parts, as it was given to `keep`; None if it is not there."""
        try:
            return next(
                (msgspec.msgpack.decode(zlib.decompress(data)) for data in self._read([_key_of(parts)]).values()), None
            )
        except (zlib.error, msgspec.DecodeError):
            return None

    def keep(self, parts: Sequence[Any], made: Any) -> None:
        """Plain data that took long to make, for later."""
        self._write({_key_of(parts): zlib.compress(msgspec.msgpack.encode(made), 1)})

    def _read(self, keys: Iterable[Key]) -> dict[Key, bytes]:
        found: dict[Key, bytes] = {}
        with self._patiently():
            for key in keys:
                row = self._file.execute("SELECT data FROM units WHERE key = ?", (key,)).fetchone()
                if row is not None:
                    found[key] = row[0]
            now = int(time.time())
            self._file.executemany("UPDATE units SET used = ? WHERE key = ?", [(now, key) for key in found])
        return found

    def _write(self, units: Mapping[Key, bytes]) -> None:
        now = int(time.time())
        rows = [(key, now, len(data), data) for key, data in units.items()]
        with self._patiently():
            self._file.executemany("INSERT OR REPLACE INTO units VALUES (?, ?, ?, ?)", rows)
            total = self._file.execute("SELECT COALESCE(SUM(size), 0) FROM units").fetchone()[0]
            if total > self.limit:
                self._drop(total - int(KEEP * self.limit))

    def _drop(self, room: int) -> None:
        """Deletes what was not used for longest."""
        old = []
        for key, size in self._file.execute("SELECT key, size FROM units ORDER BY used, key"):
            if room <= 0:
                break
            old.append((key,))
            room -= size
        self._file.executemany("DELETE FROM units WHERE key = ?", old)

    def fact(self, name: str) -> str | None:
        """Something noted earlier about this build of the package."""
        with self._patiently():
            row = self._file.execute("SELECT value FROM facts WHERE name = ?", (f"{build_hash()} {name}",)).fetchone()
            return None if row is None else str(row[0])
        return None

    def note(self, name: str, value: str) -> None:
        with self._patiently():
            row = (f"{build_hash()} {name}", value)
            self._file.execute("INSERT OR REPLACE INTO facts VALUES (?, ?)", row)

    @contextlib.contextmanager
    def _patiently(self) -> Iterator[None]:
        """One transaction. A busy file or a full disk costs time, not results: the unit is then played again."""
        try:
            with self._file:
                yield
        except sqlite3.OperationalError:
            pass
        except sqlite3.DatabaseError as error:
            with contextlib.suppress(OSError):
                self._file.close()
                self._set_aside(error)
            self._file = self._open()

    def close(self) -> None:
        self._file.close()


def _connect(path: Path | str) -> sqlite3.Connection:
    file = sqlite3.connect(path, timeout=WAIT)
    file.execute("PRAGMA journal_mode = WAL")
    file.execute("PRAGMA synchronous = NORMAL")
    file.executescript(SCHEMA)
    return file


def _describe(player: BuiltIn) -> list[Any]:
    """A learned player is known by the hash of its file, wherever that lies."""
    return list(player._replace(file=""))


def _key_of(parts: Sequence[Any]) -> Key:
    return blake2b(msgspec.json.encode([build_hash(), *parts]), digest_size=16).digest()


# Records as bytes.


def pack(records: Records) -> bytes:
    """All columns, compressed."""
    data = {"": _columns(records), "ply": _columns(records.ply), "probe": _columns(records.probe)}
    return zlib.compress(msgspec.msgpack.encode(data), 1)


def unpack(data: bytes) -> Records | None:
    """What `packed` made; None of anything else."""
    try:
        parts = msgspec.msgpack.decode(zlib.decompress(data))
        ply = PlyRecords(**_values(parts["ply"])) if parts["ply"] else None
        probe = ProbeRecords(**_values(parts["probe"])) if parts["probe"] else None
        return Records(**_values(parts[""]), ply=ply, probe=probe)
    except (zlib.error, msgspec.DecodeError, KeyError, TypeError, ValueError):
        return None


def _columns(part: Records | PlyRecords | ProbeRecords | None) -> dict[str, Any] | None:
    if part is None:
        return None
    values = {field.name: getattr(part, field.name) for field in fields(part)}
    return {name: _plain(value) for name, value in values.items() if name not in ("ply", "probe") or _is_column(value)}


def _is_column(value: Any) -> bool:
    return isinstance(value, np.ndarray)


def _plain(value: Any) -> Any:
    return [value.dtype.str, value.shape, value.tobytes()] if _is_column(value) else value


def _values(part: Mapping[str, Any]) -> dict[str, Any]:
    return {name: _column(value) if isinstance(value, list) else value for name, value in part.items()}


def _column(value: list[Any]) -> Column:
    kind, shape, data = value
    return np.frombuffer(data, np.dtype(kind)).reshape(shape).copy()
