"""Hostile calls of every command: whatever is given, the answer is a result or one line, never a traceback.

python -m tests.hostile --runs 2000 --seed 1
"""

from __future__ import annotations

import argparse
import contextlib
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

from click.testing import CliRunner

from darwindeck import load_genome
from darwindeck.cli import COMMANDS, main
from darwindeck.genome.text import format_genome

WORDS = (
    "", " ", "-", "--", "-1", "0", "1e9", "1_0", "nan", "inf", "0x10", "²", "٣", "9" * 400, "../../x", "/", "/dev/null", "/proc/self/mem",
    "a\x00b", "\x1b[31m", "\u202e", "%s%n", "$(id)", "`id`", "; rm -rf", "os:system", "os:path", "../x:y", ":", "mcts:0", "mcts:x",
    "hearts\n", "Hearts", "gin_rummy", "*", "~", "é" * 300, "x" * 5000, "null", "[]", "{}", "--help", "-h", "@file", "true",
)  # fmt: skip
SMALL = ("1", "2", "random", "first", "war", "0.01")  # allowed somewhere, and quick
OPTIONS = {
    "check": ("--json",),
    "games": ("--invented", "--seats", "--json"),
    "explain": ("--brief", "--format", "--output", "--seats", "--genome", "--page"),
    "simulate": ("--games", "--seed", "--players", "--seats", "--threads", "--json"),
    "evaluate": ("--profile", "--seats", "--seed", "--json"),
    "tournament": ("--players", "--games", "--level", "--seed"),
    "duel": ("--games", "--sprt", "--alpha", "--level"),
    "replay": ("--seed", "--index", "--players", "--seat", "--seats", "--export", "--import", "--schema"),
    "play": ("--seed", "--seat", "--seats", "--players", "--humans", "--save", "--load"),
    "serve": ("--runs", "--port", "--host", "--data"),
    "ratings": ("--runs", "--data", "--json"),
    "chess": ("--depth", "--iterations", "--network"),
    "soak": ("--games", "--seed"),
    "train": ("--generations", "--games", "--simulations", "--device", "--laps", "--width", "--from", "--out"),
    "exploit": ("--json", "--games", "--device", "--out"),
    "bench": ("--games", "--seconds", "--iterations"),
    "run": (
        "--config",
        "--profile",
        "--population",
        "--generations",
        "--time-budget",
        "--start-file",
        "--name",
        "--seed",
    ),
    "resume": ("--rollback-to", "--generations", "--time-budget"),
    "export": ("--top", "--format", "--output"),
    "report": ("--output",),
    "compare": ("--metric", "--plot", "--json"),
}
# Without these a call that is right by chance would take long.
BOUNDED = {
    "simulate": ("--games", "2"),
    "tournament": ("--games", "2"),
    "duel": ("--games", "2"),
    "evaluate": ("--suite", "no-suite"),
    "run": ("--strategy", "no-strategy"),
    "serve": ("--port", "no-number"),
    "soak": ("--games", "no-number"),
    "train": ("--generations", "no-number"),
    "exploit": ("--laps", "no-number"),
    "bench": ("--seconds", "no-number"),
    "explain": ("--brief",),
}


def files(folder: Path, rng: random.Random) -> list[str]:
    """Files to be given: games, cut and scrambled ones, YAML, runs that are none, folders."""
    game = format_genome(load_genome("war")).encode()
    spoilt = bytearray(game)
    for _ in range(rng.randrange(1, 6)):
        spoilt[rng.randrange(len(spoilt))] = rng.randrange(256)
    contents = {
        "game.json": game,
        "cut.json": game[: rng.randrange(len(game))],
        "spoilt.json": bytes(spoilt),
        "deep.json": b"[" * 100_000,
        "zeros.bin": bytes(5000),
        "cycle.yaml": b"a: &a {b: *a}",
        "twice.yaml": b"population: 4\npopulation: 5",
        "run/config.yaml": b"population: 8\nname: run\n",
        "run/start.json.gz": b"not zipped",
        "run/gen_0000/state.json.gz": b"not zipped",
    }
    for name, data in contents.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return [str(folder / name) for name in contents] + [str(folder / "run"), str(folder), str(folder / "nothing")]


def call(rng: random.Random, given: Sequence[str]) -> list[str]:
    """One call: a command, options of it and words that mostly make no sense."""
    name = rng.choice(list(COMMANDS))
    pool = [*WORDS, *SMALL, *given, *given]
    words = [rng.choice(pool) for _ in range(rng.randrange(3))]
    for option in rng.sample(OPTIONS[name], rng.randrange(min(3, len(OPTIONS[name])) + 1)):
        words += [option, rng.choice(pool)]
    kind = [rng.choice(["perft", "analyze", "uci", "nothing"])] if name == "chess" else []
    return [name, *kind, *words, *BOUNDED.get(name, ())]


def fault(words: list[str]) -> str | None:
    """What is wrong with the answer to a call, if anything is."""
    result = CliRunner().invoke(main, words, input="q\n")
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return f"{type(result.exception).__name__}: {result.exception}"
    if result.exit_code not in (0, 2):
        return f"exit status {result.exit_code}"
    lines = [line for line in result.stderr.splitlines() if line.startswith("darwindeck: ") and "warning" not in line]
    if result.exit_code == 2 and (len(lines) != 1 or not lines[0].isprintable()):
        return f"not one line: {result.stderr!r}"
    return None


def attack(runs: int, seed: int) -> list[tuple[list[str], str]]:
    """The calls that were answered badly, of so many."""
    rng, found = random.Random(seed), []
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):  # what is written is written there
        for number in range(runs):
            if number % 50 == 0:
                given = files(Path(folder), rng)
            words = call(rng, given)
            if wrong := fault(words):
                found.append((words, wrong))
    return found


def tell() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=int, default=500)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = attack(options.runs, options.seed)
    for words, wrong in found:
        print([word[:60] for word in words], wrong[:300])
    print(f"{options.runs} calls, {len(found)} answered badly")
    raise SystemExit(1 if found else 0)


if __name__ == "__main__":
    tell()
