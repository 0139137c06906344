"""Trains a network for chess on a CUDA device for some minutes, and lets it play against the heuristic now and then.

python -m tests.cuda.learn FOLDER --minutes 7
"""

from __future__ import annotations

import argparse
import json
import time
from pathlib import Path

from darwindeck.contest.sprt import Hypotheses, Sums, sprt
from darwindeck.learn.arena import openings, play_match
from darwindeck.learn.run import RunOptions, TrainingRun
from darwindeck.learn.selfplay import SelfPlayOptions, random_starts
from darwindeck.learn.training import TrainingOptions
from darwindeck.search import heuristic_evaluator, uniform_evaluator

STRONGER = Hypotheses(0, 20)  # Elo
OTHERS = {"heuristic": heuristic_evaluator, "uniform": uniform_evaluator}


def options(given: argparse.Namespace) -> RunOptions:
    return RunOptions(
        blocks=given.blocks,
        channels=given.channels,
        positions=given.positions,
        window=given.window,
        trainings=given.trainings,
        haste=given.haste,
        selfplay=SelfPlayOptions(
            games=given.games,
            simulations=given.simulations,
            quick_simulations=given.quick,
            longest=200,
            keep_cut=False,
            temperature_plies=16,
            threads=given.threads,
            workers=given.workers,
        ),
        training=TrainingOptions(batch=given.batch, rate=given.rate, warmup=300, settle=8_000, average=0.998),
    )


def compare(run: TrainingRun, name: str, pairs: int, simulations: int) -> None:
    """A match, whose result is printed and noted."""
    score = play_match(run.evaluator, OTHERS[name], openings(pairs, seed=run.generation), simulations)
    found = {"seconds": round(run.seconds), "generation": run.generation, "against": name, "games": score.games,
             "simulations": simulations, "score": round(score.mean, 3), "draws": round(score.draws, 3),
             "endings": score.endings, "elo": [round(of) for of in score.elo()], "sprt": sprt(Sums().plus(score.pairs), STRONGER, sides=2).decision}  # fmt: skip
    print(json.dumps(found), flush=True)
    with (run.folder / "matches.jsonl").open("a") as file:
        file.write(json.dumps(found) + "\n")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=7.0)
    parser.add_argument("--device", default="cuda")
    parser.add_argument("--games", type=int, default=6144)
    parser.add_argument("--positions", type=int, default=150_000)
    parser.add_argument("--window", type=int, default=20)
    parser.add_argument("--trainings", type=float, default=2.5)
    parser.add_argument("--blocks", type=int, default=8)
    parser.add_argument("--channels", type=int, default=128)
    parser.add_argument("--haste", type=float, default=0.1, help="how much less a result counts a hundred plies away")
    parser.add_argument("--thinned", type=float, default=0.2, help="share of games that begin with pieces missing")
    parser.add_argument("--simulations", type=int, default=64, help="of a full search")
    parser.add_argument("--quick", type=int, default=12, help="simulations of the others")
    parser.add_argument("--batch", type=int, default=1024)
    parser.add_argument("--rate", type=float, default=2e-3, help="of learning")
    parser.add_argument("--threads", type=int, default=15)
    parser.add_argument("--workers", type=int, default=3)
    parser.add_argument("--match-every", type=float, default=150.0, help="seconds")
    parser.add_argument("--match-simulations", type=int, default=64)
    parser.add_argument("--pairs", type=int, default=64, help="of games in a match; twice as many at the end")
    parser.add_argument("--final", nargs="*", default=["heuristic"], choices=list(OTHERS), help="played at the end")
    return parser.parse_args()


def main() -> None:
    given = arguments()
    end = time.perf_counter() + 60 * given.minutes
    run = TrainingRun(given.folder, options(given), given.device, random_starts(1, 24, given.thinned))
    while (left := end - time.perf_counter()) > 0:  # no limit: how long to train
        run.run(seconds=min(left, given.match_every), watch=lambda line: print(line, flush=True))
        if left > given.match_every:
            compare(run, "heuristic", given.pairs, given.match_simulations)
    for name in given.final:
        compare(run, name, 2 * given.pairs, given.match_simulations)


if __name__ == "__main__":
    main()
