"""Genomes for tests of variation, and evaluators that play no game."""

from __future__ import annotations

import random
from collections.abc import Sequence

from darwindeck.evolve.gallery import family
from darwindeck.evolve.random_genomes import random_genome
from darwindeck.evolve.strategies.loop import Strategy
from darwindeck.evolve.vary import Variation
from darwindeck.genome.distance import has_idea
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import known_games, load_genome
from darwindeck.measure.estimate import Metric
from darwindeck.measure.evaluation import Candidate, Evaluation

KNOWN = [load_genome(name) for name in known_games()]
NOISE = 0.05


def some_genome(seed: int) -> GameGenome:
    """A known game, a random one, or one some mutations away from a known game."""
    rng = random.Random(seed)
    if seed % 3 == 0:
        return random_genome(rng)
    genome = rng.choice(KNOWN)
    for _ in range(seed % 3 * 2 - 2):
        genome = Variation().mutate(genome, rng) or genome
    return genome


def mutants(name: str, count: int) -> list[GameGenome]:
    """Games far from the known one that have its phases still, and an idea of their own."""
    rng, variation, found = random.Random(1), Variation(), {}
    known = load_genome(name)
    while len(found) < count:
        genome = known
        for _ in range(12):
            genome = variation.mutate(genome, rng) or genome
        if family(genome) == family(known) and has_idea(genome):
            found[genome.genome_id] = genome
    return list(found.values())


def rule_share(genome: GameGenome) -> float:
    """The more single rules, the better, up to nine."""
    return (len(genome.scoring_rules) + len(genome.special_effects) + len(genome.triggers)) / 9


def evaluate(candidate: Candidate) -> Evaluation:
    """A fake: fitness is the number of rules, with noise that depends on the measurement."""
    genome = candidate.genome
    noise = random.Random(f"{genome.genome_id} {candidate.measurement}").uniform(-NOISE, NOISE)
    fitness = rule_share(genome) + noise
    descriptors = {
        "module": float(len(genome.turn_structure.phases)),
        "players": float(genome.player_count),
        "minutes": 4.0 * genome.player_count,
        "luck": genome.setup.cards_per_player / 20,
    }
    endings = {"decided": 30, "draw": genome.player_count}
    found = Metric(fitness, fitness - NOISE, fitness + NOISE, 30)
    return Evaluation(candidate, found, genome.max_turns > 1, descriptors=descriptors, endings=endings)


def rounds(strategy: Strategy, count: int) -> list[list[tuple[str, int]]]:
    """Runs a strategy and gives the keys of all it asked for."""
    asked = []
    for _ in range(count):
        batch: Sequence[Candidate] = strategy.ask()
        asked.append([candidate.key for candidate in batch])
        strategy.tell([evaluate(candidate) for candidate in reversed(batch)])
    return asked
