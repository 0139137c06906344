"""Live runs: started, watched, stopped and taken up again from a page. Each is the command line in a process of its own.

What is shown is read from the run's directory, so that a run begun elsewhere can be watched, too.
"""

from __future__ import annotations

import functools
import json
import re
import signal
import subprocess
import sys
import threading
from collections import Counter, deque
from pathlib import Path
from typing import Any

import numpy as np

from ...errors import RunError
from ...experiment.experiment import Experiment
from ...report.facts import fate_of, kind_of

NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,30}")
MOST_RUNS = 2  # of this server at a time
LINES = 40  # of what a run says, kept to be shown
AXES = ("minutes", "kind", "luck", "decision_density", "interaction", "secrets", "novelty", "length")


class LiveRun:
    """A process that breeds games, and the last lines that it said."""

    def __init__(self, words: list[str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "darwindeck", *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        self.lines: deque[str] = deque(maxlen=LINES)
        self.path: Path | None = None
        self._named = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.lines.append(line.rstrip())
            if self.path is None and (found := re.match(r"(.+): \d+ generations, seed \d+$", line.rstrip())):
                self.path = Path(found[1])
                self._named.set()
        self.process.wait()
        self._named.set()

    def wait_for_name(self) -> str:
        """The name of the run's directory, once there is one; what went wrong otherwise."""
        self._named.wait()
        if self.path is None:
            raise RunError(self.lines[-1] if self.lines else "the run did not begin")
        return self.path.name

    @property
    def is_running(self) -> bool:
        return self.process.poll() is None

    def stop(self) -> None:
        """Asks the run to stop; it can be taken up again."""
        if self.is_running:
            self.process.send_signal(signal.SIGTERM)


class Breeder:
    """The runs that this server has begun."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.live: dict[str, LiveRun] = {}

    def start(self, name: str, settings: dict[str, str], files: list[Path]) -> str:
        if not NAME.fullmatch(name):
            raise RunError(f"{name!r} is no name for a run: small letters, digits and hyphens")
        words = ["run", "--name", name, "--output", str(self.folder), "--console-level", "info"]
        for option, value in settings.items():
            words += [f"--{option}", value]
        if files:
            words += ["--start", ",".join(map(str, files))]
        return self._begin(words)

    def resume(self, path: Path) -> str:
        if path.name in self.live and self.live[path.name].is_running:
            raise RunError(f"{path.name} is running already")
        return self._begin(["resume", str(path)])

    def _begin(self, words: list[str]) -> str:
        if sum(run.is_running for run in self.live.values()) >= MOST_RUNS:
            raise RunError(f"{MOST_RUNS} runs at a time are enough; stop one first")
        run = LiveRun(words)
        name = run.wait_for_name()
        self.live[name] = run
        return name

    def stop(self, name: str) -> None:
        if name in self.live:
            self.live[name].stop()

    def close(self) -> None:
        """Stops what this server has begun, and waits for it: a run ends between two files, never in one."""
        for run in self.live.values():
            run.stop()
        for run in self.live.values():
            run.process.wait()

    def state(self, path: Path) -> dict[str, Any]:
        """How a run stands, as data for its page."""
        run = self.live.get(path.name)
        experiment = Experiment(path)
        done = experiment.generations
        generations = [read_generation(experiment.folder(number)) for number in range(done)]
        fates = sum((Counter(each["fates"]) for each in generations), Counter[str]())
        columns = [dict(each["fates"]) for each in generations]
        kept = generations[-1]["kept"] if generations else []
        return {
            "name": path.name,
            "running": run is not None and run.is_running,
            "finished": experiment.is_finished,
            "generations": [{key: value for key, value in each.items() if key not in ("fates", "kept")} for each in generations],
            "planned": experiment.config.generations,
            "fates": fates.most_common(),
            "columns": columns,
            "kept": kept,
            "axes": [axis for axis in AXES if any(axis in game["at"] for game in kept)],
            "lines": list(run.lines)[-8:] if run is not None else [],
        }  # fmt: skip


@functools.lru_cache(maxsize=4000)
def read_generation(folder: Path) -> dict[str, Any]:
    """What a complete generation found; its files never change."""
    summary = json.loads((folder / "summary.json").read_bytes())
    members = json.loads((folder / "fitness.json").read_bytes())
    evaluations = json.loads((folder / "evaluations.json").read_bytes())
    means = [member["mean"] for member in members] or [0.0]
    low, median, high = (float(value) for value in np.quantile(means, (0.25, 0.5, 0.75)))
    return {
        "best": summary["best"], "low": low, "median": median, "high": high,
        "candidates": summary["candidates"], "playable": summary["playable"], "members": summary["members"],
        "fates": Counter(fate_of(found) for found in evaluations),
        "kept": [
            {"id": member["genome_id"], "fitness": member["mean"], "at": place_of(member["descriptors"])}
            for member in members
        ],
    }  # fmt: skip


def place_of(descriptors: dict[str, float]) -> dict[str, float | str]:
    """Where a game lies in the map of games kept, as far as that is known."""
    values: dict[str, float | str] = {"kind": kind_of(descriptors), **descriptors}
    return {axis: values[axis] for axis in AXES if values.get(axis, "") != ""}
