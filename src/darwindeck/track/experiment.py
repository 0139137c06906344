"""The directory of a run. A generation appears whole or not at all; all else is derived from generations."""

from __future__ import annotations

import csv
import io
import json
import shutil
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from ..errors import GameError
from .config import RunConfig, config_bytes, load_config
from .files import json_bytes, write_atomic, write_folder

CONFIG, RUNTIME, HISTORY, LOG, FINAL = "config.yaml", "runtime.json", "metrics_history.csv", "log.jsonl", "final_best"
STATE, SUMMARY = "state.json", "summary.json"


class Experiment:
    """A run on disk: `config.yaml`, `gen_NNNN/`, `metrics_history.csv`, `log.jsonl`, `final_best/`, `runtime.json`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        if not (path / CONFIG).is_file():
            raise GameError(f"{path}: not the directory of a run (no {CONFIG})")
        self.config, self.facts = load_config(path / CONFIG)

    @classmethod
    def create(cls, output: Path, config: RunConfig, facts: Mapping[str, Any]) -> Experiment:
        """A new directory, named after the run and the time."""
        stamp = time.strftime("%Y-%m-%d-%H-%M-%S")
        for number in range(1000):
            path = output / (f"{config.name}-{stamp}" + (f"-{number}" if number else ""))
            try:
                path.mkdir(parents=True)
            except FileExistsError:
                continue
            write_atomic(path / CONFIG, config_bytes(config, facts))
            return cls(path)
        raise GameError(f"{output}: no free name for the run")

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
        path = self.folder(generation) / name
        try:
            return json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise GameError(f"{path}: {error}") from None

    def write(self, generation: int, files: Mapping[str, Any]) -> None:
        """Adds a generation: file names and their data, `state.json` and `summary.json` among them."""
        if STATE not in files or SUMMARY not in files:
            raise ValueError("a generation needs its state and its summary")
        write_folder(self.folder(generation), {name: json_bytes(data) for name, data in files.items()})
        self.refresh()

    def refresh(self) -> None:
        """Writes what is derived: the history and the log of the complete generations."""
        rows = [self.read(number, SUMMARY) for number in range(self.generations)]
        write_atomic(self.path / HISTORY, csv_bytes(rows))
        lines = [{"event": "run", **self.facts}, *({"event": "generation", **row} for row in rows)]
        write_atomic(self.path / LOG, b"".join(json.dumps(line, sort_keys=True).encode() + b"\n" for line in lines))

    def finish(self, files: Mapping[str, bytes]) -> None:
        """The gallery, once the run is over."""
        write_folder(self.path / FINAL, files)

    @property
    def is_finished(self) -> bool:
        return (self.path / FINAL).is_dir()

    def rollback_to(self, generation: int) -> None:
        """Forgets everything after that generation."""
        if not 0 <= generation < self.generations:
            raise GameError(f"{self.path}: has generations 0 to {self.generations - 1}, not {generation}")
        shutil.rmtree(self.path / FINAL, ignore_errors=True)
        for number in range(self.generations - 1, generation, -1):  # the last first: what is left is always whole
            shutil.rmtree(self.folder(number))
        self.refresh()

    def clean(self) -> None:
        """Removes what an interruption left half written."""
        for path in self.path.glob(".*.tmp"):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
        for path in sorted(self.path.glob("gen_*")):
            if path.name >= self.folder(self.generations).name:
                shutil.rmtree(path)
        self.refresh()

    def note_runtime(self, session: Mapping[str, Any]) -> None:
        """Adds how one sitting went (times, workers, speed) to the only file that may differ between equal runs."""
        path = self.path / RUNTIME
        try:
            sessions = json.loads(path.read_text(encoding="utf-8"))["sessions"]
        except (OSError, ValueError, KeyError):
            sessions = []
        write_atomic(path, json_bytes({"sessions": [*sessions, dict(session)]}))


def csv_bytes(rows: Sequence[Mapping[str, Any]]) -> bytes:
    """Rows under the names of all their columns."""
    columns = list(dict.fromkeys(name for row in rows for name in row))
    text = io.StringIO()
    writer = csv.DictWriter(text, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue().encode()
