"""What the site remembers, in one SQLite file: games made here, tables in play, opinions.

A commit reaches the file before a person is answered, so that a killed server loses nothing that somebody was told.
"""

from __future__ import annotations

import json
import sqlite3
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FILE = "table.sqlite"
OWNER, GUEST, INVITED = "owner", "guest", "invited"
SCHEMA = """
CREATE TABLE IF NOT EXISTS games (name TEXT PRIMARY KEY, made REAL NOT NULL, genome TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS facts (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS tables (
  id TEXT PRIMARY KEY, made REAL NOT NULL, game TEXT NOT NULL, genome TEXT NOT NULL, seed INTEGER NOT NULL,
  people TEXT NOT NULL, players TEXT NOT NULL, undo INTEGER NOT NULL, moves BLOB NOT NULL DEFAULT x'', over INTEGER NOT NULL DEFAULT 0);
CREATE TABLE IF NOT EXISTS keys (key TEXT PRIMARY KEY, tab TEXT NOT NULL, seats TEXT NOT NULL, role TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS ratings (
  key TEXT PRIMARY KEY, time REAL NOT NULL, game TEXT NOT NULL, title TEXT NOT NULL, program TEXT NOT NULL, fitness REAL,
  stars INTEGER NOT NULL, again INTEGER, reasons TEXT NOT NULL, comment TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS pairs (
  time REAL NOT NULL, a TEXT NOT NULL, b TEXT NOT NULL, title_a TEXT NOT NULL, title_b TEXT NOT NULL, chosen TEXT NOT NULL);
"""


@dataclass(frozen=True)
class TableRow:
    """A game in play: its rules, its seed, who sits where, and every move."""

    id: str
    game: str
    genome: str
    seed: int
    people: tuple[int, ...]
    players: tuple[str, ...]
    undo: bool
    moves: bytes = b""


@dataclass(frozen=True)
class Key:
    """What opens seats of a table; an invitation opens none until somebody has taken it."""

    key: str
    table: str
    seats: tuple[int, ...]
    role: str  # OWNER, GUEST, INVITED


class Store:
    """All calls may come from any thread."""

    def __init__(self, folder: Path | None) -> None:
        """None keeps everything in memory."""
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        self._lock = threading.Lock()
        self._file = sqlite3.connect(
            ":memory:" if folder is None else folder / FILE, timeout=20, check_same_thread=False
        )
        self._file.execute("PRAGMA journal_mode=WAL")
        self._file.execute("PRAGMA synchronous=NORMAL")
        with self._file:
            self._file.executescript(SCHEMA)

    def close(self) -> None:
        with self._lock:
            self._file.close()

    def _ask(self, sql: str, *values: Any) -> list[Any]:
        with self._lock, self._file:
            return self._file.execute(sql, values).fetchall()

    # Games made here.

    def add_game(self, name: str, genome: str) -> None:
        self._ask("INSERT OR IGNORE INTO games VALUES (?, ?, ?)", name, time.time(), genome)

    def read_game(self, name: str) -> str | None:
        rows = self._ask("SELECT genome FROM games WHERE name = ?", name)
        return rows[0][0] if rows else None

    def list_games(self) -> list[tuple[str, str]]:
        return self._ask("SELECT name, genome FROM games ORDER BY made DESC LIMIT 200")

    # Facts about games that took time to find out.

    def note(self, name: str, value: Any) -> None:
        self._ask("INSERT OR REPLACE INTO facts VALUES (?, ?)", name, json.dumps(value))

    def fact(self, name: str) -> Any:
        rows = self._ask("SELECT value FROM facts WHERE name = ?", name)
        return json.loads(rows[0][0]) if rows else None

    # Tables.

    def add_table(self, row: TableRow, keys: Sequence[Key]) -> None:
        with self._lock, self._file:
            self._file.execute(
                "INSERT INTO tables (id, made, game, genome, seed, people, players, undo) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                (row.id, time.time(), row.game, row.genome, row.seed, json.dumps(row.people), json.dumps(row.players), row.undo),
            )  # fmt: skip
            rows = [(key.key, key.table, json.dumps(key.seats), key.role) for key in keys]
            self._file.executemany("INSERT INTO keys VALUES (?, ?, ?, ?)", rows)

    def read_table(self, table: str) -> TableRow | None:
        rows = self._ask("SELECT id, game, genome, seed, people, players, undo, moves FROM tables WHERE id = ?", table)
        if not rows:
            return None
        name, game, genome, seed, people, players, undo, moves = rows[0]
        seats, names = tuple(json.loads(people)), tuple(json.loads(players))
        return TableRow(name, game, genome, seed, seats, names, bool(undo), bytes(moves))

    def write_moves(self, table: str, moves: bytes, over: bool) -> None:
        self._ask("UPDATE tables SET moves = ?, over = ? WHERE id = ?", moves, over, table)

    def read_key(self, key: str) -> Key | None:
        rows = self._ask("SELECT key, tab, seats, role FROM keys WHERE key = ?", key)
        return Key(rows[0][0], rows[0][1], tuple(json.loads(rows[0][2])), rows[0][3]) if rows else None

    def take_seat(self, invitation: str, key: str) -> bool:
        """Turns an invitation into a key that only its taker knows; False if somebody was faster."""
        with self._lock, self._file:
            done = self._file.execute(
                "UPDATE keys SET key = ?, role = ? WHERE key = ? AND role = ?", (key, GUEST, invitation, INVITED)
            )
            return done.rowcount == 1

    def invitations(self, table: str) -> list[Key]:
        rows = self._ask("SELECT key, tab, seats FROM keys WHERE tab = ? AND role = ? ORDER BY seats", table, INVITED)
        return [Key(key, tab, tuple(json.loads(seats)), INVITED) for key, tab, seats in rows]

    # Opinions.

    def rate(self, key: str, game: str, title: str, program: str, fitness: float | None, said: dict[str, Any]) -> None:
        """One opinion for each seat's key; a second one replaces the first."""
        self._ask(
            "INSERT OR REPLACE INTO ratings VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            key, time.time(), game, title, program, fitness, said["stars"], said["again"],
            json.dumps(said["reasons"]), said["comment"],
        )  # fmt: skip

    def list_ratings(self) -> list[dict[str, Any]]:
        names = ("time", "game", "title", "program", "fitness", "stars", "again", "reasons", "comment")
        rows = self._ask(f"SELECT {', '.join(names)} FROM ratings ORDER BY time")
        found = [dict(zip(names, row, strict=True)) for row in rows]
        return [{**row, "reasons": json.loads(row["reasons"])} for row in found]

    def add_pair(self, a: str, b: str, title_a: str, title_b: str, chosen: str) -> None:
        self._ask("INSERT INTO pairs VALUES (?, ?, ?, ?, ?, ?)", time.time(), a, b, title_a, title_b, chosen)

    def list_pairs(self) -> list[dict[str, Any]]:
        names = ("time", "a", "b", "title_a", "title_b", "chosen")
        return [
            dict(zip(names, row, strict=True))
            for row in self._ask(f"SELECT {', '.join(names)} FROM pairs ORDER BY time")
        ]
