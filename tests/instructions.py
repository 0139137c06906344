"""Instructions a ply of random games, which no neighbour on the machine can disturb: `python -m tests.instructions war hearts`.

Needs valgrind. Each game is played so often that it has about as many plies as are asked for, and four times as often;
the difference leaves out what a call costs. Two trees are compared by running the command in both.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from darwindeck.genome.text import known_games, load_genome
from darwindeck.simulate.simulate import simulate

VALGRIND = ("valgrind", "-q", "--tool=callgrind", "--instr-atstart=no")
INSIDE = "DARWINDECK_UNDER_CALLGRIND"


def control(*words: str) -> None:
    subprocess.run(
        ["callgrind_control", *words, str(os.getpid())],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        check=True,
    )


def count(name: str, games: int, folder: Path) -> tuple[int, int]:
    """Plies and instructions of so many games."""
    dumped = {*folder.iterdir()}
    control("--zero")
    records = simulate(load_genome(name), games=games, seed=1, threads=1)
    control("--dump")
    [dump] = [path for path in folder.iterdir() if path not in dumped]
    found = re.search(r"^summary: (\d+)$", dump.read_text(encoding="utf-8"), re.MULTILINE)
    assert found, f"{dump} has no summary"
    return int(records.plies.sum()), int(found[1])


def measure(names: list[str], plies: int, folder: Path) -> None:
    control("--instr=on")
    for name in names:
        each = simulate(load_genome(name), games=2, seed=1, threads=1).plies.mean()
        games = max(1, round(plies / each))
        (few, low), (many, high) = (count(name, times * games, folder) for times in (1, 4))
        print(f"{name:20} {(high - low) / (many - few):8.0f}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.instructions", description=__doc__)
    parser.add_argument("games", nargs="*", help="known games; all if none is named")
    parser.add_argument("--plies", type=int, default=5000, help="about so many, and four times as many")
    chosen = parser.parse_args()
    if INSIDE in os.environ:
        measure(chosen.games or known_games(), chosen.plies, Path(os.environ[INSIDE]))
        return
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *VALGRIND,
            f"--callgrind-out-file={folder}/out",
            sys.executable,
            "-m",
            "tests.instructions",
            *sys.argv[1:],
        ]
        sys.exit(subprocess.run(command, env=os.environ | {INSIDE: folder}, check=False).returncode)


if __name__ == "__main__":
    main()
