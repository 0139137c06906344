"""The public call: games are evolved from settings, and a gallery comes out. The command line is one of its callers."""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..evolve.elite import Elite
from .config import RuntimeConfig
from .evolution import open_run
from .experiment import Experiment
from .finals import finish
from .lab import Watch
from .settings import resolve
from .sitting import Budget
from .start import create_run


@dataclass(frozen=True)
class Evolved:
    """What came of a run: its directory, its gallery (best first), and how far it went."""

    path: Path
    games: list[Elite]
    refused: dict[str, int]  # games that were measured for the gallery and failed a gate, by gate
    generations: int  # complete ones
    is_done: bool  # False: the time was up before all generations were


class Nobody:
    """A watch that looks at nothing."""

    def generation(self, number: int, of: int, candidates: int) -> None: ...

    def stage(self, name: str, entries: int) -> None: ...

    def games(self, more: int) -> None: ...

    def finish_generation(self, summary: Mapping[str, Any]) -> None: ...

    def training(self, game: str, done: float) -> None: ...


def evolve(config: Path | None = None, watch: Watch | None = None, **settings: Any) -> Evolved:
    """Evolves games and ends with a gallery.

    `settings` are those of docs/runs.md, by name; where a name has a dot, write `**{"simulation.suite": "quick"}`. They
    count more than `config`, a YAML file, as the flags of `darwindeck run` do. Settings that have no effect raise no
    error here; `darwindeck run` warns of them.
    """
    began = time.monotonic()
    found = resolve(config, settings)
    return go_on(create_run(found.config, found.runtime), found.runtime, watch or Nobody(), began)


def go_on(experiment: Experiment, runtime: RuntimeConfig, watch: Watch, began: float) -> Evolved:
    """Runs the rest of an experiment. A time budget counts from `began`, in seconds of time.monotonic."""
    with open_run(experiment, runtime, watch, Budget(began, runtime.seconds)) as run:
        is_done = run.go_on()
        games, refused = finish(run.strategy.finalists(), run.lab, experiment) if experiment.generations else ([], {})
    return Evolved(experiment.path, games, refused, experiment.generations, is_done)
