"""Twists of what players hold: cards passed on, discarded to piles of their own, laid off, asked for."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from ....genome.genome import GameGenome
from ....language.context import Context
from ....language.facts import Makes, Prompts, Reads
from ....mechanics.phases.pass_cards import PassCardsPhase
from .twist import change_phase, change_setup, replace_phases, twist

MOST_PASSED = 3
FEWEST_PILES = 3  # discard piles among which that of the player before is a choice of the rules
JUDGED = (Prompts.CARD, Prompts.RANK, Prompts.BET)  # who is asked for these knows which cards to keep


@twist("Before play everyone passes some cards to the left.", lacks=(Makes.PASSES, Makes.OFFER))
def pass_before_play(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """About a quarter of the hand. Bids, if there are any, come afterwards."""
    context = Context(genome)
    chooses = any(phase.may(prompt) for phase in context.phases for prompt in JUDGED)
    if context.queue or genome.setup.hand_suits or genome.setup.refill or not chooses:
        return None
    count = max(1, min(MOST_PASSED, context.dealt_hand // 4))
    turn = genome.turn_structure
    opening = (PassCardsPhase(count=count, directions=("left",)), *turn.opening)
    return msgspec.structs.replace(genome, turn_structure=msgspec.structs.replace(turn, opening=opening))


@twist(
    "Everyone has a discard pile of their own, and may draw from that of the player before.",
    has=(Makes.DISCARDS, Makes.TOP_TAKEN),
    lacks=(Reads.DISCARDS, Makes.CLAIMS),
)
def own_discards(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """There is no first up-card any more, and so none to offer. Of two players each draws from the other's discards anyway."""
    if genome.player_count < FEWEST_PILES:
        return None

    def change(phase: Any) -> Any:
        if phase.may(Makes.OFFER):
            return None
        fields = {
            name: place
            for name, place in (
                ("source", "previous_discard"),
                ("or_source", "previous_discard"),
                ("target", "own_discard"),
            )
            if getattr(phase, name, None) == "discard"
        }
        return msgspec.structs.replace(phase, **fields)

    return replace_phases(change_setup(genome, initial_discard_count=0, initial_discard_not=None), change)


@twist("Nothing may be laid off on the melds of others.", has=(Makes.MELDS,))
def no_layoffs(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    return change_phase(genome, Makes.MELDS, layoffs=False)


@twist("Drawing the rank asked for gives no other question.", has=(Makes.BOOKS,))
def one_question(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    return change_phase(genome, Makes.BOOKS, again_on_match=False)
