"""Variation: children of genomes. Operators change or mix, `close` mends, what cannot be mended is discarded.

Everything comes from the `random.Random` that is handed in. A child passes `check`, differs from its parents in its
canonical form, and carries its parents, generation and how it was made.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import msgspec

from .. import plugins
from ..errors import SettingError
from ..genome.canonical import content_hash
from ..genome.genome import GameGenome
from ..judge.check import check
from ..language.findings import Gate
from .operators import cross, point, setting, stakes, structure
from .operators.close import close
from .operators.fit import fit
from .operators.nesting import graft, nest
from .operators.twists import find_twist, twist
from .random_genomes import random_genome

Mutation = Callable[[GameGenome, random.Random], tuple[GameGenome, str] | None]
Crossover = Callable[[GameGenome, GameGenome, random.Random], tuple[GameGenome, str] | None]
Fingerprint = Callable[[GameGenome], Hashable]

MUTATIONS: dict[str, Mutation] = {
    "twist": twist,
    "graft": graft,
    "point": point.point,
    "insert": structure.insert,
    "delete": structure.delete,
    "swap": structure.swap,
    "duplicate": structure.duplicate,
    "move": structure.move,
    "wrap": structure.wrap,
    "unwrap": structure.unwrap,
    "players": setting.players,
    "deck": setting.deck,
    "hand": setting.hand,
    "sides": setting.sides,
    "add_betting": stakes.add_betting,
    "remove_betting": stakes.remove_betting,
    "change_betting": stakes.change_betting,
    "change_chips": stakes.change_chips,
}
CROSSOVERS: dict[str, Crossover] = {
    "module_swap": cross.module_swap,
    "nest": nest,
    "single_point": cross.single_point,
    "uniform": cross.uniform,
    "semantic": cross.semantic,
}
# How often each operator is tried; one that does not apply to a genome gives way to another.
# Twists come first, twice as often as any other: a child that people would tell as "a game they know, but …" is mostly one,
# or a game they know with another one in it.
MUTATION_WEIGHTS = {
    "twist": 60.0, "graft": 25.0,
    "point": 30.0, "insert": 4.0, "delete": 6.0, "swap": 3.0, "duplicate": 1.5, "move": 2.0, "wrap": 1.0, "unwrap": 2.0,
    "players": 5.0, "deck": 5.0, "hand": 6.0, "sides": 2.0,
    "add_betting": 1.0, "remove_betting": 1.0, "change_betting": 3.0, "change_chips": 3.0,
}  # fmt: skip
CROSSOVER_WEIGHTS = {"module_swap": 4.0, "nest": 4.0, "semantic": 0.05, "single_point": 0.01, "uniform": 0.0}
INCOHERENT = ("uniform",)  # accepted from settings, with a warning: mixtures of fields are hardly ever games

TRIES = 40  # before a parent is given up
# How often an operator may find nothing to do: modules that do not fit will not fit the next time.
MOST_IDLE, PATIENCE = 10, {"module_swap": 1, "nest": 1}
TURNS = 1000  # within which a random game should end
OUTCOMES = ("tried", "idle", "unchanged", "refused", "suspect", "sound", "repaired")
KEPT = ("sound", "repaired")
SENSELESS = (Gate.UNMADE, Gate.NEVER)  # findings that no random genome may have


@cache
def find_mutation(name: str) -> Mutation:
    """A mutation of ours, a single twist, or what another package brings (docs/evolution.md)."""
    single = find_twist(name)
    found: Mutation = single.mutate if single else MUTATIONS.get(name) or plugins.load(plugins.MUTATIONS, name)
    return found


@cache
def find_crossover(name: str) -> Crossover:
    found: Crossover = CROSSOVERS.get(name) or plugins.load(plugins.CROSSOVERS, name)
    return found


@dataclass
class Tally:
    """How many attempts of each operator had which outcome; `tried` is the sum of all the others."""

    counts: dict[str, dict[str, int]] = field(default_factory=dict)

    def note(self, operator: str, outcome: str) -> None:
        row = self.counts.setdefault(operator, dict.fromkeys(OUTCOMES, 0))
        row["tried"] += 1
        row[outcome] += 1


@dataclass
class Variation:
    """Makes children. Weights say how often an operator is tried. Genomes with one `fingerprint` count as the same game."""

    mutations: dict[str, float] = field(default_factory=lambda: dict(MUTATION_WEIGHTS))
    crossovers: dict[str, float] = field(default_factory=lambda: dict(CROSSOVER_WEIGHTS))
    fingerprint: Fingerprint = content_hash
    tally: Tally = field(default_factory=Tally)

    @classmethod
    def with_weights(cls, weights: Mapping[str, float], fingerprint: Fingerprint = content_hash) -> Variation:
        """A variation with other weights for some operators. One of another package is used only if it has a weight."""
        mutations, crossovers = dict(MUTATION_WEIGHTS), dict(CROSSOVER_WEIGHTS)
        for name, weight in sorted(weights.items()):  # the order of a file means nothing
            if callable(find_mutation(name)):
                mutations[name] = weight
            elif callable(find_crossover(name)):
                crossovers[name] = weight
            else:
                groups = (plugins.MUTATIONS, plugins.CROSSOVERS, plugins.TWISTS)
                every = ", ".join(
                    [*MUTATIONS, *CROSSOVERS, *(name for group in groups for name in plugins.names(group))]
                )
                raise SettingError(f"operators.weights.{name}: not one of {every}")
        for kind, left in (("mutation", mutations), ("crossover", crossovers)):
            if not any(left.values()):
                raise SettingError(f"operators.weights: no {kind} is left")
        return cls(mutations, crossovers, fingerprint)

    def mutate(self, parent: GameGenome, rng: random.Random) -> GameGenome | None:
        """A child that differs from its parent by one mutation; None if none was found."""
        names, weights = list(self.mutations), list(self.mutations.values())
        family = Family([parent], self.fingerprint, rng)
        [fitted] = family.fitted
        for _ in range(TRIES):
            name = rng.choices(names, weights)[0]
            child = self._settle(name, find_mutation(name)(fitted, rng), family, rng)
            if child is not None:
                return child
        return None

    def cross(self, mother: GameGenome, father: GameGenome, rng: random.Random) -> GameGenome | None:
        """A child of two that differs from both; None if none was found."""
        names, weights = list(self.crossovers), list(self.crossovers.values())
        family = Family([mother, father], self.fingerprint, rng)
        first, second = family.fitted
        if self.fingerprint(first) == self.fingerprint(second):
            return None
        idle: Counter[str] = Counter()
        for _ in range(TRIES):
            name = rng.choices(names, weights)[0]
            if idle[name] >= PATIENCE.get(name, MOST_IDLE):
                return None
            change = find_crossover(name)(first, second, rng)
            child = self._settle(name, change, family, rng)
            if child is not None:
                return child
            idle[name] += change is None
        return None

    def _settle(
        self, name: str, change: tuple[GameGenome, str] | None, family: Family, rng: random.Random
    ) -> GameGenome | None:
        """The child mended and named, or None; the outcome is counted."""
        if change is None:
            self.tally.note(name, "idle")
            return None
        draft, note = change
        child, outcome = close(draft, rng, family.faults)
        if child is not None and self.fingerprint(child) in family.fingerprints:
            outcome = "unchanged"
        self.tally.note(name, outcome)
        if child is None or outcome not in KEPT:
            return None
        return name_by_content(child, family.parents, f"{name}: {note}" if note else name)


class Family:
    """Parents, and what their children are compared with. Children are made of fitted parents: fitting is no variation."""

    def __init__(self, parents: Sequence[GameGenome], fingerprint: Fingerprint, rng: random.Random) -> None:
        self.parents = parents
        fitted = {fingerprint(parent): fit(parent, rng) for parent in parents}  # one game is fitted in one way
        self.fitted = [fitted[fingerprint(parent)] for parent in parents]
        self.fingerprints = {fingerprint(parent) for parent in (*parents, *self.fitted)}
        every = (issue for parent in (*parents, *self.fitted) for issue in check(parent).warnings)
        self.faults = {issue.message for issue in every}


def name_by_content(genome: GameGenome, parents: Sequence[GameGenome], lineage: str) -> GameGenome:
    """The genome with a name that is a hash of its content, its parents, and how it was made from them.

    What the rules were called stays behind: "Settebello" is a point of scopa, not of every game that counts the 7 of diamonds.
    """
    changes: dict[str, Any] = {
        "genome_id": f"g-{content_hash(genome)[:16]}",
        "generation": 1 + max((parent.generation for parent in parents), default=-1),
        "parents": tuple(parent.genome_id for parent in parents),
        "lineage": lineage[:300],
        "name": "",
        "description": "",
        "scoring_rules": tuple(msgspec.structs.replace(rule, description="") for rule in genome.scoring_rules),
    }
    return msgspec.structs.replace(genome, **changes)


def draw_genome(rng: random.Random) -> GameGenome:
    """A random genome that lacks nothing it needs, whatever else the judge may say. It gets time to end by its own rules."""
    for _ in range(TRIES):
        genome = fit(msgspec.structs.replace(random_genome(rng), max_turns=TURNS), rng)
        report = check(genome)
        if not report.errors and not any(issue.gate in SENSELESS for issue in report.warnings):
            break
    else:
        genome = random_genome(rng)
    return name_by_content(genome, (), "random")
