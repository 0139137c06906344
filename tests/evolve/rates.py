"""How many genomes, mutants and crossovers check, validate, end and offer choices: `python -m tests.evolve.rates --samples N`."""

from __future__ import annotations

import argparse
import random
import time
from collections import defaultdict

import msgspec

from darwindeck.compile.program import compile_genome
from darwindeck.evolve.operators.fit import fit
from darwindeck.evolve.random_genomes import draft
from darwindeck.evolve.vary import CROSSOVERS, MUTATIONS, Variation, draw_genome
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import known_games, load_genome
from darwindeck.judge.check import check

from .playable import Verdict, judge

WALKS = (1, 3, 10)
HEAD = f"{'':26s} {'n':>5s} {'valid':>6s} {'ends':>6s} {'choice':>6s} {'playable':>8s} {'not stuck':>9s}"


def row(name: str, verdicts: list[Verdict]) -> str:
    """One line of shares; `not stuck` is the share playable even if stalemates count as limits."""
    n = max(1, len(verdicts))
    shares = [
        sum(v.valid for v in verdicts), sum(v.ends for v in verdicts), sum(v.offers_choices for v in verdicts),
        sum(v.playable for v in verdicts), sum(v.ends_well and v.offers_choices for v in verdicts),
    ]  # fmt: skip
    valid, ends, choice, playable, well = (f"{100 * share / n:.0f}%" for share in shares)
    return f"{name:26s} {len(verdicts):5d} {valid:>6s} {ends:>6s} {choice:>6s} {playable:>8s} {well:>9s}"


def by(names: list[str], verdicts: list[Verdict]) -> list[str]:
    groups: dict[str, list[Verdict]] = defaultdict(list)
    for name, verdict in zip(names, verdicts, strict=True):
        groups[name].append(verdict)
    return [row(f"  {name}", groups[name]) for name in sorted(groups)]


def operator(genome: GameGenome) -> str:
    return genome.lineage.split(":")[0]


def walk(variation: Variation, genome: GameGenome, length: int, rng: random.Random) -> GameGenome:
    for _ in range(length):
        genome = variation.mutate(genome, rng) or genome
    return genome


def show_random(samples: int, rng: random.Random) -> None:
    drafts = [draft(rng) for _ in range(samples)]
    sound = sum(not check(genome).errors for genome in drafts)
    print(f"random drafts that check unrepaired: {100 * sound / samples:.0f}%")
    print(row("random genomes", judge([draw_genome(rng) for _ in range(samples)])))


def show_mutants(games: list[GameGenome], samples: int, rng: random.Random) -> None:
    for length in WALKS:
        variation = Variation()
        parents = [games[number % len(games)] for number in range(samples)]
        started = time.process_time()
        children = [walk(variation, parent, length, rng) for parent in parents]
        per_child = (time.process_time() - started) / (samples * length) * 1e3
        verdicts = judge(children)
        print(row(f"walks of {length}", verdicts), f" ({per_child:.1f} ms a mutation)")
        if length == 1:
            same = sum(
                compile_genome(child).hash == compile_genome(parent).hash
                for child, parent in zip(children, parents, strict=True)
            )
            print(f"  same program as the parent: {100 * same / samples:.0f}%")
            print(*by([operator(child) for child in children], verdicts), sep="\n")
            print(*by([parent.genome_id for parent in parents], verdicts), sep="\n")


def show_operators(games: list[GameGenome], samples: int, rng: random.Random) -> None:
    """Every operator alone, as often as the others."""
    for name in MUTATIONS:
        variation = Variation(mutations={name: 1.0})
        found = (variation.mutate(rng.choice(games), rng) for _ in range(samples))
        print(row(f"  {name}", judge([child for child in found if child is not None])), _sound(variation, name))
    for name in CROSSOVERS:
        variation = Variation(crossovers={name: 1.0})
        pairs = (variation.cross(*rng.sample(games, 2), rng) for _ in range(samples))
        print(row(f"  {name}", judge([child for child in pairs if child is not None])), _sound(variation, name))


def _sound(variation: Variation, name: str) -> str:
    counts = variation.tally.counts.get(name, {})
    return " ".join(f"{outcome} {count}" for outcome, count in counts.items() if count)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.evolve.rates", description=__doc__)
    parser.add_argument("--samples", type=int, default=170)
    parser.add_argument("--each", type=int, default=0, help="also this many children of each operator alone")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without", nargs="*", default=[], help="known games to leave out (cheat takes longest)")
    options = parser.parse_args()
    rng = random.Random(options.seed)
    known = [load_genome(name) for name in known_games() if name not in options.without]
    plain = [fit(msgspec.structs.replace(game), rng) for game in known]
    verdicts = judge(plain)
    games = [game for game, verdict in zip(plain, verdicts, strict=True) if verdict.playable]
    print(HEAD)
    print(row("known games", verdicts))
    print("not playable themselves:", ", ".join(g.genome_id for g in plain if g not in games))
    show_random(options.samples, rng)
    variation = Variation()
    pairs = [variation.cross(*rng.sample(games, 2), rng) for _ in range(options.samples)]
    children = [child for child in pairs if child is not None]
    verdicts = judge(children)
    print(row("crossovers", verdicts), f" ({len(pairs) - len(children)} pairs without a child)")
    print(*by([operator(child) for child in children], verdicts), sep="\n")
    print("mutants of the known games:")
    show_mutants(plain, options.samples, rng)
    print("mutants of those that are playable:")
    show_mutants(games, options.samples, rng)
    if options.each:
        print("each operator alone, of playable known games:")
        show_operators(games, options.each, rng)


if __name__ == "__main__":
    main()
