"""Which gates reject which games: `python -m tests.gates --seeds 5 --suite default [GAMES]`.

A table of games, by default the known ones and the rogues (tests/rogues/), which nobody would play; `games.py` says what else can be
named. Each gate says in how many of the seeds it rejected the game; the last columns are the fitness without gates, its mean and how
far the seeds lie apart. The exit status is 1 if a known game that offers choices or a variant is rejected, or a rogue is not.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence

from darwindeck.evaluate.evaluate import evaluate
from darwindeck.genome.text import known_games
from darwindeck.measure.evaluation import Evaluation
from darwindeck.measure.gates import GATES

from .games import PLANS, ROGUES, find_games
from .variants import PLAYABLE

WITHOUT_CHOICES = ("war", "beggar-my-neighbour", "old-maid")  # they are rejected, and should be
# Too little play; blind bets, for which one rule of thumb is enough.
MAY_FAIL = ("simple-poker", "betting-war")
COLUMNS = ("audit", "cohesion", *(gate.name for gate in GATES), "purpose")


def gates_of(evaluation: Evaluation) -> set[str]:
    return {rejection.gate for rejection in evaluation.rejected}


def is_misjudged(name: str, rejections: int, seeds: int) -> bool:
    """A rogue that passed once, or a good game that did not pass every time."""
    if name in ROGUES or name in WITHOUT_CHOICES:
        return rejections < seeds
    good = name in PLAYABLE or (name in known_games() and name not in MAY_FAIL)
    return good and rejections > 0


def print_row(name: str, found: Sequence[Evaluation]) -> bool:
    """One line of the table; whether the game is judged as it should be."""
    count = Counter(gate for evaluation in found for gate in gates_of(evaluation))
    rejections = sum(bool(evaluation.rejected) for evaluation in found)
    ungated = [evaluation.ungated.value for evaluation in found]
    wrong = is_misjudged(name, rejections, len(found))
    cells = [f"{count[gate] or '·':>{len(gate)}}" for gate in COLUMNS]
    spread = max(ungated) - min(ungated)
    print(
        f"{name:44}",
        *cells,
        f"{sum(ungated) / len(ungated):7.2f} {spread:6.2f}",
        "  wrong" if wrong else "",
        flush=True,
    )
    return not wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "games",
        nargs="*",
        help="games, files or groups (known, rogues, variants, bred:40); known and rogues if none is named",
    )
    parser.add_argument("--seeds", type=int, default=1, help="how many seeds")
    parser.add_argument("--suite", default="small", choices=list(PLANS), help="how much is played")
    parser.add_argument("--profile", default="balanced")
    parser.add_argument("--threads", type=int, default=0, help="0: as many as there are processors")
    chosen = parser.parse_args()
    games = find_games(chosen.games)
    print(f"{'game':44}", *COLUMNS, "fitness spread")
    right = True
    for name, genome in games.items():
        seeds = range(chosen.seeds)
        right &= print_row(
            name, [evaluate(genome, chosen.profile, PLANS[chosen.suite], seed, chosen.threads) for seed in seeds]
        )
    sys.exit(0 if right else 1)


if __name__ == "__main__":
    main()
