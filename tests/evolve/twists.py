"""Twists by known games: where each applies, and which gates reject the twisted game.

`python -m tests.evolve.twists --suite small` prints a line for each twist and known game to which it applies: the gates that reject
the twisted game, those that reject the game itself in brackets, and how far the plies of random games are the same in both.
`--suite none` plays nothing and says where twists apply.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence

from darwindeck.evaluate.alike import measure_likeness
from darwindeck.evaluate.evaluate import evaluate_many
from darwindeck.evaluate.plan import RACES, SUITES, Suite
from darwindeck.evolve.operators.fit import fit
from darwindeck.evolve.operators.twists import TWISTS
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import known_games, load_genome
from darwindeck.simulate.backends.local import Local

from ..gates.games import SMALL

CHOICES: dict[str, Suite | None] = {"none": None, "gate": RACES["gate"], "small": SMALL, **SUITES}


def twisted(name: str, game: GameGenome, seed: int = 1) -> GameGenome | None:
    """The game with that twist; None where it does not apply."""
    rng = random.Random(seed)
    return TWISTS[name].apply(fit(game, rng), rng)


def find_pairs(names: Sequence[str], games: Sequence[str]) -> list[tuple[str, GameGenome, GameGenome]]:
    """Each twist with each game to which it applies, and the game that comes of it."""
    known = [load_genome(game) for game in games]
    pairs = [(name, game, twisted(name, game)) for name in names for game in known]
    return [(name, game, child) for name, game, child in pairs if child is not None]


def rejections(genomes: Sequence[GameGenome], suite: Suite, threads: int, seed: int) -> list[set[str]]:
    evaluations = evaluate_many(list(genomes), "balanced", suite, seed, threads)
    return [{rejection.gate for rejection in found.rejected} for found in evaluations]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("twists", nargs="*", help="all if none is named")
    parser.add_argument("--games", nargs="*", default=sorted(known_games()))
    parser.add_argument("--suite", default="none", choices=list(CHOICES), help="how much is played")
    parser.add_argument("--threads", type=int, default=0, help="0: as many as there are processors")
    parser.add_argument("--seed", type=int, default=0)
    chosen = parser.parse_args()
    pairs = find_pairs(chosen.twists or list(TWISTS), chosen.games)
    suite = CHOICES[chosen.suite]
    if suite is None:
        for name in dict.fromkeys(name for name, _, _ in pairs):
            print(f"{name:20}", *(game.genome_id for other, game, _ in pairs if other == name))
        return
    parents = {game.genome_id: fit(game, random.Random(1)) for _, game, _ in pairs}
    before = dict(zip(parents, rejections(list(parents.values()), suite, chosen.threads, chosen.seed), strict=True))
    after = rejections([child for _, _, child in pairs], suite, chosen.threads, chosen.seed)
    alike = measure_likeness([(parents[game.genome_id], child) for _, game, child in pairs], Local(chosen.threads), 1)
    print(f"{'twist':20} {'game':20} {'alike':>5} rejected by")
    for (name, game, _), gates, share in zip(pairs, after, alike, strict=True):
        own = f" ({' '.join(sorted(before[game.genome_id]))})" if before[game.genome_id] else ""
        print(f"{name:20} {game.genome_id:20} {share:5.2f} {' '.join(sorted(gates)) or 'passes'}{own}")
    passed = sum(not gates - before[game.genome_id] for (_, game, _), gates in zip(pairs, after, strict=True))
    print(f"{passed} of {len(pairs)} twisted games are rejected by no gate that their game passes")


if __name__ == "__main__":
    main()
