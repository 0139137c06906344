"""Trains a network for chess on a CUDA device for some minutes, and lets it play against the heuristic now and then.

python -m tests.cuda.learn FOLDER --minutes 7
"""

from __future__ import annotations

import argparse
import json
import shutil
import time
from pathlib import Path

from darwindeck.learn.arena import openings, play_match
from darwindeck.learn.run import RunOptions, TrainingRun
from darwindeck.learn.selfplay import SelfPlayOptions
from darwindeck.learn.training import TrainingOptions
from darwindeck.search import heuristic_evaluator, uniform_evaluator

SIMULATIONS, PAIRS = 64, 64


def options(games: int, positions: int, blocks: int, channels: int, threads: int) -> RunOptions:
    return RunOptions(
        blocks=blocks,
        channels=channels,
        positions=positions,
        window=12,
        trainings=3.0,
        selfplay=SelfPlayOptions(games=games, simulations=64, quick_simulations=16, longest=300, threads=threads),
        training=TrainingOptions(batch=2048, rate=2e-3, warmup=200, average=0.995),
    )


def compare(run: TrainingRun, name: str, pairs: int, simulations: int) -> dict[str, object]:
    theirs = {"heuristic": heuristic_evaluator, "uniform": uniform_evaluator}[name]
    score = play_match(run.evaluator, theirs, openings(pairs), simulations)
    elo = [round(of) for of in score.elo()]
    found = {"seconds": round(run.seconds), "generation": run.generation, "against": name, "games": score.games,
             "simulations": simulations, "score": round(score.mean, 3), "elo": elo}  # fmt: skip
    print(json.dumps(found), flush=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=7.0)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--games", type=int, default=4096)
    parser.add_argument("--positions", type=int, default=150_000)
    parser.add_argument("--blocks", type=int, default=10)
    parser.add_argument("--channels", type=int, default=128)
    parser.add_argument("--threads", type=int, default=15)
    parser.add_argument("--match-every", type=float, default=75.0, help="seconds")
    parser.add_argument("--pairs", type=int, default=PAIRS)
    given = parser.parse_args()
    begin = matched = time.perf_counter()
    run = TrainingRun(
        given.folder, options(given.games, given.positions, given.blocks, given.channels, given.threads), given.device
    )
    matches = given.folder / "matches.jsonl"
    found = []
    while time.perf_counter() - begin < 60 * given.minutes:  # no limit: how long to train
        run.run(generations=1, watch=lambda line: print(line, flush=True))
        if time.perf_counter() - matched > given.match_every:  # no limit: how often to play
            found.append(compare(run, "heuristic", given.pairs, SIMULATIONS))
            matched = time.perf_counter()
    for name in ("heuristic", "uniform"):
        found.append(compare(run, name, 2 * given.pairs, SIMULATIONS))
    with matches.open("a") as file:
        file.writelines(json.dumps(of) + "\n" for of in found)
    shutil.rmtree(given.folder / "positions")


if __name__ == "__main__":
    main()
