"""Nesting around a deal: what happens before its first turn, and what becomes of players when it is over."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from ....genome.genome import GameGenome, MatchRules
from ....judge.flow import Flow
from ....language.context import Context
from ....language.facts import Makes, Needs, Reads
from ....language.fields import Operator
from ....mechanics.conditions.capture_count import CaptureCount
from ....mechanics.conditions.condition import ConditionMechanic
from ....mechanics.conditions.has_captured_card import HasCapturedCard
from ....mechanics.conditions.trick_count import TrickCount
from .way import Draft, all_with, open_with, with_goal, with_turn

MOST_NEW = 3  # cards that are exchanged for others, half a hand at most
STAYING = 3  # players, so that a deal puts one out and goes on with the others
DEALS_EACH = 5  # deals for each player who must go


def exchange(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Cards are passed on before the first turn."""
    passes = [phase for phase in all_with(father, "opening", Makes.PASSES) if not phase.may(Needs.TITLES)]
    hand = Context(mother).dealt_hand
    if not passes or all_with(mother, "opening", Makes.PASSES) or mother.setup.hand_order != "set" or hand < 4:
        return None
    ways = ("left", "right")[: 1 + (mother.player_count > 2)] if mother.match is not None else ("left",)
    directions = passes[0].directions if mother.match is not None and mother.player_count == 4 else ways
    return open_with(
        mother, msgspec.structs.replace(passes[0], count=min(passes[0].count, hand // 2), directions=directions)
    )


def new_cards(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Before the first turn everybody may put cards away and draw as many, if the stock has enough for all.

    Not where the discard pile means something in play: what was put away would lie on it.
    """
    swaps = [phase for phase in father.turn_structure.phases if getattr(phase, "replace", False)]
    context, flow = Context(mother), Flow(mother)
    count = min(MOST_NEW, context.dealt_hand // 2)
    piles = flow.is_used(Reads.DISCARDS, Needs.DISCARDS, Makes.TOP_TAKEN, Makes.DISCARDS_TAKEN, Makes.DISCARDS)
    if not swaps or piles or context.queue or mother.setup.hand_suits or mother.setup.refill:
        return None
    if not count or context.stock < count * context.seats or Flow(mother).has(Makes.PASSES):
        return None
    return open_with(mother, msgspec.structs.replace(swaps[0], max_cards=count, who="all"))


def lead(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Everybody puts a card face down; who has the highest takes them all, and the first turn."""
    battles = [battle for place in ("phases", "opening") for battle in all_with(father, place, Makes.BATTLES)]
    captures = Flow(mother).captures_count and mother.setup.hand_order == "set"
    if not battles or not captures or mother.turn_structure.opening or Context(mother).dealt_hand < 5:
        return None
    if mother.setup.starting_player == "holder" or Flow(mother).has(Makes.BATTLES, Makes.BOOKS):
        return None
    battle = msgspec.structs.replace(battles[0], spoils="cards", take_to="capture_zone", on_tie="nobody")
    return open_with(mother, battle)


def knock_outs(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Whoever does worst in a deal is out, until one is left."""
    leaves = [phase for phase in all_with(father, "opening", Makes.KNOCK_OUTS) if hasattr(phase, "condition")]
    flow = Flow(mother)
    if not leaves or father.match is None or flow.has(Makes.KNOCK_OUTS, Makes.CALLS, Makes.BETS):
        return None
    out = find_worst(flow)
    if out is None or mother.player_count < STAYING or mother.setup.hand_suits:
        return None
    match = father.match
    if not out.may(Makes.TRICK_COUNT):
        match = MatchRules(max_deals=DEALS_EACH * mother.player_count)
    opening = tuple(phase for phase in mother.turn_structure.opening if not phase.may(Makes.BIDS))
    child = msgspec.structs.replace(with_goal(mother, father), teams=(), match=match)
    return with_turn(child, opening=(msgspec.structs.replace(leaves[0], condition=out), *opening)[:4])


def find_worst(flow: Flow) -> ConditionMechanic | None:
    """Who does worst: takes a card that costs points; wins no trick; or captures fewer cards than each other player."""
    rules = flow.scoring if flow.ranks_by(Reads.LOW_SCORES) else ()
    conditions: list[Any] = [rule.condition for rule in rules if rule.condition.may(Makes.CARDS_SCORED)]
    card = next((each for each in conditions if each.suit and each.rank), None)
    if card is not None:
        return HasCapturedCard(suit=card.suit, rank=card.rank)
    if flow.tricks_count and not flow.genome.setup.refill and not flow.has(Makes.DRAWS):
        return TrickCount(operator=Operator.EQ, value=0)
    return CaptureCount(operator=Operator.LT) if flow.captures_count else None
