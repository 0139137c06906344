"""Differential fuzzing: random (or known) games on both engines, compared at every ply.

python -m tests.reference.fuzz --genomes 500 --seed 1 [--games 4] [--known]
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .compare import Comparison, DifferenceError, Tally
from .shrink import shrink

GENOMES_FOR_COVERAGE = 500


def main() -> int:
    options = parse_options()
    started = time.monotonic()
    tally = Tally()
    for genome in genomes(options):
        found = first_failure(genome, options, tally)
        if found:
            report_failure(genome, found, options)
            return 1
        tally.genomes += 1
        print(f"\r{tally.genomes} genomes, {tally.plies} plies", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    missing = report_success(tally, time.monotonic() - started)
    must_cover = options.genomes >= GENOMES_FOR_COVERAGE and not (options.known or options.no_coverage)
    return 1 if missing and must_cover else 0


def parse_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.reference.fuzz", description=__doc__)
    parser.add_argument("--genomes", type=int, default=100, help="how many random genomes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=2, help="games of each genome, every second from a stacked deck")
    parser.add_argument("--plies", type=int, default=1500, help="compare at most so many plies of a game")
    parser.add_argument("--known", action="store_true", help="the shipped games at every player count instead")
    parser.add_argument("--no-coverage", action="store_true", help="do not fail when an op was never executed")
    parser.add_argument("--out", type=Path, default=Path("fuzz-failure.json"), help="where to write a failure")
    return parser.parse_args()


def genomes(options: argparse.Namespace) -> Iterator[Any]:
    if options.known:
        yield from known_genomes()
        return
    from .genomes import genome_at

    for number in range(options.genomes):
        yield genome_at(options.seed, number)


def known_genomes() -> Iterator[Any]:
    import darwindeck

    for name in darwindeck.known_games():
        genome = darwindeck.load_genome(name)
        for players in genome.player_counts or (genome.player_count,):
            yield darwindeck.load_genome(name, players=players)


def first_failure(genome: Any, options: argparse.Namespace, tally: Tally) -> tuple[int, DifferenceError] | None:
    """The first game (its index) of this genome in which the engines differ, and how."""
    for index in range(options.games):
        try:
            Comparison(genome, options.seed, index, tally, options.plies).run()
        except DifferenceError as difference:
            return index, difference
    return None


def report_failure(genome: Any, found: tuple[int, DifferenceError], options: argparse.Namespace) -> None:
    from darwindeck.genome.text import format_genome

    print(f"\nA difference: {found[1]} Shrinking …", file=sys.stderr)

    def fails_alike(simpler: Any) -> bool:
        failure = first_failure(simpler, options, Tally())
        return failure is not None and failure[1].kind == found[1].kind

    small = shrink(genome, fails_alike)
    index, difference = first_failure(small, options, Tally()) or found
    failure = {
        "seed": options.seed,
        "index": index,
        "deck": Comparison(small, options.seed, index, Tally(), options.plies).deck,
        "moves": difference.moves,
        "path": difference.what,
        "engine": difference.engine,
        "reference": difference.reference,
        "genome": json.loads(format_genome(small)),
        "original": json.loads(format_genome(genome)),
    }
    options.out.write_text(json.dumps(failure, indent=1, default=str) + "\n")
    phases = [type(phase).__name__ for phase in (*small.turn_structure.opening, *small.turn_structure.phases)]
    print(
        f"The engines differ on a genome of {small.player_count} players with {', '.join(phases)} "
        f"(seed {options.seed}, game {index}). {difference} The shrunken genome and the moves are in {options.out}."
    )


def report_success(tally: Tally, elapsed: float) -> list[str]:
    """Prints what was compared; the ops never executed."""
    from darwindeck._core import OP_NAMES

    missing = sorted(set(OP_NAMES) - tally.ops)
    endings = ", ".join(f"{kind} {count / tally.games:.0%}" for kind, count in tally.endings.most_common())
    print(f"{tally.genomes} genomes, {tally.games} games")
    print(f"{tally.plies} plies compared, {tally.redeals} redeals checked")
    print(f"ops executed: {len(OP_NAMES) - len(missing)} of {len(OP_NAMES)}")
    if missing:
        print(f"never executed: {' '.join(missing)}")
    print(f"endings: {endings or 'none'}")
    print(f"elapsed: {elapsed:.1f} s")
    return missing


if __name__ == "__main__":
    sys.exit(main())
