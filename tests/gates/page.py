"""The table of docs/metrics.md with the fitness of all known games: `python -m tests.gates.page [GAMES]`.

Measures the games, by default all, one after the other with one thread, and writes the lines of those into the table; other lines
stay. All games take about ten minutes of one core, cheat alone more than one.
"""

from __future__ import annotations

import argparse
import re
from pathlib import Path

from darwindeck.evaluate.evaluate import evaluate
from darwindeck.evaluate.plan import SUITES
from darwindeck.genome.text import known_games, load_genome
from darwindeck.measure.evaluation import Evaluation

PAGE = Path(__file__).parents[2] / "docs" / "metrics.md"
HEAD = "| known game | players | fitness | 95 % interval | rejected by |\n|---|--:|--:|--:|---|\n"
TABLE = re.compile(re.escape(HEAD) + r"((?:\|.*\n)*)")


def read_lines(page: str) -> dict[str, str]:
    """The lines of the table, by their games."""
    found = TABLE.search(page)
    assert found, f"{PAGE.name} has no table of known games"
    return {line.split("|")[1].strip(): line for line in found[1].splitlines(keepends=True)}


def tell_line(name: str, players: int, found: Evaluation) -> str:
    """Fitness as it is without gates, with those that reject the game."""
    fitness, gates = found.ungated, ", ".join(sorted({rejection.gate for rejection in found.rejected}))
    return f"| {name} | {players} | {fitness.value:.2f} | {fitness.low:.2f}–{fitness.high:.2f} | {gates or '–'} |\n"


def write_lines(page: str, lines: dict[str, str]) -> str:
    """The page with these lines, in the order of the games' names."""
    return TABLE.sub(lambda _: HEAD + "".join(lines[name] for name in known_games() if name in lines), page)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.gates.page", description=__doc__)
    parser.add_argument("games", nargs="*", help="known games; all if none is named")
    for name in parser.parse_args().games or known_games():
        genome = load_genome(name)
        line = tell_line(name, genome.player_count, evaluate(genome, "balanced", SUITES["default"], seed=1, threads=1))
        print(line, end="", flush=True)
        page = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(write_lines(page, read_lines(page) | {name: line}), encoding="utf-8")


if __name__ == "__main__":
    main()
