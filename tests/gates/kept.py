"""The best games that runs kept, as rulebooks for somebody to read: `python -m tests.gates.kept RUN… --count 20 --output FOLDER`.

Taken by the low ends of their fitness, different from each other as in a gallery, without idle rules, and judged as a gallery
is: what a gate rejects is named with the gate and not written. `key.json` says which game is which, with its fitness; readers must not see it.
"""

from __future__ import annotations

import argparse
import json
import random
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec

from darwindeck.evaluate.evaluate import evaluate_many
from darwindeck.evolve.elite import Elite
from darwindeck.evolve.gallery import choose
from darwindeck.evolve.select import is_brought
from darwindeck.experiment.finals import FINAL
from darwindeck.experiment.simplify import simplify
from darwindeck.explain.names import titles
from darwindeck.explain.render import to_text
from darwindeck.genome.distance import NEAR_COPY, distance, has_idea
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import load_genome
from darwindeck.judge import find_refusals
from darwindeck.play.rulebooks import illustrate_rulebook, name_key
from darwindeck.simulate.simulate import simulate_many

SEED = 20_000  # of no run


def read_kept(run: Path) -> Iterator[Elite]:
    """What the run kept after its last generation, known games and games without an idea left out."""
    last = max(run.glob("gen_*"))
    rows = json.loads((last / "fitness.json").read_text(encoding="utf-8"))
    genomes = msgspec.json.decode((last / "population.json").read_bytes(), type=list[GameGenome])
    by_id = {genome.genome_id: genome for genome in genomes}
    for row in rows:
        genome = by_id[row["genome_id"]]
        if row["valid"] and not is_brought(genome) and has_idea(genome):
            yield Elite(genome, row["mean"], row["low"], row["high"], True, {}, {}, count=row["count"])


def read_shown(run: Path) -> Iterator[tuple[GameGenome, float]]:
    """The gallery, with the fitness that was reported."""
    rows = json.loads((run / "gallery" / "gallery.json").read_text(encoding="utf-8"))
    files = [path for path in (run / "gallery").glob("*.json") if path.name != "gallery.json"]
    found = {genome.genome_id: genome for genome in map(load_genome, files)}
    yield from ((found[row["genome_id"]], row["fitness"][0]) for row in rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("runs", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--output", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=0, help="0: as many as there are processors")
    args = parser.parse_args()
    good = [each for run in args.runs for each in read_shown(run)]
    names = {genome.genome_id for genome, _ in good}
    kept = {game.genome.genome_id: game for run in args.runs for game in read_kept(run)}
    chosen = choose([game for name, game in kept.items() if name not in names], 2 * args.count)
    args.output.mkdir(parents=True, exist_ok=True)
    for genome in simplify([game.genome for game in chosen], partial(simulate_many, threads=args.threads), SEED):
        if len(good) >= args.count:
            break
        if (
            find_refusals(genome)
            or not has_idea(genome)
            or any(distance(genome, other) < NEAR_COPY for other, _ in good)
        ):
            continue
        found = evaluate_many([genome], "balanced", FINAL, SEED, args.threads)[0]
        gates = sorted({rejection.gate for rejection in found.rejected})
        print(f"{genome.genome_id} {found.fitness.value:.3f}", *gates, flush=True)
        if not gates:
            good.append((genome, found.fitness.value))
    random.Random(SEED).shuffle(good)
    key = []
    for number, ((genome, fitness), name) in enumerate(
        zip(good, titles([name_key(of) for of, _ in good]), strict=True), 1
    ):
        named = msgspec.structs.replace(genome, name=name)
        (args.output / f"{number:02}.txt").write_text(to_text(illustrate_rulebook(named, 1)), encoding="utf-8")
        (args.output / f"{number:02}.json").write_bytes(msgspec.json.encode(named))
        key.append({"number": number, "genome_id": genome.genome_id, "fitness": fitness, "lineage": genome.lineage,
                    "shown": genome.genome_id in names})  # fmt: skip
    (args.output / "key.json").write_text(json.dumps(key, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
