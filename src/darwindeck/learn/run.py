"""A training run: self-play, then learning from a window of its newest positions, generation after generation.

A folder holds everything: `settings.json`, `positions/` with a file a generation, `checkpoint.pt`, `network.pt` (the average
that plays), `metrics.csv` and `curve.svg`. A run that was stopped goes on from its checkpoint; positions that are missing are played anew.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np
import torch

from darwindeck.errors import LearnError
from darwindeck.files.write import json_bytes, write_atomic

from .checkpoints import save_network, save_state
from .curve import draw_curve
from .evaluator import TorchEvaluator
from .network import ChessNetwork
from .positions import Positions
from .selfplay import SelfPlay, SelfPlayOptions, SelfPlayTally, Starts, usual_start
from .training import Trainer, TrainingOptions


@dataclass(frozen=True)
class RunOptions:
    """What a run is; `device` and `threads` of self-play may change when it goes on."""

    blocks: int = 6
    channels: int = 64
    squeeze: int = 8
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
        network = ChessNetwork(options.blocks, options.channels, options.squeeze)
        self.trainer = Trainer(network, options.training, device)
        self.generation, self.seconds, self.total, self.learned = 0, 0.0, 0, 0.0
        self.rows: list[dict[str, float]] = []
        self.window: list[Positions] = []
        self._restore()
        self.evaluator = TorchEvaluator(self._player(), device)
        per_group = -(-options.selfplay.games // options.selfplay.groups)
        buffers = [self.evaluator.buffers(per_group) for _ in range(options.selfplay.groups)]
        seeded = SelfPlayOptions(**asdict(options.selfplay) | {"seed": options.seed + self.generation})
        self.selfplay = SelfPlay(self.evaluator, seeded, starts, buffers)

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

    def step(self) -> dict[str, float]:
        """One generation: play, learn, save."""
        begin = perf_counter()
        self.selfplay.tally, leaves = SelfPlayTally(), self.selfplay.search.stats().leaves
        new = self.selfplay.play(self.options.positions)
        played = perf_counter()
        self.generation += 1
        new.save(self.folder / "positions" / f"{self.generation:06}.npz")
        self._add(new)
        losses = self._learn(len(new))
        self._renew_player()
        self.seconds += perf_counter() - begin
        tally, games = self.selfplay.tally, max(self.selfplay.tally.games, 1)
        row = {
            "generation": float(self.generation),
            "seconds": self.seconds,
            "positions": float(self.total),
            "steps": float(self.trainer.steps),
            "games": float(tally.games),
            "length": tally.plies / games,
            "white": tally.white / games,
            "draws": tally.draws / games,
            "leaves_per_second": (self.selfplay.search.stats().leaves - leaves) / (played - begin),
            "playing": (played - begin) / (perf_counter() - begin),
            **losses,
        }
        self.rows.append(row)
        self.save()
        return row

    def _learn(self, new: int) -> dict[str, float]:
        """As many steps as the new positions allow, each from anywhere in the window; the mean losses."""
        rng = np.random.default_rng([self.options.seed, self.generation])
        batch = self.options.training.batch
        self.learned += self.options.trainings * new / batch
        sums: dict[str, float] = {}
        steps = 0
        every = Positions.join(self.window)
        while self.learned >= 1 and len(every) >= batch:
            self.learned -= 1
            losses = self.trainer.learn(every.take(rng.integers(0, len(every), batch)))
            sums = {name: sums.get(name, 0.0) + loss for name, loss in losses.items()}
            steps += 1
        return {f"{name}_loss": value / steps for name, value in sums.items()}

    def _add(self, new: Positions) -> None:
        self.window.append(new)
        self.total += len(new)
        for old in sorted((self.folder / "positions").glob("*.npz"))[: -self.options.window]:
            old.unlink()
        del self.window[: -self.options.window]

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
        save_state(self.folder / "checkpoint.pt", state)
        save_network(self.folder / "network.pt", self.trainer.average)
        text = io.StringIO()
        names = list(dict.fromkeys(name for row in self.rows for name in row))
        writer = csv.DictWriter(text, names)
        writer.writeheader()
        writer.writerows(self.rows)
        write_atomic(self.folder / "metrics.csv", text.getvalue().encode())
        write_atomic(self.folder / "curve.svg", draw_curve(self.rows).encode())

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
            for name in ("threads", "games", "groups"):
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
        files = sorted((self.folder / "positions").glob("*.npz"))
        self.window = [Positions.load(file) for file in files if int(file.stem) <= self.generation]
        metrics = self.folder / "metrics.csv"
        if metrics.exists():
            with metrics.open(newline="") as file:
                self.rows = [
                    {name: float(value) for name, value in row.items() if value} for row in csv.DictReader(file)
                ]
        self.rows = [row for row in self.rows if row["generation"] <= self.generation]
