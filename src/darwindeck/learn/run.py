"""A training run: self-play, then learning from a window of its newest positions, generation after generation.

A folder holds everything: `settings.json`, `positions/` with a file a generation, `checkpoint.pt`, `network.pt` (the average
that plays), `metrics.csv` and `curve.svg`. A run that was stopped goes on from its checkpoint; positions that are missing are played anew.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from time import perf_counter
from typing import Any

import torch

from darwindeck.errors import LearnError
from darwindeck.files.write import json_bytes, write_atomic

from .checkpoints import save_network, save_state
from .curve import draw_curve
from .evaluator import TorchEvaluator
from .lessons import Lessons
from .network import ChessNetwork
from .positions import Positions
from .selfplay import SelfPlay, SelfPlayOptions, SelfPlayTally, Starts, usual_start
from .training import Trainer, TrainingOptions

SAVE_SECONDS = 60.0  # between two saves of a run that goes on


@dataclass(frozen=True)
class RunOptions:
    """What a run is; `device` and `threads` of self-play may change when it goes on."""

    blocks: int = 6
    channels: int = 64
    squeeze: int = 8
    haste: float = 0.1
    positions: int = 4096  # of a generation
    window: int = 20  # generations that are learned from
    trainings: float = 3.0  # of each position, on average; about four is the most that does good
    selfplay: SelfPlayOptions = field(default_factory=SelfPlayOptions)
    training: TrainingOptions = field(default_factory=TrainingOptions)
    seed: int = 0


class TrainingRun:
    """Opens a folder, or makes it, and goes on from where it ended."""

    def __init__(self, folder: Path, options: RunOptions, device: str = "cpu", starts: Starts = usual_start) -> None:
        self.folder, self.options, self.device = folder, options, device
        self._keep_settings()
        torch.manual_seed(options.seed)
        network = ChessNetwork(options.blocks, options.channels, options.squeeze, options.haste)
        self.trainer = Trainer(network, options.training, device)
        self.generation, self.seconds, self.total, self.learned = 0, 0.0, 0, 0.0
        self.rows: list[dict[str, float]] = []
        self.window: list[Positions] = []  # the newest generations, and the same on the device
        self.lessons: list[Lessons] = []
        self.saved = perf_counter()
        self._restore()
        self.evaluator = TorchEvaluator(self._player(), device, compile=device == "cuda")
        seeded = replace(options.selfplay, seed=options.seed + self.generation)
        self.workers = [self._worker(seeded.of_worker(number), starts) for number in range(options.selfplay.workers)]

    def _worker(self, options: SelfPlayOptions, starts: Starts) -> SelfPlay:
        evaluator = self.evaluator.twin()
        per_group = -(-options.games // options.groups)
        buffers = [evaluator.buffers(per_group) for _ in range(options.groups)]
        playing = SelfPlay(evaluator, options, starts, buffers)
        for group in range(options.groups):  # graphs are captured here, before there are threads
            evaluator.submit(playing.search.ask(group), group)
            evaluator.collect(group)
            playing.search.drop(group)
        return playing

    def _play(self) -> Positions:
        """The positions of a generation; several workers play their parts on threads."""
        if len(self.workers) == 1:
            return self.workers[0].play(self.options.positions)
        part = -(-self.options.positions // len(self.workers))
        with ThreadPoolExecutor(len(self.workers)) as pool:
            return Positions.join(list(pool.map(lambda worker: worker.play(part), self.workers)))

    def _leaves(self) -> int:
        return sum(worker.search.stats().leaves for worker in self.workers)

    def run(
        self, generations: int | None = None, seconds: float | None = None, watch: Callable[[str], None] | None = None
    ) -> None:
        """So many more generations, or until so much time has passed; a generation that was begun is finished."""
        begin, made = perf_counter(), 0
        while (generations is None or made < generations) and (seconds is None or perf_counter() - begin < seconds):
            row = self.step()
            made += 1
            if watch:
                watch(" · ".join(f"{name} {value:,.4g}" for name, value in row.items()))
            if perf_counter() - self.saved > SAVE_SECONDS:
                self.save()
        self.save()

    def step(self) -> dict[str, float]:
        """One generation: play and learn."""
        begin = perf_counter()
        leaves = self._leaves()
        for worker in self.workers:
            worker.tally = SelfPlayTally()
        new = self._play()
        played = perf_counter()
        self.generation += 1
        self._add(new)
        losses = self._learn(len(new))
        self._renew_player()
        self.seconds += perf_counter() - begin
        tally = sum((worker.tally for worker in self.workers), SelfPlayTally())
        games = max(tally.games, 1)
        row = {
            "generation": float(self.generation),
            "seconds": self.seconds,
            "positions": float(self.total),
            "steps": float(self.trainer.steps),
            "games": float(tally.games),
            "length": tally.plies / games,
            "white": tally.white / games,
            "draws": tally.draws / games,
            "leaves_per_second": (self._leaves() - leaves) / (played - begin),
            "playing": (played - begin) / (perf_counter() - begin),
            **losses,
        }
        self.rows.append(row)
        return row

    def _learn(self, new: int) -> dict[str, float]:
        """As many steps as the new positions allow, each from anywhere in the window; the mean losses."""
        self.learned += self.options.trainings * new / self.options.training.batch
        steps = int(self.learned)
        self.learned -= steps
        losses = self.trainer.learn(Lessons.join(self.lessons), steps, seed=self.generation)
        return {f"{name}_loss": value for name, value in losses.items()}

    def _add(self, new: Positions) -> None:
        self.window.append(new)
        self.lessons.append(self._lessons_of(new))
        self.total += len(new)
        del self.window[: -self.options.window], self.lessons[: -self.options.window]

    def _lessons_of(self, positions: Positions) -> Lessons:
        return Lessons.of(positions, self.options.training.opinion, self.trainer.device)

    def _player(self) -> ChessNetwork:
        player = ChessNetwork(**self.trainer.average.shape)
        player.load_state_dict(self.trainer.average.state_dict())
        return player

    def _renew_player(self) -> None:
        """In place: a graph that was captured goes on reading the same memory."""
        with torch.no_grad():
            ours, theirs = self.evaluator.network.state_dict(), self.trainer.average.state_dict()
            for name, tensor in ours.items():
                tensor.copy_(theirs[name])

    # On disk

    def save(self) -> None:
        state = self.trainer.state() | {
            "generation": self.generation,
            "seconds": self.seconds,
            "positions": self.total,
            "learned": self.learned,
        }
        self._save_positions()
        save_state(self.folder / "checkpoint.pt", state)
        save_network(self.folder / "network.pt", self.trainer.average)
        text = io.StringIO()
        names = list(dict.fromkeys(name for row in self.rows for name in row))
        writer = csv.DictWriter(text, names)
        writer.writeheader()
        writer.writerows(self.rows)
        write_atomic(self.folder / "metrics.csv", text.getvalue().encode())
        write_atomic(self.folder / "curve.svg", draw_curve(self.rows).encode())
        self.saved = perf_counter()

    def _save_positions(self) -> None:
        """Those of the window, as far as they are not on disk; older ones go."""
        first = self.generation - len(self.window) + 1
        wanted = {f"{number:06}.npz": of for number, of in enumerate(self.window, first)}
        there = {file.name: file for file in (self.folder / "positions").glob("*.npz")}
        for name in there.keys() - wanted.keys():
            there[name].unlink()
        for name in sorted(wanted.keys() - there.keys()):
            wanted[name].save(self.folder / "positions" / name)

    def _keep_settings(self) -> None:
        """A folder belongs to one run: what it learns by may not change."""
        (self.folder / "positions").mkdir(parents=True, exist_ok=True)
        path = self.folder / "settings.json"
        ours = json.loads(json_bytes(asdict(self.options)))
        if not path.exists():
            write_atomic(path, json_bytes(ours))
            return
        theirs = json.loads(path.read_text())
        for settings in (ours, theirs):
            for name in ("threads", "games", "groups", "workers"):
                settings.get("selfplay", {}).pop(name, None)
        changed = sorted(name for name in ours if ours[name] != theirs.get(name))
        if changed:
            raise LearnError(f"{path}: this run has other settings ({', '.join(changed)}); choose another folder")

    def _restore(self) -> None:
        path = self.folder / "checkpoint.pt"
        if not path.exists():
            return
        state: dict[str, Any] = torch.load(path, map_location=self.device, weights_only=True)
        self.trainer.restore(state)
        self.generation, self.seconds = state["generation"], state["seconds"]
        self.total, self.learned = state["positions"], state["learned"]
        for saved in sorted((self.folder / "positions").glob("*.npz")):
            if int(saved.stem) <= self.generation:
                self.window.append(Positions.load(saved))
            else:
                saved.unlink()  # of a generation that was never learned from
        self.lessons = [self._lessons_of(part) for part in self.window]
        metrics = self.folder / "metrics.csv"
        if metrics.exists():
            with metrics.open(newline="") as file:
                self.rows = [
                    {name: float(value) for name, value in row.items() if value} for row in csv.DictReader(file)
                ]
        self.rows = [row for row in self.rows if row["generation"] <= self.generation]
