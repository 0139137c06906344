"""The genomes that are fuzzed: random ones, some of them turned to what random ones seldom come to."""

from __future__ import annotations

import random

import msgspec

from darwindeck.genome.fields import RANKS
from darwindeck.genome.genome import GameGenome, TurnStructure
from darwindeck.genome.mechanics import PlayPhase, SpecialEffect, WinCondition
from darwindeck.genome.mechanics.action import ChooseSuit
from darwindeck.genome.mechanics.card_conditions import CardIsRank, CardMatchesColor, CardMatchesRank, CardMatchesSuit
from darwindeck.genome.mechanics.conditions import CompoundCondition
from darwindeck.genome.random_genomes import random_genome
from darwindeck.genome.repair import repair

TURNED = 16  # one genome in so many


def genome_at(seed: int, number: int) -> GameGenome:
    rng = random.Random(f"{seed}/{number}")
    genome = random_genome(rng)
    turn = {0: about_last_played, TURNED // 2: about_going_out}.get(number % TURNED)
    return (turn(genome, rng) if turn else None) or genome


def about_last_played(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """With plays of several cards that must match the last one played, or be wild; None if it does not take them."""
    like = rng.choice((CardMatchesRank, CardMatchesSuit))(reference="last_played")
    wild = CompoundCondition(logic="OR", conditions=(like, CardIsRank(rank=rng.choice(RANKS))))
    play = PlayPhase(valid_play_condition=rng.choice((like, wild)), max_cards=rng.randint(2, 4))
    phases = [phase for phase in genome.turn_structure.phases if not isinstance(phase, PlayPhase)]
    turn = msgspec.structs.replace(genome.turn_structure, phases=(play, *phases))
    return repair(msgspec.structs.replace(genome, turn_structure=turn))


def about_going_out(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """With few cards to get rid of, each of which lets the player name the suit of the next; None if it does not take them."""
    like = rng.choice((CardMatchesSuit, CardMatchesColor))(reference="top_discard")
    play = PlayPhase(valid_play_condition=like, draw_if_unable=rng.choice(("none", "one", "until")))
    effect = SpecialEffect(
        actions=(ChooseSuit(), *(action for old in genome.special_effects for action in old.actions[:2]))
    )
    wins = (win for win in genome.win_conditions if win.type != "empty_hand")
    return repair(
        msgspec.structs.replace(
            genome,
            setup=msgspec.structs.replace(genome.setup, cards_per_player=rng.randint(1, 3), initial_discard_count=1),
            turn_structure=TurnStructure(phases=(play,)),
            special_effects=(effect,),
            win_conditions=(WinCondition(type="empty_hand"), *wins),
        )
    )
