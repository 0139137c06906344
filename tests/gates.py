"""Which gates reject which games: `python -m tests.gates --seeds 5 --suite default`.

A table of the known games and of the rogues, games nobody would play (tests/rogues/). Each gate says in how many of the seeds it
rejected the game; the last columns are the fitness without gates, its mean and how far the seeds lie apart. The exit status is 1
if a known game that offers choices is rejected, or a rogue is not.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from darwindeck import load_genome
from darwindeck.evaluate.evaluate import evaluate_many
from darwindeck.evaluate.plan import SUITES, Suite
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import known_games
from darwindeck.measure.evaluation import Evaluation
from darwindeck.measure.gates import GATES

ROGUES: Mapping[str, Path] = {path.stem: path for path in sorted((Path(__file__).parent / "rogues").glob("*.json"))}
WITHOUT_CHOICES = ("war", "beggar-my-neighbour", "old-maid")  # they are rejected, and should be
MAY_FAIL = ("simple-poker", "betting-war")  # too little play; blind bets, for which one rule of thumb is enough
COLUMNS = ("audit", "cohesion", *(gate.name for gate in GATES), "purpose")
# Enough to be sure of what is plain. The dearest duels are left out: no gate needs them.
SMALL = replace(
    SUITES["default"],
    name="small",
    random=60,
    greedy=40,
    search=16,
    duel=80,
    seconds=0.2,
    stages=("gate", "pilot", "play", "thumb", "search"),
    duels=tuple(pairing for pairing in SUITES["default"].duels if pairing.a in ("greedy", "search")),
)


def find_games(names: Sequence[str]) -> dict[str, GameGenome]:
    """The games of these names, rogues among them; all known games and all rogues if there are none."""
    every = names or [*sorted(known_games()), *ROGUES]
    return {name: load_genome(ROGUES.get(name, name)) for name in every}


def gates_of(evaluation: Evaluation) -> set[str]:
    return {rejection.gate for rejection in evaluation.rejected}


def is_misjudged(name: str, rejections: int, seeds: int) -> bool:
    """A rogue that passed once, or a good game that did not pass every time."""
    if name in ROGUES or name in WITHOUT_CHOICES:
        return rejections < seeds
    return name not in MAY_FAIL and rejections > 0


def print_row(name: str, found: Sequence[Evaluation]) -> bool:
    """One line of the table; whether the game is judged as it should be."""
    count = Counter(gate for evaluation in found for gate in gates_of(evaluation))
    rejections = sum(bool(evaluation.rejected) for evaluation in found)
    ungated = [evaluation.ungated.value for evaluation in found]
    wrong = is_misjudged(name, rejections, len(found))
    cells = [f"{count[gate] or '·':>{len(gate)}}" for gate in COLUMNS]
    spread = max(ungated) - min(ungated)
    print(f"{name:21}", *cells, f"{sum(ungated) / len(ungated):7.2f} {spread:6.2f}", "  wrong" if wrong else "")
    return not wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="known games or rogues; all of both if none is named")
    parser.add_argument("--seeds", type=int, default=1, help="how many seeds")
    parser.add_argument("--suite", default="small", choices=["small", *SUITES], help="how much is played")
    parser.add_argument("--profile", default="balanced")
    parser.add_argument("--threads", type=int, default=0, help="0: as many as there are processors")
    chosen = parser.parse_args()
    games = find_games(chosen.games)
    suite: Suite = SMALL if chosen.suite == "small" else SUITES[chosen.suite]
    by_seed = [
        evaluate_many(list(games.values()), chosen.profile, suite, seed, chosen.threads) for seed in range(chosen.seeds)
    ]
    print(f"{'game':21}", *COLUMNS, "fitness spread")
    right = [print_row(name, [found[place] for found in by_seed]) for place, name in enumerate(games)]
    sys.exit(0 if all(right) else 1)


if __name__ == "__main__":
    main()
