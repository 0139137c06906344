"""The games that can be shown: known ones, galleries of runs, and those that people made here.

A game is found by looking its id up in what is there. No path is ever made of what a browser sent.
"""

from __future__ import annotations

import functools
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec

from ...errors import DarwinDeckError
from ...experiment.experiment import Experiment, read_json
from ...explain.pitch import find_like, write_pitch
from ...files.read import read_document
from ...genome.genome import GameGenome
from ...genome.text import invented_games, known_games, load_genome, parse_genome
from ...play.rulebooks import game_title
from .store import Store

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,120}")
KNOWN, COLLECTED, RUN, MADE, KEPT = "known", "collection", "run", "made", "kept"


@dataclass(frozen=True)
class Shown:
    """A game as the site shows it. `row` is what a run's gallery tells of it, empty elsewhere."""

    key: str  # known/hearts, collection/quiet-fox, run/RUN/01-quick-hound, made/ID, kept/RUN/ID
    genome: GameGenome
    row: Mapping[str, Any] = field(default_factory=dict)

    @property
    def title(self) -> str:
        return game_title(self.genome)

    @property
    def kind(self) -> str:
        return self.key.partition("/")[0]

    @property
    def source(self) -> str:
        kind, _, rest = self.key.partition("/")
        return {
            KNOWN: "known game",
            COLLECTED: "invented",
            RUN: f"invented in {rest.partition('/')[0]}",
            MADE: "made here",
            KEPT: f"bred in {rest.partition('/')[0]}",
        }[kind]

    @property
    def pitch(self) -> str:
        """What the game is, in a few words: its description, or how it differs from the known game that is nearest."""
        return str(self.row.get("pitch") or self.genome.description) or pitch_of(self.genome)

    @property
    def nearest(self) -> str:
        """The title of the known game that is nearest, of those of its kind."""
        return nearest_title(self.genome)

    @property
    def seat_counts(self) -> list[int]:
        return sorted({self.genome.player_count, *self.genome.player_counts})


class Library:
    def __init__(self, runs: Path, store: Store) -> None:
        self.runs, self.store = runs, store

    def list_games(self) -> list[Shown]:
        """The collection first; then what runs have found, best first in each; then those made here; then the known ones."""
        return [*list_collected(), *self._list_invented(), *self._list_made(), *list_known()]

    def find(self, key: str) -> Shown | None:
        if key.startswith(f"{MADE}/"):
            text = self.store.read_game(key.removeprefix(f"{MADE}/"))
            return None if text is None else Shown(key, parse_genome(text, key))
        if key.startswith(f"{KEPT}/"):
            return self._find_kept(*key.split("/")[1:]) if key.count("/") == 2 else None
        shelves: dict[str, Callable[[], Iterable[Shown]]] = {
            KNOWN: list_known,
            COLLECTED: list_collected,
            RUN: self._list_invented,
        }
        games = shelves.get(key.partition("/")[0], tuple)()
        return next((game for game in games if game.key == key), None)

    def list_runs(self) -> list[Path]:
        """Directories of runs, the newest first; links that lead out of the folder are not followed."""
        root = self.runs.resolve()
        if not root.is_dir():
            return []
        found = [
            path
            for path in root.iterdir()
            if NAME.fullmatch(path.name) and path.resolve().parent == root and (path / "config.yaml").is_file()
        ]
        return sorted(found, key=lambda path: ((path / "config.yaml").stat().st_mtime_ns, path.name), reverse=True)

    def find_run(self, name: str) -> Path | None:
        return next((path for path in self.list_runs() if path.name == name), None)

    def _find_kept(self, run: str, name: str) -> Shown | None:
        """A game that a run has kept in its last complete generation."""
        path = self.find_run(run)
        done = Experiment(path).generations if path is not None else 0
        if path is None or not done:
            return None
        games = read_json(Experiment(path).folder(done - 1) / "population.json")
        found = next((game for game in games if game["genome_id"] == name), None)
        return None if found is None else Shown(f"{KEPT}/{run}/{name}", parse_genome(json.dumps(found), name))

    def _list_invented(self) -> Iterator[Shown]:
        for run in self.list_runs():
            listing = run / "gallery" / "gallery.json"
            if listing.is_file():
                yield from read_gallery(run, listing.stat().st_mtime_ns)

    def _list_made(self) -> Iterator[Shown]:
        for name, text in self.store.list_games():
            yield Shown(f"{MADE}/{name}", parse_genome(text, name))


@functools.lru_cache(maxsize=1)
def list_known() -> tuple[Shown, ...]:
    return tuple(Shown(f"{KNOWN}/{name}", load_genome(name)) for name in known_games())


@functools.lru_cache(maxsize=1)
def list_collected() -> tuple[Shown, ...]:
    """The games that the program invented and that come with it."""
    return tuple(Shown(f"{COLLECTED}/{name}", load_genome(name)) for name in invented_games())


@functools.lru_cache(maxsize=200)
def read_gallery(run: Path, changed: int) -> tuple[Shown, ...]:
    """The games of a run; one whose files are damaged or lead elsewhere is left out. `changed` is the age of what was read."""
    gallery = run / "gallery"
    try:
        rows = json.loads(read_document(gallery / "gallery.json"))
    except (OSError, ValueError, DarwinDeckError):
        return ()
    found = []
    files = [path for path in sorted(gallery.glob("[0-9]*.json")) if path.resolve().parent == gallery.resolve()]
    for path, row in zip(files, rows if isinstance(rows, list) else [], strict=False):
        try:
            genome = load_genome(path)
        except DarwinDeckError:
            continue
        if NAME.fullmatch(path.stem) and isinstance(row, dict):
            found.append(Shown(f"{RUN}/{run.name}/{path.stem}", genome, row))
    return tuple(found)


def nearest_title(genome: GameGenome) -> str:
    return _find_words(msgspec.json.encode(genome))[0]


def pitch_of(genome: GameGenome) -> str:
    return _find_words(msgspec.json.encode(genome))[1]


@functools.lru_cache(maxsize=1000)
def _find_words(genome: bytes) -> tuple[str, str]:
    """The title of the nearest known game, and the pitch; both take milliseconds, and are asked for again and again."""
    game = parse_genome(genome)
    return load_genome(find_like(game).name).name, write_pitch(game)
