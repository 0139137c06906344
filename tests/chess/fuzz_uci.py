"""Hostile words to the UCI engine: it must answer `isready` whatever came before. `python -m tests.chess.fuzz_uci`."""

from __future__ import annotations

import argparse
import random
import time

from darwindeck.chess import START_FEN
from darwindeck.chess.uci import Engine

from .perft_suite import cases

WORDS = (
    "uci debug isready setoption register ucinewgame position go stop ponderhit startpos fen moves searchmoves ponder "
    "wtime btime winc binc movestogo depth nodes mate movetime infinite name value UCI_Chess960 Seed true false "
    "Move Overhead e2e4 e7e5 e1g1 e1h1 a7a8q 0000 0 1 7 -1 99999999999 1e9 w b KQkq - e3 8/8"
)
SMALL = ("go nodes 3", "go movetime 1", "stop")


def noise(rng: random.Random) -> str:
    return rng.randbytes(rng.randint(0, 40)).decode("utf-8", "replace")


def words(rng: random.Random) -> str:
    return " ".join(rng.choices(WORDS.split(), k=rng.randint(1, 9)))


def broken_fen(rng: random.Random, fens: list[str]) -> str:
    """A position with some letters changed, which now and then is one still."""
    letters = list(rng.choice(fens))
    for _ in range(rng.randint(0, 3)):
        letters[rng.randrange(len(letters))] = rng.choice("pnbrqkPNBRQK12345678/ wb-\x00é")
    return f"position fen {''.join(letters)}" + (f" moves {words(rng)}" if rng.random() < 0.3 else "")


def hostile_line(rng: random.Random, fens: list[str]) -> str:
    kind = rng.random()
    if kind < 0.2:
        return noise(rng)
    if kind < 0.5:
        return words(rng)
    if kind < 0.8:
        return broken_fen(rng, fens)
    return rng.choice(SMALL)


def fuzz(runs: int, seed: int) -> int:
    """Says so many hostile lines; returns how often the engine made a move."""
    rng = random.Random(seed)
    fens = [START_FEN, *(fen for fen, *_ in cases(1))]
    said: list[str] = []
    engine = Engine(said.append)
    moves = 0
    for _ in range(runs):
        line = hostile_line(rng, fens)
        assert engine.hear(line), f"{line!r} ended the conversation"
        if rng.random() < 0.1:
            engine.hear("stop")
            engine.hear("isready")
            assert said[-1] == "readyok", f"no answer after {line!r}"
        moves += sum(answer.startswith("bestmove") for answer in said)
        said.clear()
    engine.finish()
    return moves


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    begin = time.perf_counter()
    moves = fuzz(options.runs, options.seed)
    print(f"{options.runs:,} lines, {moves:,} moves made, {time.perf_counter() - begin:.1f} s")


if __name__ == "__main__":
    main()
