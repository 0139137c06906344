"""Do two seeds order games alike? `python -m tests.gates.ranks --suite default known variants bred:40`.

Prints the fitness of each game with both seeds and the rank correlation (Spearman's): of all games, by fitness, in which what is rejected
has 0; and of those that pass every gate with both seeds. Known games without choices count among all.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

import numpy as np

from darwindeck.evaluate.evaluate import evaluate_many
from darwindeck.measure.evaluation import Evaluation

from .games import PLANS, find_games


def correlate(pairs: Sequence[tuple[Evaluation, Evaluation]]) -> float:
    if len(pairs) < 3:
        return float("nan")
    values = np.array([[evaluation.fitness.value for evaluation in pair] for pair in pairs])
    return float(np.corrcoef(rank(values[:, 0]), rank(values[:, 1]))[0, 1])


def rank(values: np.ndarray) -> np.ndarray:
    """The place of each value in their order; equal values share the mean of their places."""
    _, place, count = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(count) - (count - 1) / 2)[place]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", help="games, files or groups (known, rogues, variants, bred:40)")
    parser.add_argument("--seeds", type=int, nargs=2, default=(1, 2))
    parser.add_argument("--suite", default="default", choices=list(PLANS), help="how much is played")
    parser.add_argument("--profile", default="balanced")
    parser.add_argument("--threads", type=int, default=0, help="0: as many as there are processors")
    chosen = parser.parse_args()
    games = find_games(chosen.games)
    first, second = (
        evaluate_many(list(games.values()), chosen.profile, PLANS[chosen.suite], seed, chosen.threads)
        for seed in chosen.seeds
    )
    pairs = list(zip(first, second, strict=True))
    for name, pair in sorted(zip(games, pairs, strict=True), key=lambda row: -row[1][0].fitness.value):
        gates = sorted({rejection.gate for evaluation in pair for rejection in evaluation.rejected})
        print(f"{name:44} {pair[0].fitness.value:.3f} {pair[1].fitness.value:.3f}", *gates)
    passing = [pair for pair in pairs if not any(evaluation.rejected for evaluation in pair)]
    print(
        f"all: {correlate(pairs):.3f} (n = {len(pairs)}); passing every gate: {correlate(passing):.3f} (n = {len(passing)})"
    )


if __name__ == "__main__":
    main()
