"""Long trials that can be stopped and taken up again: each is cut into pieces, and a file says how many are done.

python -m tests.endurance genomes --count 10000000 --state genomes.state   # random, varied and crossed: checked, compiled
python -m tests.endurance inputs --count 100000000 --state inputs.state    # hostile inputs for the loaders

Killed runs are tried by `python -m tests.experiment.kills`, both engines by `python -m tests.reference.fuzz`. A piece
depends on its number alone, so whatever a trial finds can be had again: `--first N --count 1`. The first fault ends it.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from darwindeck.compile.program import compile_genome
from darwindeck.errors import GenomeError
from darwindeck.evolve.random_genomes import random_genome
from darwindeck.evolve.vary import Variation
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import format_genome, known_games, load_genome, parse_genome
from darwindeck.judge.check import check

from . import fuzz_json

PIECE = 100  # trials; a piece is what can be lost by a kill
KINDS = ("random", "varied", "crossed")


def try_genomes(piece: int, tally: Counter[str]) -> None:
    """Makes genomes in three ways. What passes the check must compile, and be the same game when saved and read."""
    rng, variation = random.Random(f"genomes/{piece}"), Variation()
    parents = [load_genome(name) for name in known_games()]
    for number in range(PIECE):
        kind = KINDS[number % len(KINDS)]
        child = make_genome(kind, parents, variation, rng)
        if child is None:
            tally[f"{kind}: none"] += 1
            continue
        if check(child).errors:
            tally[f"{kind}: refused"] += 1
            continue
        program = compile_genome(child).program.bytes
        assert compile_genome(parse_genome(format_genome(child))).program.bytes == program, child.genome_id
        parents[rng.randrange(len(parents))] = child  # so that children of children come, too
        tally[f"{kind}: compiled"] += 1


def make_genome(kind: str, parents: list[GameGenome], variation: Variation, rng: random.Random) -> GameGenome | None:
    if kind == "random":
        return random_genome(rng)
    if kind == "varied":
        return variation.mutate(rng.choice(parents), rng)
    return variation.cross(*rng.sample(parents, 2), rng)


def try_inputs(piece: int, tally: Counter[str]) -> None:
    """Spoils genome files; each must be refused in one line or be played. A fault is written to fuzz-failure.json."""
    signal.signal(signal.SIGPROF, fuzz_json.out_of_time)
    mutator, data = fuzz_json.Mutator(), b""
    for number in range(PIECE):
        chance = random.Random(f"inputs/{piece}/{number}")
        data = mutator.change(chance, data) if data and chance.random() < 0.8 else mutator.fresh(chance)
        try:
            if fuzz_json.judge_in_time(data, tally) == "refused":
                data = b""
        except Exception:
            fuzz_json.report_fault(data, Path("fuzz-failure.json"))
            raise


TRIALS: dict[str, Callable[[int, Counter[str]], None]] = {"genomes": try_genomes, "inputs": try_inputs}


def endure(name: str, first: int, count: int, state: Path | None) -> Counter[str]:
    """Tries pieces from `first` on, or from where the state says, until so many trials were made."""
    done = int(state.read_text()) if state is not None and state.exists() else first
    tally: Counter[str] = Counter()
    for piece in range(done, first + -(-count // PIECE)):
        TRIALS[name](piece, tally)
        if state is not None:
            following = state.with_suffix(".next")
            following.write_text(f"{piece + 1}\n")
            following.replace(state)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trial", choices=sorted(TRIALS))
    parser.add_argument("--count", type=int, default=1000, help="trials, in pieces of a hundred")
    parser.add_argument("--first", type=int, default=0, help="number of the first piece")
    parser.add_argument("--state", type=Path, help="a file that keeps how many pieces are done")
    options = parser.parse_args()
    began = time.monotonic()
    try:
        tally = endure(options.trial, options.first, options.count, options.state)
    except GenomeError as error:
        sys.exit(f"a genome that was made cannot be read: {error}")
    except KeyboardInterrupt:
        sys.exit("stopped" + (f"; {options.state} says where to go on" if options.state else ""))
    print(
        ", ".join(f"{count:,} {what}" for what, count in sorted(tally.items())), f"in {time.monotonic() - began:.0f} s"
    )


if __name__ == "__main__":
    main()
