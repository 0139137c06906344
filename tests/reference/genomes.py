"""The genomes that are fuzzed: random ones, some of them turned to what random ones seldom come to."""

from __future__ import annotations

import random

import msgspec

from darwindeck.genome.fields import RANKS
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.mechanics import PlayPhase
from darwindeck.genome.mechanics.card_conditions import CardIsRank, CardMatchesRank, CardMatchesSuit
from darwindeck.genome.mechanics.conditions import CompoundCondition
from darwindeck.genome.random_genomes import random_genome
from darwindeck.genome.repair import repair

TURNED = 16  # one genome in so many


def genome_at(seed: int, number: int) -> GameGenome:
    rng = random.Random(f"{seed}/{number}")
    genome = random_genome(rng)
    return about_last_played(genome, rng) or genome if number % TURNED == 0 else genome


def about_last_played(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """With plays of several cards that must match the last one played, or be wild; None if it does not take them."""
    like = rng.choice((CardMatchesRank, CardMatchesSuit))(reference="last_played")
    wild = CompoundCondition(logic="OR", conditions=(like, CardIsRank(rank=rng.choice(RANKS))))
    play = PlayPhase(valid_play_condition=rng.choice((like, wild)), max_cards=rng.randint(2, 4))
    phases = [phase for phase in genome.turn_structure.phases if not isinstance(phase, PlayPhase)]
    turn = msgspec.structs.replace(genome.turn_structure, phases=(play, *phases))
    return repair(msgspec.structs.replace(genome, turn_structure=turn))
