"""Which children of known games fail what, by operator: `python -m tests.evolve.children --children 300 --play`.

Half of the children are mutants, half are crossings, as a run makes them. A column says what share of an operator's children a gate
rejects; `findings` is what is seen without playing, by gate of the audit. With --play the others are played as in a race, up to the
stage that measures fate. Diversity of play is told by `evaluate/alike.py`: `new` is the share of children that play like no known
game, `apart` how much pairs of them differ, from 0 to 1. --operators tries these alone; --write keeps the children as files, whose
names say what rejected them.
"""

from __future__ import annotations

import argparse
import random
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from darwindeck.evaluate.alike import SAME_GAME, likeness_to_known, measure_likeness
from darwindeck.evaluate.evaluate import evaluate_with
from darwindeck.evaluate.plan import RACES
from darwindeck.evolve.vary import CROSSOVERS, MUTATIONS, Variation
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import format_genome, known_games, load_genome
from darwindeck.judge import find_refusals
from darwindeck.simulate.backends.local import Local
from darwindeck.simulate.probe import Probe

WITHOUT_CHOICES = ("war", "beggar-my-neighbour", "old-maid")
SUITE = replace(
    RACES["default"], stages=("gate", "pilot", "search"), duels=(), probe=Probe(samples=1, rollouts=0), seconds=0.05
)
MOST_PAIRS = 300


def breed(variation: Variation, count: int, rng: random.Random) -> list[GameGenome]:
    """Children of known games that offer choices, mutants and crossings in turn."""
    parents = [load_genome(name) for name in known_games() if name not in WITHOUT_CHOICES]
    found: list[GameGenome] = []
    while len(found) < count:
        crossed = variation.crossovers and (not variation.mutations or len(found) % 2)
        child = variation.cross(*rng.sample(parents, 2), rng) if crossed else variation.mutate(rng.choice(parents), rng)
        found += [child] if child is not None else []
    return found


def operator(genome: GameGenome) -> str:
    return genome.lineage.split(":")[0]


def find_failures(children: Sequence[GameGenome], play: bool) -> list[set[str]]:
    """For each child the gates that reject it."""
    found = [{f"findings {finding.gate}" for finding in find_refusals(child)} for child in children]
    sound = [place for place, gates in enumerate(found) if not gates]
    if play:
        evaluations = evaluate_with(Local(0, None), [children[place] for place in sound], "balanced", SUITE, 1)
        for place, evaluation in zip(sound, evaluations, strict=True):
            found[place] = {rejection.gate for rejection in evaluation.rejected}
            fate = evaluation.metrics.get("fate")
            found[place] |= {"fate > .7"} if fate is not None and fate.value > 0.7 else set()
    return found


def print_table(children: Sequence[GameGenome], failures: Sequence[set[str]]) -> None:
    """A row for each operator and one for all, a column for each gate that rejected anything."""
    gates = sorted({gate for failed in failures for gate in failed})
    rows = {name: [place for place, child in enumerate(children) if operator(child) == name] for name in _names()}
    width = [max(6, len(gate)) for gate in gates]
    print(
        f"{'operator':16}", "children", " clean", *(f"{gate:>{size}}" for gate, size in zip(gates, width, strict=True))
    )
    for name, places in {**rows, "all": list(range(len(children)))}.items():
        if places:
            count = Counter(gate for place in places for gate in failures[place])
            cells = [
                f"{count[gate] / len(places):>{size}.0%}" if count[gate] else f"{'·':>{size}}"
                for gate, size in zip(gates, width, strict=True)
            ]
            clean = sum(not failures[place] for place in places) / len(places)
            print(f"{name:16} {len(places):8} {clean:6.0%}", *cells)


def _names() -> Iterable[str]:
    return (*MUTATIONS, *CROSSOVERS)


def print_diversity(children: Sequence[GameGenome], rng: random.Random) -> None:
    """How the children that nothing rejects differ in play from known games and from each other."""
    backend = Local(0, None)
    known = likeness_to_known(children, backend, 1)
    pairs = [
        (one, other)
        for number, one in enumerate(children)
        for other in children[:number]
        if one.player_count == other.player_count
    ]
    apart = measure_likeness(rng.sample(pairs, min(MOST_PAIRS, len(pairs))), backend, 1)
    new = sum(value < SAME_GAME for value in known) / max(1, len(known))
    print(
        f"of {len(children)} that nothing rejects: new {new:.0%}, apart {1 - sum(apart) / max(1, len(apart)):.2f} ({len(apart)} pairs)"
    )


def only(weights: Mapping[str, float], names: Sequence[str]) -> dict[str, float]:
    return {name: weight or 1.0 for name, weight in weights.items() if name in names} if names else dict(weights)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.evolve.children",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--children", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--play", action="store_true", help="play those without findings, about a second each")
    parser.add_argument("--operators", nargs="*", default=[], help="only these; all with their usual weights if none")
    parser.add_argument("--write", type=Path, help="a folder for the children")
    chosen = parser.parse_args()
    rng, variation = random.Random(chosen.seed), Variation()
    variation = Variation(
        only(variation.mutations, chosen.operators), only(variation.crossovers, chosen.operators), variation.fingerprint
    )
    began = time.process_time()
    children = breed(variation, chosen.children, rng)
    print(f"{(time.process_time() - began) / len(children) * 1e3:.1f} ms a child")
    failures = find_failures(children, chosen.play)
    print_table(children, failures)
    print_diversity([child for child, failed in zip(children, failures, strict=True) if not failed], rng)
    for number, child in enumerate(children if chosen.write else []):
        chosen.write.mkdir(parents=True, exist_ok=True)
        failed = "+".join(gate.replace(" ", "") for gate in sorted(failures[number]))
        path = chosen.write / f"{number:03}-{operator(child)}-{failed or 'clean'}.json"
        path.write_text(format_genome(child))


if __name__ == "__main__":
    main()
