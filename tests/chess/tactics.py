"""How many positions of an EPD file with best moves ("bm", and "dm" for mates) a search solves. The file comes from
elsewhere: "Win at Chess" is `wac.epd` in many public repositories, with mates in that of sarona-CCCF/EPD-sets (GitHub).
`python -m tests.chess.tactics wac.epd --leaves 1 16`."""

from __future__ import annotations

import argparse
import re
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from darwindeck.chess import Position
from darwindeck.chess.notation import san_to_move
from darwindeck.chess.search import HEURISTIC_EXPLORATION
from darwindeck.search import BatchedMCTS, SearchOptions, heuristic_evaluator, run

AT_ONCE = 8  # positions in one search
BYTES = 24 << 20  # of a tree
LONGEST = 4  # mates that are counted apart


@dataclass(frozen=True)
class Problem:
    name: str
    position: Position
    best: frozenset[str]  # moves that solve it
    mate: int  # the moves until mate; 0: none is known


def read_problems(path: Path) -> list[Problem]:
    """The positions of a file that have best moves."""
    problems = []
    for line in path.read_text().splitlines():
        fields = line.split(maxsplit=4)
        said = dict(re.findall(r"(\w+) ([^;]+);", fields[4] + ";")) if len(fields) == 5 else {}
        if "bm" not in said:
            continue
        position = Position(" ".join(fields[:4]))
        best = frozenset(san_to_move(position, san) for san in said["bm"].split())
        name = said.get("id", str(len(problems) + 1)).strip('"')
        problems.append(Problem(name, position, best, int(said.get("dm", 0))))
    return problems


def solve(
    problems: list[Problem], simulations: int, leaves: int, c_puct: float, mate_effort: float
) -> list[tuple[str, bool]]:
    """The move that each search chooses, and whether it is proven to win. One leaf a tree is judged inside the core."""
    found = []
    for begin in range(0, len(problems), AT_ONCE):
        some = [problem.position for problem in problems[begin : begin + AT_ONCE]]
        options = SearchOptions(
            leaves_per_tree=leaves, c_puct=c_puct, mate_effort=mate_effort, memory=BYTES * len(some), cache=0
        )
        search = BatchedMCTS(some, simulations, len(some) * leaves, options=options)
        if leaves == 1:
            search.grow("heuristic")
        else:
            run(search, heuristic_evaluator)
        names, proven = search.move_names(search.best_moves()), [search.root(at).value == 1 for at in range(len(some))]
        found += zip(names, proven, strict=True)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--simulations", type=int, nargs="+", default=[2000, 20_000])
    parser.add_argument("--leaves", type=int, nargs="+", default=[1], help="of a tree in one batch")
    parser.add_argument("--c-puct", type=float, default=HEURISTIC_EXPLORATION)
    parser.add_argument("--mate-effort", type=float, default=SearchOptions.mate_effort)
    parser.add_argument("--mates", action="store_true", help=f"only the mates in 2 to {LONGEST}")
    parser.add_argument("--names", action="store_true", help="name what is not solved")
    options = parser.parse_args()
    problems = [of for of in read_problems(options.file) if not options.mates or 2 <= of.mate <= LONGEST]
    mates = Counter(of.mate for of in problems if 2 <= of.mate <= LONGEST)
    for simulations in options.simulations:
        for leaves in options.leaves:
            answers = solve(problems, simulations, leaves, options.c_puct, options.mate_effort)
            solved = [move in of.best or (proven and of.mate > 0) for of, (move, proven) in zip(problems, answers, strict=True)]  # fmt: skip
            proofs = Counter(of.mate for of, (_, proven) in zip(problems, answers, strict=True) if proven)
            parts = ", ".join(f"in {moves}: {proofs[moves]} of {count}" for moves, count in sorted(mates.items()))
            print(f"{simulations:,} simulations, {leaves} leaves: {sum(solved)} of {len(problems)} solved; mates proven {parts}", flush=True)  # fmt: skip
            if options.names:
                print(" ".join(of.name for of, is_solved in zip(problems, solved, strict=True) if not is_solved))


if __name__ == "__main__":
    main()
