"""Fuzzing the JSON reader: spoilt genomes are refused in one line, found faulty by `check`, or compile and play.

python -m tests.fuzz_json --runs 10000 --seed 1 [--guided] [--replay FILE]

--guided lets atheris (from PyPI) choose what to change next by the coverage of our Python code.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import random
import signal
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

PLIES = 100
SECONDS = 20  # of the processor's time for one input; more is a fault
RANDOM_SEEDS = 100  # genomes beside the known games
NUMBERS = (
    -1,
    0,
    1,
    2,
    3,
    7,
    8,
    13,
    52,
    53,
    255,
    256,
    20000,
    65535,
    2**31 - 1,
    2**31,
    2**63,
    2**64,
    -(2**63),
    10**30,
    0.5,
    1e308,
)
SCALARS = (None, True, False, "", "A", "AS", "10H", "*", "é", "\n", "\0", "x" * 500, [], {}, *NUMBERS)
TOKENS = [token.encode() for token in (
    "{", "}", "[", "]", ",", ":", '"', "null", "true", "1e999", "-", "-0", "NaN", "Infinity", "1E400", "0x10", "\\", "\\u0000",
    "\\ud800", '"type":', "/*", "\ufeff", '{"":{}}', "9" * 400, "[" * 3000, '{"a":' * 3000, " " * 2000)]  # fmt: skip
TOKENS += [b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\x00"]


class FaultError(Exception):
    """A promise was broken."""


# Changes. A genome as text is changed as text or as a tree; values wander between genomes where their keys agree.


class Mutator:
    def __init__(self) -> None:
        from darwindeck.evolve.random_genomes import random_genome
        from darwindeck.genome.text import format_genome

        from .reference.fuzz import known_genomes

        genomes = [*known_genomes(), *(random_genome(random.Random(number)) for number in range(RANDOM_SEEDS))]
        self.trees = [json.loads(format_genome(genome)) for genome in genomes]
        self.by_key: dict[str, list[Any]] = {}
        for tree in self.trees:
            for key, holder, place in places(tree):
                self.by_key.setdefault(key, []).append(holder[place])

    def fresh(self, chance: random.Random) -> bytes:
        """A new input: a seed, changed."""
        text = json.dumps(chance.choice(self.trees)).encode()
        return self.change(chance, text)

    def change(self, chance: random.Random, text: bytes) -> bytes:
        if chance.random() < 0.15:
            return self.change_text(chance, text)
        try:
            tree = json.loads(text)
        except (ValueError, RecursionError):
            return self.change_text(chance, text)
        for _ in range(chance.choice((1, 1, 1, 2, 3, 5))):
            self.change_tree(chance, tree)
        try:
            return json.dumps(tree).encode()
        except RecursionError:
            return text

    def change_tree(self, chance: random.Random, tree: Any) -> None:
        found = list(places(tree))
        if not found:
            return
        key, holder, place = chance.choice(found)
        value = holder[place]
        alike = self.by_key.get(key, [None])
        match max(0, chance.randrange(15) - 9):
            case 0:  # most often: what another genome has there
                holder[place] = copied(chance.choice(alike))
            case 1 if isinstance(value, (int, float)):
                holder[place] = value + chance.choice((-1, 1, 10, -10))
            case 2 if isinstance(value, list):
                value.insert(chance.randint(0, len(value)), copied(chance.choice(value or [None])))
            case 3:
                del holder[place]
            case 4 if isinstance(value, dict):
                value[chance.choice([*self.by_key, "unknown"])] = copied(chance.choice(SCALARS))
            case _:
                holder[place] = copied(chance.choice(SCALARS))

    def change_text(self, chance: random.Random, text: bytes) -> bytes:
        spoilt = bytearray(text)
        for _ in range(chance.choice((1, 1, 2, 4))):
            start = chance.randint(0, len(spoilt))
            end = min(len(spoilt), start + chance.choice((0, 0, 1, 4, 40)))
            match chance.randrange(6):
                case 0:
                    spoilt[start:end] = chance.choice(TOKENS)
                case 1:
                    spoilt[start:end] = chance.randbytes(chance.randint(1, 8))
                case 2:
                    del spoilt[start:end]
                case 3:
                    spoilt[start:start] = spoilt[start:end] * chance.choice((1, 2, 50))
                case 4:
                    del spoilt[start:]
                case _ if start < len(spoilt):
                    spoilt[start] ^= 1 << chance.randrange(8)
        return bytes(spoilt)


def places(tree: Any, key: str = "") -> Any:
    """Every value of a tree as (key above it, holder, place in the holder)."""
    if isinstance(tree, dict):
        members = [(name, name) for name in tree]
    elif isinstance(tree, list):
        members = [(key, number) for number in range(len(tree))]
    else:
        return
    for name, place in members:
        yield name, tree, place
        yield from places(tree[place], name)


def copied(value: Any) -> Any:
    return json.loads(json.dumps(value))


# Judging.


def judge(data: bytes) -> str:
    """What became of an input. Any exception is a fault."""
    from darwindeck.compile.program import compile_genome
    from darwindeck.explain.rules import rules_text
    from darwindeck.genome.text import format_genome
    from darwindeck.judge.check import check

    with contextlib.suppress(UnicodeDecodeError):
        read(data.decode("utf-8", "surrogatepass"))
    genome = read(data)
    if genome is None:
        return "refused"
    if read(format_genome(genome)) != genome:
        raise FaultError("saved and loaded again, it is another genome")
    report = check(genome)
    for issue in (*report.errors, *report.warnings):
        require_line(str(issue))
    if report.errors:
        require_line(message_of(report))
        return "faulty"
    compile_genome(genome)
    if not rules_text(genome):
        raise FaultError("a game without rules in words")
    play(genome)
    return "played"


def read(text: bytes | str) -> Any:
    """The genome, or None if it is refused."""
    from darwindeck.errors import GenomeError
    from darwindeck.genome.text import parse_genome

    try:
        return parse_genome(text)
    except GenomeError as error:
        require_line(str(error))
        return None


def message_of(report: Any) -> str:
    from darwindeck.errors import GenomeError

    try:
        report.raise_errors()
    except GenomeError as error:
        return str(error)
    raise FaultError("errors were found, but not raised")


def require_line(message: str) -> None:
    if not message or "\n" in message or "\r" in message:
        raise FaultError(f"not one line: {message!r}")


def play(genome: Any) -> None:
    from darwindeck import Game

    chance = random.Random(1)
    game = Game(genome)
    state = game.start()
    for _ in range(PLIES):
        moves = game.legal_moves(state)
        if bool(moves) == game.is_over(state):
            raise FaultError("moves in a game that is over, or none in one that is not")
        if not moves:
            break
        move = chance.choice(moves)
        game.prompt(state), game.describe(state, move)
        state = game.apply(state, move)
    for seat in range(game.seats):
        game.redeal(game.view(state, seat), 1)
    game.snapshot(state)


# Running.


def judge_in_time(data: bytes, tally: Counter[str]) -> str:
    signal.setitimer(signal.ITIMER_PROF, SECONDS)
    try:
        end = judge(data)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
    tally[end] += 1
    return end


def out_of_time(*_: Any) -> None:
    raise FaultError(f"more than {SECONDS} s")


def report_fault(data: bytes, out: Path) -> None:
    out.write_bytes(data)
    traceback.print_exc()
    print(f"A fault. The input is in {out}: python -m tests.fuzz_json --replay {out}", file=sys.stderr)


def run_plainly(options: argparse.Namespace, tally: Counter[str]) -> int:
    """Without guidance: a seed changed, or the input before changed further if it could be read."""
    mutator, faults, data = Mutator(), 0, b""
    for number in itertools.count() if options.runs == 0 else range(options.runs):
        chance = random.Random(f"{options.seed}/{number}")
        data = mutator.change(chance, data) if data and chance.random() < 0.8 else mutator.fresh(chance)
        try:
            if judge_in_time(data, tally) == "refused":
                data = b""
        except Exception:
            faults += 1
            report_fault(data, options.out.with_stem(f"{options.out.stem}-{faults}") if faults > 1 else options.out)
            if faults >= options.faults:
                break
    return faults


def run_guided(options: argparse.Namespace, tally: Counter[str]) -> int:
    import atheris

    with atheris.instrument_imports(include=["darwindeck.genome", "darwindeck.compile", "darwindeck.explain"]):
        mutator = Mutator()
        judge(json.dumps(mutator.trees[0]).encode())

    def test_one(data: bytes) -> None:
        try:
            judge_in_time(data or mutator.fresh(random.Random(options.seed)), tally)
        except Exception:
            report_fault(data, options.out)
            raise
        if tally.total() % 1000 == 0:  # atheris ends the process without returning
            print(describe(tally), file=sys.stderr)

    def mutate(data: bytes, max_size: int, seed: int) -> bytes:
        chance = random.Random(seed)
        changed = mutator.change(chance, data) if data and chance.random() < 0.9 else mutator.fresh(chance)
        return changed if len(changed) <= max_size else data

    arguments = [sys.argv[0], f"-runs={options.runs}", f"-seed={options.seed}", "-max_len=65536", "-verbosity=0"]
    atheris.Setup(arguments, test_one, custom_mutator=mutate)
    atheris.Fuzz()
    return 0


def describe(tally: Counter[str]) -> str:
    return f"{tally.total()} inputs: " + ", ".join(f"{end} {count}" for end, count in sorted(tally.items()))


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz_json", description=__doc__)
    parser.add_argument("--runs", type=int, default=10000, help="how many inputs; 0: until stopped")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--faults", type=int, default=1, help="stop after so many")
    parser.add_argument("--guided", action="store_true", help="with atheris")
    parser.add_argument("--replay", type=Path, help="judge this file only")
    parser.add_argument("--out", type=Path, default=Path("fuzz-failure.json"), help="where to write a failure")
    options = parser.parse_args()
    signal.signal(signal.SIGPROF, out_of_time)
    tally: Counter[str] = Counter()
    if options.replay:
        judge_in_time(options.replay.read_bytes(), tally)
        print(*tally)
        return 0
    started, faults = time.monotonic(), 0
    try:
        faults = run_guided(options, tally) if options.guided else run_plainly(options, tally)
    finally:
        print(f"{describe(tally)}; {faults} faults; {time.monotonic() - started:.1f} s", file=sys.stderr)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
