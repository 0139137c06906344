"""Programs for the native fuzzer to begin with: the known games at every player count, and some random genomes.

python -m tests.fuzz_seeds build/fuzz/load_program-seeds [--random 100]
"""

from __future__ import annotations

import argparse
import random
from pathlib import Path

from darwindeck.compile.program import compile_genome
from darwindeck.evolve.random_genomes import random_genome

from .reference.fuzz import known_genomes


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz_seeds", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--random", type=int, default=100, help="how many random genomes")
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    genomes = [*known_genomes(), *(random_genome(random.Random(number)) for number in range(options.random))]
    for genome in genomes:
        program = compile_genome(genome).program
        (options.folder / f"{program.hash:016x}").write_bytes(program.bytes)


if __name__ == "__main__":
    main()
