"""Twists of games in which everybody shows a card and the best wins, and of hands that are compared for a pot."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from ....genome.genome import GameGenome
from ....language.context import Context
from ....language.facts import Ends, Makes, Prompts
from ....language.fields import Visibility
from ....mechanics.phases.discard import DiscardPhase
from ....mechanics.wins import WinCondition
from .twist import change_phase, change_setup, find_phase, twist

EXCHANGED = 3  # cards at most


@twist("Everyone holds the cards and chooses which to play, all at the same time.", has=(Makes.BATTLES, Prompts.FLIP))
def choose_cards(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """What is won is captured: a hand from which one chooses would grow without end."""
    context = Context(genome)
    held = change_setup(genome, hand_order="set", hand_visibility=Visibility.OWNER_ONLY)
    fields = {"take_to": "capture_zone"} if find_phase(genome, Makes.HANDS_WON) else {}
    wins = tuple(
        WinCondition(type="most_captured") if win.has(Ends.ELIMINATION, context) else win
        for win in genome.win_conditions
    )
    return change_phase(msgspec.structs.replace(held, win_conditions=wins), Makes.BATTLES, **fields)


@twist("A tie is fought on with one card more.", has=(Makes.BATTLES,))
def ties_go_on(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    if getattr(find_phase(genome, Makes.BATTLES), "on_tie", "battle") == "battle":
        return None
    return change_phase(genome, Makes.BATTLES, on_tie="battle", cards_down=0, short_of_cards="last_card")


@twist("In a tie nobody wins, and the cards played are lost.", has=(Makes.BATTLES,))
def ties_are_lost(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    if getattr(find_phase(genome, Makes.BATTLES), "on_tie", "nobody") == "nobody":
        return None
    return change_phase(genome, Makes.BATTLES, on_tie="nobody")


# Hands compared for a pot.


@twist("Before the showdown everyone may exchange cards, and bets again.", has=(Makes.BETS, Makes.SHOWDOWN))
def exchange(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """A second exchange where there is one already. The bets are those of the last round before the showdown."""
    context = Context(genome)
    if len(genome.turn_structure.phases) > 4 or not context.stock:
        return None
    bets = [phase for phase in genome.turn_structure.phases if phase.has(Makes.BETS, context)]
    swap = DiscardPhase(min_cards=0, max_cards=EXCHANGED, mandatory=False, who="all", replace=True)
    phases: list[Any] = []
    for phase in genome.turn_structure.phases:
        phases += [swap, bets[-1], phase] if phase.has(Makes.SHOWDOWN, context) else [phase]
    turn = msgspec.structs.replace(genome.turn_structure, phases=tuple(phases))
    hidden = change_setup(genome, discard_visibility="face_down")
    return msgspec.structs.replace(hidden, turn_structure=turn)


@twist("The hand of the highest total value wins the pot.", has=(Makes.SHOWDOWN,))
def highest_total(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    return change_phase(genome, Makes.SHOWDOWN, hand_evaluator="card_total")
