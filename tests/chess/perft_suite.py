"""Perft of the positions on file. `python -m tests.chess.perft_suite --nodes 10000000000` goes as deep as they know."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from darwindeck.chess import Position, perft

FOLDER = Path(__file__).parent
# Published counts first; the rest are positions of random games, counted by Stockfish.
FILES = {"perft.epd": False, "perft960.epd": True}


def cases(most_nodes: int) -> Iterator[tuple[str, bool, int, int]]:
    """FEN, whether it is Chess960, depth and count: the deepest of each position that is not above the limit."""
    for name, chess960 in FILES.items():
        for line in (FOLDER / name).read_text().splitlines():
            fen, *counts = (part.strip() for part in line.split(";"))
            known = [(int(depth[1:]), int(nodes)) for depth, nodes in (count.split() for count in counts)]
            depth, nodes = max(((d, n) for d, n in known if n <= most_nodes), default=known[0])
            yield fen, chess960, depth, nodes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--nodes", type=int, default=200_000_000, help="at most so many a position")
    parser.add_argument("--threads", type=int, default=0)
    options = parser.parse_args()
    begin, total, wrong = time.perf_counter(), 0, 0
    for fen, chess960, depth, nodes in cases(options.nodes):
        found = perft(Position(fen, chess960), depth, options.threads)
        total += found
        if found != nodes:
            wrong += 1
            print(f"{fen}: depth {depth} has {nodes:,} lines, found {found:,}")
    print(f"{total:,} lines, {wrong} positions wrong, {time.perf_counter() - begin:.1f} s")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
