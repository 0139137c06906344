"""Twists of games in which players get rid of cards by playing them on a pile: ranks with powers, other ways to play."""

from __future__ import annotations

import random

import msgspec

from ....genome.genome import GameGenome
from ....language.context import Context
from ....language.facts import Makes
from ....language.fields import Rank, rank_set
from ....mechanics.actions.action import ActionMechanic
from ....mechanics.actions.discard_card import DiscardCard
from ....mechanics.actions.draw_cards import DrawCards
from ....mechanics.actions.skip_turn import SkipTurn
from ....mechanics.effects import SpecialEffect
from .twist import change_phase, find_phase, twist

MOST_AT_ONCE = 4


def give_power(genome: GameGenome, rank: Rank, action: ActionMechanic) -> GameGenome | None:
    """The game with a rank that does something when it is played; None if the rank has a power, or is not there."""
    taken = {effect.trigger_card for effect in genome.special_effects}
    if {rank, None} & taken or not Context(genome).deck & rank_set(rank):
        return None
    effect = SpecialEffect(trigger_card=rank, actions=(action,))
    return msgspec.structs.replace(genome, special_effects=(*genome.special_effects, effect))


@twist("A 2 makes the next player draw two cards.", has=(Makes.PLAYS, Makes.DRAWS))
def twos_draw_two(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    return give_power(genome, "2", DrawCards(count=2, who="next"))


@twist("A jack makes the next player miss a turn.", has=(Makes.PLAYS,))
def jacks_skip(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    return give_power(genome, "J", SkipTurn())


@twist("Whoever plays a 3 discards another card, whatever it is.", has=(Makes.PLAYS, Makes.DISCARDS))
def threes_discard(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    return give_power(genome, "3", DiscardCard(count=1, who="actor"))


@twist("Whoever cannot play draws until they can.", has=(Makes.PLAYS, Makes.DRAWS))
def draw_until_able(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    if getattr(find_phase(genome, Makes.PLAYS), "draw_if_unable", "none") != "one":
        return None
    return change_phase(genome, Makes.PLAYS, draw_if_unable="until")


@twist("Several cards of one rank may be played at once, if each of them fits.", has=(Makes.PLAYS,))
def several_at_once(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    if getattr(find_phase(genome, Makes.PLAYS), "max_cards", MOST_AT_ONCE) > 1:
        return None
    return change_phase(genome, Makes.PLAYS, max_cards=MOST_AT_ONCE, group_validation="set")
