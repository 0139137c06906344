"""Games to try the judge on: known ones, rogues, variants of known games, children bred from them, and files."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from darwindeck import load_genome
from darwindeck.evaluate.plan import RACES, SUITES, Suite
from darwindeck.evolve.vary import Variation
from darwindeck.experiment.finals import FINAL
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import known_games
from tests.edits import edited

from .variants import PLAYABLE, VARIANTS

ROGUES: Mapping[str, Path] = {path.stem: path for path in sorted((Path(__file__).parents[1] / "rogues").glob("*.json"))}
# Enough to be sure of what is plain. The dearest duels are left out: no gate needs them.
SMALL = replace(
    SUITES["default"],
    name="small",
    random=60,
    greedy=40,
    search=16,
    duel=80,
    seconds=0.2,
    stages=("gate", "pilot", "play", "thumb", "search"),
    duels=tuple(pairing for pairing in SUITES["default"].duels if pairing.a in ("greedy", "search")),
)
PLANS: Mapping[str, Suite] = {"small": SMALL, **SUITES, "race": RACES["default"], "final": FINAL}


def find_games(names: Sequence[str]) -> dict[str, GameGenome]:
    """Games by name: of known games, rogues and variants, files and folders of them, or a group.

    Groups are `known`, `rogues`, `variants`, and `bred:40`, so many children of known games. No names: known games and rogues.
    """
    found: dict[str, GameGenome] = {}
    for name in names or ["known", "rogues"]:
        if name == "known":
            found |= {key: load_genome(key) for key in sorted(known_games())}
        elif name == "rogues":
            found |= {key: load_genome(path) for key, path in ROGUES.items()}
        elif name == "variants":
            found |= {key: edited(*VARIANTS[key]) for key in PLAYABLE}
        elif name.startswith("bred:"):
            found |= breed(int(name.removeprefix("bred:")))
        elif name in VARIANTS:
            found[name] = edited(*VARIANTS[name])
        elif Path(name).is_dir():
            found |= {path.stem: load_genome(path) for path in sorted(Path(name).glob("*.json"))}
        else:
            found[Path(name).stem] = load_genome(ROGUES.get(name, name))
    return found


def breed(count: int, seed: int = 1) -> dict[str, GameGenome]:
    """Children of known games as a run breeds them, half of two parents. What its rules condemn is among them."""
    rng = random.Random(seed)
    parents = [load_genome(key) for key in sorted(known_games())]
    variation = Variation()
    found: dict[str, GameGenome] = {}
    while len(found) < count:
        first, second = rng.sample(parents, 2)
        child = variation.cross(first, second, rng) if rng.random() < 0.5 else variation.mutate(first, rng)
        if child is not None:
            found[f"{child.lineage.split(':')[0]} {len(found) + 1}"] = child
    return found
