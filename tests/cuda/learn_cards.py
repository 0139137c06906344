"""Trains card games on a CUDA device, several at once; tests.cuda.play_cards then plays what was learned.

python3 -m tests.cuda.learn_cards --out FOLDER --minutes 2 --at-once 5 whist hearts whist.wide …

What follows a point is a variant of the settings; the file has it in its name, too.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from darwindeck import Game, load_genome
from darwindeck.engine.learned import load_learned
from darwindeck.learn.cards.ppo import LessonPlan
from darwindeck.learn.cards.run import CardRun, CardTraining
from darwindeck.simulate.vector import VectorGames

ROOT = Path(__file__).parents[2]
VARIANTS: dict[str, dict[str, Any]] = {"wide": {"width": 512}, "even": {"pace": LessonPlan(magnet=(0.05, 0.02))}}


def find(name: str) -> Game:
    """A file, or a known or invented game of this repository."""
    places = [ROOT / "games" / f"{name}.json", ROOT / "games" / "invented" / f"{name}.json"]
    return Game(load_genome(name if name.endswith(".json") else str(next(of for of in places if of.exists()))))


def train(name: str, args: argparse.Namespace) -> None:
    """One game, in this process."""
    settings = CardTraining(minutes=args.minutes, device=args.device, threads=args.threads, seed=args.seed,
                            games=args.games, batch=args.batch, steps=args.steps, passes=args.passes,
                            graphs=not args.no_graphs, width=args.width,
                            pace=LessonPlan(magnet=tuple(args.magnet)) if args.magnet else None)  # fmt: skip
    game, _, variant = name.removesuffix(".json").partition(".")
    label = Path(name).name.removesuffix(".json")
    settings = replace(settings, **VARIANTS[variant]) if variant else settings
    start = args.start / f"{label}.safetensors" if args.start else None
    goes_on = start is not None and start.exists()
    run = CardRun(find(f"{game}.json" if name.endswith(".json") else game), settings, start if goes_on else None)
    if goes_on:
        run.pace = replace(run.pace, rate=(4e-4, 4e-5))  # it has learned already
    path = args.out / f"{label}.safetensors"
    run.run(path, lambda line: print(label, line, flush=True))
    told = {"game": label, "decisions": run.decisions, "seconds": round(run.seconds, 1), "updates": run.learned,
            "rate": round(run.decisions / run.seconds), "core_differs_by": compare(run, path)}  # fmt: skip
    print(json.dumps(told), flush=True)


def compare(run: Any, path: Path) -> float:
    """The largest difference of a logit between torch and the core, at some leaves."""
    import numpy as np
    import torch

    games = VectorGames(run.game, 50, seed=3, groups=1)
    steps = games.ask()
    network, player = load_learned(path).build(), run.player.float()
    read = player.reader(torch.from_numpy(steps.packed.view(np.uint8)).to(run.device), torch.float32)
    logits = player(read)[0].detach().cpu().numpy()
    worst = 0.0
    for row in range(50):
        actions = steps.actions[steps.offsets[row] : steps.offsets[row + 1]]
        theirs, _ = network.judge(steps.packed[row], actions.tolist())
        worst = max(worst, float(np.abs(np.array(theirs) - logits[row, actions]).max()))
    return worst


def train_all(args: argparse.Namespace) -> None:
    """Each game in a process of its own, so many at once."""
    waiting, running = list(args.names), []
    while waiting or running:
        while waiting and len(running) < args.at_once:
            name = waiting.pop(0)
            command = [sys.executable, "-m", "tests.cuda.learn_cards", *sys.argv[1:], "--one", name]
            running.append(subprocess.Popen(command, env=os.environ | {"OMP_NUM_THREADS": "1"}))
        running[0].wait()
        running = [process for process in running if process.poll() is None]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="+")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--start", type=Path, help="a folder of players to go on from")
    parser.add_argument("--minutes", type=float, default=2)
    parser.add_argument("--at-once", type=int, default=5)
    parser.add_argument("--threads", type=int, default=3)
    parser.add_argument("--games", type=int, default=0)
    parser.add_argument("--batch", type=int, default=0)
    parser.add_argument("--steps", type=int, default=16)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--passes", type=int, default=3)
    parser.add_argument("--magnet", type=float, nargs=2)
    parser.add_argument("--width", type=int, default=0)
    parser.add_argument("--no-graphs", action="store_true")
    parser.add_argument("--one")
    args = parser.parse_args()
    if args.one:
        train(args.one, args)
        return
    train_all(args)


if __name__ == "__main__":
    main()
