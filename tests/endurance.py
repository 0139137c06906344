"""Long trials that can be stopped and taken up again: each is cut into pieces, and a file says how many are done.

python -m tests.endurance genomes --count 10000000 --state genomes.state     # made in four ways: checked, compiled
python -m tests.endurance engines --count 100000 --state engines.state       # one short game of each on both engines
python -m tests.endurance inputs --count 100000 --state inputs.state         # spoilt genome files
python -m tests.endurance programs --count 1000000 --state programs.state    # hostile bytes; needs clang
python -m tests.endurance positions --count 100000000 --state positions.state

Killed runs are tried by `python -m tests.experiment.kills`. A piece depends on its number alone, so whatever a trial finds
can be had again: `--first N --count 1`. Only the two that use libFuzzer (`make fuzz-native`, `make fuzz-chess`) also go on
from what it has learned. The first fault ends a trial. The state tells how much of what was tried so far, too.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from darwindeck.compile.program import compile_genome
from darwindeck.errors import GenomeError
from darwindeck.evolve.random_genomes import random_genome
from darwindeck.evolve.vary import Variation
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import format_genome, known_games, load_genome, parse_genome
from darwindeck.judge.check import check

from . import fuzz_json
from .mixing import Mixer
from .reference.compare import Comparison, DifferenceError, Tally
from .reference.genomes import genome_at

Pieces = Callable[[int, int, Counter[str]], None]  # of a number and a size, and what came of it

OPERATORS = ("random", "varied", "crossed")
OPERATED = 100  # one genome in so many is made as runs make theirs, which takes twenty times as long as mixing
EXECUTED = r"number_of_executed_units: *(\d+)"  # what libFuzzer says
PLIES = 60  # of a game on both engines


# Genomes.


def try_genomes(piece: int, size: int, tally: Counter[str]) -> None:
    """Makes genomes in four ways. What passes the check must compile, and be the same game when saved and read."""
    rng, variation, mixer = random.Random(f"genomes/{piece}"), Variation(), build_mixer()
    parents = [load_genome(name) for name in known_games()]
    mixer.begin(rng)
    for number in range(size):
        kind = OPERATORS[number // OPERATED % len(OPERATORS)] if number % OPERATED == 0 else "mixed"
        child = mixer.mix(rng) if kind == "mixed" else make_genome(kind, parents, variation, rng)
        if child is None:
            tally[f"{kind}: none"] += 1
            continue
        if check(child).errors:
            tally[f"{kind}: refused"] += 1
            continue
        program = compile_genome(child).program.bytes
        assert compile_genome(parse_genome(format_genome(child))).program.bytes == program, child.genome_id
        if kind == "mixed":
            mixer.keep(child, rng)
        else:
            parents[rng.randrange(len(parents))] = child  # so that children of children come, too
        tally[f"{kind}: compiled"] += 1


@cache
def build_mixer() -> Mixer:
    return Mixer()


def make_genome(kind: str, parents: list[GameGenome], variation: Variation, rng: random.Random) -> GameGenome | None:
    if kind == "random":
        return random_genome(rng)
    if kind == "varied":
        return variation.mutate(rng.choice(parents), rng)
    return variation.cross(*rng.sample(parents, 2), rng)


def try_engines(piece: int, size: int, tally: Counter[str]) -> None:
    """Plays one game of each of these genomes on both engines, compared at every ply, and cut short after `PLIES`."""
    games = Tally()
    for number in range(piece * size, (piece + 1) * size):
        try:
            Comparison(genome_at(1, number), 1, number % 2, games, PLIES).run()
        except DifferenceError as difference:
            sys.exit(f"genome_at(1, {number}), game {number % 2}: {difference}")
    tally.update({"genomes": size, "plies": games.plies, "redeals": games.redeals})
    tally.update({f"games that ended ({ending})": count for ending, count in games.endings.items()})


# Inputs.


def try_inputs(piece: int, size: int, tally: Counter[str]) -> None:
    """Spoils genome files; each must be refused in one line or be played. A fault is written to fuzz-failure.json."""
    signal.signal(signal.SIGPROF, fuzz_json.out_of_time)
    mutator, data = build_mutator(), b""
    for number in range(size):
        chance = random.Random(f"inputs/{piece}/{number}")
        data = mutator.change(chance, data) if data and chance.random() < 0.8 else mutator.fresh(chance)
        try:
            if fuzz_json.judge_in_time(data, tally) == "refused":
                data = b""
        except Exception:
            fuzz_json.report_fault(data, Path("fuzz-failure.json"))
            raise


@cache
def build_mutator() -> fuzz_json.Mutator:
    return fuzz_json.Mutator()


def fuzz_by(target: str, words: dict[str, str]) -> Pieces:
    """Pieces of a libFuzzer target of the Makefile; what it says of itself is counted by these patterns."""

    def fuzz(piece: int, size: int, tally: Counter[str]) -> None:
        call = ["make", "--silent", target, f"RUNS={size}", f"SEED={piece + 1}"]
        done = subprocess.run(call, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        said = done.stdout.decode(errors="replace")
        found = {what: re.search(pattern, said) for what, pattern in words.items()}
        if done.returncode or not all(found.values()):
            sys.exit(f"{said}\npiece {piece} of {target} failed")
        tally.update({what: int(match[1]) for what, match in found.items() if match})

    return fuzz


# Running.


@dataclass(frozen=True)
class Trial:
    """What is tried, and how many at a time: a kill loses a piece at most."""

    size: int
    run: Pieces


TRIALS = {
    "genomes": Trial(2000, try_genomes),
    "engines": Trial(100, try_engines),
    "inputs": Trial(100, try_inputs),
    "programs": Trial(100_000, fuzz_by("fuzz-native", {"inputs": EXECUTED, "loaded": r"inputs, (\d+) loaded"})),
    "positions": Trial(1_000_000, fuzz_by("fuzz-chess", {"inputs": EXECUTED})),
}


def endure(trial: Trial, first: int, count: int, state: Path | None) -> Counter[str]:
    """Tries pieces from `first` on, or from where the state says, until so many trials were made; what came of all of them."""
    done, tally = first, Counter[str]()
    if state is not None and state.exists():
        known = json.loads(state.read_text())
        done, tally = known["pieces"], Counter(known["tally"])
    for piece in range(done, first + -(-count // trial.size)):
        trial.run(piece, trial.size, tally)
        if state is not None:
            following = state.with_suffix(".next")
            following.write_text(json.dumps({"pieces": piece + 1, "tally": dict(sorted(tally.items()))}) + "\n")
            following.replace(state)
    return tally


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("trial", choices=sorted(TRIALS))
    parser.add_argument("--count", type=int, default=1000, help="trials, in whole pieces")
    parser.add_argument("--first", type=int, default=0, help="number of the first piece")
    parser.add_argument("--state", type=Path, help="a file that keeps how many pieces are done, and what came of them")
    options = parser.parse_args()
    began = time.monotonic()
    try:
        tally = endure(TRIALS[options.trial], options.first, options.count, options.state)
    except GenomeError as error:
        sys.exit(f"a genome that was made cannot be read: {error}")
    except KeyboardInterrupt:
        sys.exit("stopped" + (f"; {options.state} says where to go on" if options.state else ""))
    print(
        ", ".join(f"{count:,} {what}" for what, count in sorted(tally.items())), f"in {time.monotonic() - began:.0f} s"
    )


if __name__ == "__main__":
    main()
