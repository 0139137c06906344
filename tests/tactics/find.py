"""Finds positions for the suite: random small deals, played on at random, kept where the best move is clear.

    PYTHONPATH=src:. .venv/bin/python -m tests.tactics.find [--size 9] [--seed 1] [--tries 160] [--out FILE]

`size` is the number of positions a family; `tries` the deals a family may use. The same seed gives the same file.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

from tests.reference.cards import card_id

from .arrangements import arrangements
from .classics import CLASSICS
from .line import Line, UnsuitableError
from .solve import MOST_ARRANGEMENTS, Solution, replay, solve, solve_among
from .suite import PATH, GenomeSpec, genome_data
from .variants import VARIANTS, Variant

SAMPLE = 8  # arrangements that a first look takes
SAMPLE_MARGIN = 0.1
SHARE_OF_TWO_OPTIONS = 0.2  # at most, of a family, so that guessing does not pay
MOST_PLIES = 80


def is_promising(lines: list[Line], rng: random.Random) -> bool:
    """A first look at a few arrangements; saves most of the work."""
    solution = solve_among(rng.sample(lines, min(SAMPLE, len(lines))), most_nodes=3_000)
    few = len(solution.best) <= max(1, len(solution.played) // 3)
    return few and solution.margin >= SAMPLE_MARGIN


def look(line: Line, rng: random.Random) -> Solution | None:
    """The solution, if this position belongs in the suite."""
    try:
        lines = arrangements(line, line.to_move, MOST_ARRANGEMENTS)
        if not is_promising(lines, rng):
            return None
        solution = solve_among(lines)
    except UnsuitableError:
        return None
    return solution if solution.is_clear else None


def play_randomly(genome: dict[str, Any], deck: list[int], rng: random.Random) -> list[int]:
    """The moves of a random game, [] if it is not one for the suite."""
    moves: list[int] = []
    try:
        line = replay(genome, deck, [])
        while not line.is_over and len(moves) < MOST_PLIES:
            moves.append(rng.choice(line.legal_moves()))
            line.apply(moves[-1])
    except UnsuitableError:
        return []
    return moves


def entry(
    name: str, spec: GenomeSpec, deck: list[str], moves: list[int], line: Line, found: Solution
) -> dict[str, Any]:
    return {
        "name": name, "genome": spec, "deck": deck, "moves": moves, "seat": line.to_move, "best": found.best,
        "values": {str(move): round(value, 6) for move, value in found.played.items()},
        "hoped_values": {str(move): round(value, 6) for move, value in found.hoped.items()},
        "random_values": {str(move): round(value, 6) for move, value in found.random.items()},
        "arrangements": found.arrangements,
    }  # fmt: skip


def try_deal(variant: Variant, rng: random.Random, least_options: int) -> dict[str, Any] | None:
    """A position of one random deal, if some ply of it is clear: the earliest of three random ones."""
    deck = variant.deck(rng)
    spec = variant.spec(deck)
    genome = genome_data(spec)
    ids = [card_id(card) for card in deck]
    played = play_randomly(genome, ids, rng)
    for ply in sorted(rng.sample(range(len(played)), min(3, len(played)))):
        line = replay(genome, ids, played[:ply])
        if len(line.legal_moves()) >= least_options and (found := look(line, rng)):
            return entry(variant.family, spec, deck, played[:ply], line, found)
    return None


def find_family(variants: list[Variant], size: int, tries: int, seed: int) -> list[dict[str, Any]]:
    family = variants[0].family
    rng = random.Random(f"{seed}/{family}")
    found: list[dict[str, Any]] = []
    twos = 0
    for attempt in range(tries):
        if len(found) == size:
            break
        least_options = 2 if twos < SHARE_OF_TWO_OPTIONS * size else 3
        position = try_deal(variants[attempt % len(variants)], rng, least_options)
        if position:
            twos += len(position["values"]) == 2
            found.append(position | {"name": f"{family}-{len(found) + 1}"})
    return found


def solve_classic(name: str, spec: GenomeSpec, deck: list[str], moves: list[int]) -> dict[str, Any]:
    line = replay(genome_data(spec), [card_id(card) for card in deck], moves)
    solution = solve(line)
    if not solution.is_clear:
        raise SystemExit(f"{name} is not clear: {solution}")
    return entry(name, spec, deck, moves, line, solution)


def write(positions: list[dict[str, Any]], path: Path) -> None:
    """One position a line, so that a diff shows which changed."""
    path.write_text("[\n" + ",\n".join(json.dumps(position) for position in positions) + "\n]\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=9)
    parser.add_argument("--tries", type=int, default=160)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="", help="one family, to try it out")
    parser.add_argument("--out", type=Path, default=PATH)
    args = parser.parse_args()
    families: dict[str, list[Variant]] = defaultdict(list)
    for variant in VARIANTS:
        families[variant.family].append(variant)
    positions = [] if args.only else [solve_classic(*classic) for classic in CLASSICS]
    print(f"{'classics':20}{len(positions):4}", file=sys.stderr)
    for family, variants in families.items():
        if args.only in ("", family):
            began = time.monotonic()
            found = find_family(variants, args.size, args.tries, args.seed)
            positions += found
            print(f"{family:20}{len(found):4}{time.monotonic() - began:8.1f} s", file=sys.stderr)
    write(positions, args.out)


if __name__ == "__main__":
    main()
