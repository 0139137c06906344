"""Matches of known games beside other engines. `python -m tests.crosscheck --game hearts --games 1000 --seed 1`"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence

from . import PEERS, check_of
from .mirror import Difference

SHOWN = 3  # differences a game
PROGRESS_S = 2.0


def compare_game(game: str, games: int, seed: int, first: int) -> int:
    """Prints what was compared; returns how many matches differ."""
    check = check_of(game)
    met: Counter[str] = Counter()
    differences = 0
    begin = shown = time.monotonic()
    for index in range(first, first + games):
        try:
            met.update(check.compare(seed * 1_000_000 + index, {}))
        except Difference as difference:
            differences += 1
            if differences <= SHOWN:
                print(f"{game}, match {index}: {difference}", file=sys.stderr)
        if time.monotonic() - shown >= PROGRESS_S:  # no limit: how often progress is told
            shown = time.monotonic()
            print(f"{game}: {index - first + 1:,} of {games:,} matches, {differences:,} differences", file=sys.stderr)
    took = time.monotonic() - begin
    compared = f"{games:,} matches, {met.pop('deals', 0):,} deals, {met.pop('decisions', 0):,} decisions"
    print(f"{game} beside {PEERS[game]}: {compared}, {differences:,} differences, {took:.1f} s")
    del met["matches"]
    if met:
        print("  " + ", ".join(f"{what} {count:,}" for what, count in met.most_common()))
    return differences


def main(words: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.crosscheck", description=__doc__)
    parser.add_argument("--game", nargs="+", choices=[*PEERS], default=[*PEERS], help="all unless told")
    parser.add_argument("--games", type=int, default=100, help="matches of each game; 100 unless told")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the first match's number, to repeat one that differed")
    options = parser.parse_args(words)
    try:
        differences = [compare_game(game, options.games, options.seed, options.first) for game in options.game]
    except ModuleNotFoundError as error:
        sys.exit(f"{error.name} is not installed: make .venv/dev")
    if any(differences):
        sys.exit(1)


if __name__ == "__main__":
    main()
