"""The directory of a run. A generation appears whole or not at all; all else is derived from generations."""

from __future__ import annotations

import csv
import gzip
import io
import json
import shutil
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from ..errors import RunError
from ..files.write import json_bytes, write_atomic, write_folder
from .config import RunConfig, config_bytes, effective_settings, load_config

CONFIG, RUNTIME, HISTORY, LOG = "config.yaml", "runtime.json", "metrics_history.csv", "log.jsonl"
START, GALLERY, FINAL = "start.json.gz", "gallery", "final_best"
STATE, SUMMARY = "state.json.gz", "summary.json"  # in each generation's folder, with others
FIRST = ("generation", "place", "name", "genome_id")  # columns of tables
LEVELS = ("debug", "info", "warning")


class Experiment:
    """A run on disk: `config.yaml`, `gen_NNNN/`, `metrics_history.csv`, `log.jsonl`, `gallery/`, `final_best/`, `runtime.json`."""

    def __init__(self, path: Path) -> None:
        """Reads a run's directory, or the newest run in a directory of runs."""
        self.path = path if (path / CONFIG).is_file() else newest_run(path)
        self.config, self.facts = load_config(self.path / CONFIG)
        self._told: list[tuple[Any, bytes]] = []  # summary and log of each generation, read once

    @classmethod
    def create(cls, output: Path, config: RunConfig, facts: Mapping[str, Any], start: Any) -> Experiment:
        """A new directory, named after the run and the time, with the state the run starts from."""
        stamp = time.strftime("%Y-%m-%d-%H-%M-%S")
        for number in range(1000):
            path = output / (f"{config.name}-{stamp}" + (f"-{number}" if number else ""))
            try:
                path.mkdir(parents=True)
            except FileExistsError:
                continue
            write_atomic(path / START, zip_json(start))
            write_atomic(path / CONFIG, config_bytes(config, facts))
            return cls(path)
        raise RunError(f"{output}: no free name for the run")

    @property
    def generations(self) -> int:
        """How many generations are complete, from the first on."""
        number = 0
        while (self.folder(number) / STATE).is_file():
            number += 1
        return number

    def folder(self, generation: int) -> Path:
        return self.path / f"gen_{generation:04d}"

    def read(self, generation: int, name: str) -> Any:
        """One JSON file of a generation."""
        return read_json(self.folder(generation) / name)

    def start(self) -> Any:
        """The state that the run started from."""
        return read_json(self.path / START)

    def state(self) -> Any:
        """The state after the last complete generation, or at the start."""
        done = self.generations
        return read_json(self.folder(done - 1) / STATE) if done else self.start()

    @contextmanager
    def suggest_rollback(self) -> Iterator[None]:
        """Turns a state that cannot be used into an error that says how to go on without it."""
        last = self.generations - 1
        place = self.folder(last) / STATE if last >= 0 else self.path / START
        try:
            with report_damage(place):
                yield
        except RunError as error:
            if last < 1:
                raise
            way = f"darwindeck resume {self.path} --rollback-to {last - 1}"
            raise RunError(f"{error} (go on from an earlier generation with: {way})") from None

    def write(self, generation: int, files: Mapping[str, bytes], events: Sequence[Mapping[str, Any]]) -> None:
        """Adds a generation: its files, a state and a summary among them, and what the log says of it."""
        if STATE not in files or SUMMARY not in files:
            raise ValueError("a generation needs its state and its summary")
        write_folder(self.folder(generation), {**files, LOG: self.lines(events)})
        self.refresh()

    def lines(self, events: Iterable[Mapping[str, Any]]) -> bytes:
        """Events of the log's level and above, a line each."""
        least = LEVELS.index(self.config.log_level)
        kept = [event for event in events if LEVELS.index(event["level"]) >= least]
        return b"".join(json.dumps(event, sort_keys=True).encode() + b"\n" for event in kept)

    def refresh(self, events: Sequence[Mapping[str, Any]] = ()) -> None:
        """Writes what is derived: the history and the log of the complete generations, and of what followed them."""
        done = self.generations
        for number in range(len(self._told), done):
            self._told.append((self.read(number, SUMMARY), (self.folder(number) / LOG).read_bytes()))
        del self._told[done:]
        write_atomic(self.path / HISTORY, csv_bytes([summary for summary, _ in self._told]))
        facts = {name: value for name, value in self.facts.items() if name != "profile_text"}
        first = {"level": "info", "event": "run", "settings": effective_settings(self.config), **facts}
        lines = [self.lines([first]), *(log for _, log in self._told), self.lines(events)]
        write_atomic(self.path / LOG, b"".join(lines))

    def finish(
        self, gallery: Mapping[str, bytes], best: Mapping[str, bytes], events: Sequence[Mapping[str, Any]]
    ) -> None:
        """The games the run ends with, and the best of them."""
        self.refresh(events)
        write_folder(self.path / GALLERY, gallery)
        write_folder(self.path / FINAL, best)

    @property
    def is_finished(self) -> bool:
        return (self.path / FINAL).is_dir()

    def rollback_to(self, generation: int) -> None:
        """Forgets everything after that generation."""
        if not 0 <= generation < self.generations:
            raise RunError(f"{self.path}: has generations 0 to {self.generations - 1}, not {generation}")
        self.reopen()
        for number in range(self.generations - 1, generation, -1):  # the last first: what is left is always whole
            shutil.rmtree(self.folder(number))
        self.refresh()

    def extend(self, generations: int) -> None:
        """Plans another number of generations, which must not be fewer than there are."""
        if generations < self.generations:
            raise RunError(f"{self.path}: has {self.generations} generations already (--rollback-to forgets some)")
        if generations != self.config.generations:
            self.config = msgspec.structs.replace(self.config, generations=generations)
            self.reopen()
            write_atomic(self.path / CONFIG, config_bytes(self.config, self.facts))

    def reopen(self) -> None:
        """Forgets the end, so that the run can go on."""
        for name in (FINAL, GALLERY):
            shutil.rmtree(self.path / name, ignore_errors=True)

    def clean(self) -> None:
        """Removes what an interruption left half written."""
        for path in self.path.glob(".*.tmp"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for path in sorted(self.path.glob("gen_*")):
            if path.name >= self.folder(self.generations).name:
                shutil.rmtree(path)
        if not self.is_finished:
            self.reopen()
            self.refresh()

    def note_runtime(self, session: Mapping[str, Any]) -> None:
        """Adds how one sitting went (times, workers, speed) to the only file that may differ between equal runs."""
        path = self.path / RUNTIME
        try:
            sessions = json.loads(path.read_text(encoding="utf-8"))["sessions"]
        except (OSError, ValueError, KeyError):
            sessions = []
        write_atomic(path, json_bytes({"sessions": [*sessions, dict(session)]}))


def newest_run(path: Path) -> Path:
    """The run in a directory of runs that began last; one without a generation only if no run has any."""
    runs = [config.parent for config in path.glob(f"*/{CONFIG}") if (config.parent / START).is_file()]
    if not runs:
        raise RunError(f"{path}: not the directory of a run (no {CONFIG})")
    return max(runs, key=lambda run: ((run / "gen_0000" / STATE).is_file(), (run / START).stat().st_mtime_ns))


def read_json(path: Path) -> Any:
    """A JSON file, zipped or not."""
    try:
        data = path.read_bytes()
        return json.loads(gzip.decompress(data) if path.suffix == ".gz" else data)
    except (OSError, ValueError, EOFError, zlib.error) as error:
        raise RunError(f"{path}: {error}") from None


@contextmanager
def report_damage(path: Path) -> Iterator[None]:
    """Turns files of a run that do not have the shape we gave them into an error that names the place."""
    try:
        yield
    except (KeyError, TypeError, ValueError, LookupError, AttributeError) as error:
        raise RunError(f"{path}: damaged: {type(error).__name__}: {error}") from error


def zip_json(data: Any) -> bytes:
    """JSON, compressed; the same data are the same bytes."""
    return gzip.compress(json_bytes(data), 6, mtime=0)


def csv_bytes(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Rows under the names of all their columns."""
    columns = sorted(dict.fromkeys(name for row in rows for name in row), key=lambda name: name not in FIRST)
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()
