"""Nesting in games of tricks: what tricks are promised for, what they are played for, and what beats them."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from ....genome.genome import GameGenome
from ....judge.flow import Flow
from ....language.context import Context
from ....language.facts import Ends, Makes, Reads
from ....language.fields import Location
from ....mechanics.actions.discard_card import DiscardCard
from ....mechanics.actions.draw_cards import DrawCards
from ....mechanics.actions.transfer_cards import TransferCards
from ....mechanics.phases.turn_up import TurnUpPhase
from ..modules import join
from .way import Draft, all_with, open_with, with_goal, with_setup, with_turn

PRIZE = TransferCards(source=Location.TABLEAU, target=Location.CAPTURE_ZONE, count=0)
SPOILS = TransferCards(source=Location.TABLEAU, target=Location.HAND, count=1)
MOST_BOOK = 6  # tricks that are won before those that a contract counts
MANY_CARDS = 8  # of a hand that can be dealt in two halves


def auction(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Bids before tricks. They decide alone, or beside what the tricks score, then by as much smaller as that is."""
    bids = all_with(father, "opening", Makes.BIDS)
    if not bids or not all_with(mother, "phases", Makes.TRICKS) or all_with(mother, "opening", Makes.BIDS, Makes.CALLS):
        return None
    bid = bids[0]
    if hasattr(bid, "trump_by_success"):  # trumps are the mother's
        bid = msgspec.structs.replace(bid, trump_by_success=False)
    ours, theirs = Context(mother).target, Context(father).target
    points = ("nil_bonus", "trick_points", "overtrick_points", "bag_penalty")
    scales = all(hasattr(bid, name) for name in points)
    if Flow(mother).ranks_by(Reads.LOW_SCORES) or not ours or not theirs or not scales or rng.random() < 0.5:
        child = with_goal(mother, father)
        if bid.may(Makes.COMMITS):  # where passed cards lie, so those are passed before
            child = with_turn(child, opening=(*child.turn_structure.opening[:3], bid))
        else:
            child = open_with(child, bid)
        context = Context(child)
        return None if any(bid.faults(context)) or any(bid.doubts(context)) else child
    scaled = {name: round(getattr(bid, name) * ours / theirs) for name in points}
    scaled["trick_points"] = max(1, scaled["trick_points"])
    return open_with(mother, msgspec.structs.replace(bid, **scaled))


def contract(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Who calls says which suit is trumps, and must win enough of the mother's tricks; only that scores."""
    calls = [phase for phase in all_with(father, "opening", Makes.CALLS) if not phase.may(Reads.CAPTURED)]
    tricks, flow = all_with(mother, "phases", Makes.TRICKS), Flow(mother)
    if not calls or len(tricks) != 1 or flow.has(Makes.BIDS, Makes.CALLS, Makes.TRUMP, Makes.DRAWS):
        return None
    context = Context(mother)
    shown = father.setup.initial_tableau_count
    hand = min(context.dealt_hand, (context.deck.bit_count() - shown) // context.seats)
    sides = len(mother.teams) or context.seats
    fields: dict[str, Any] = {"needed": hand // sides + 1, "book": min(MOST_BOOK, hand // sides), "vulnerable": ()}
    call = msgspec.structs.replace(calls[0], **{name: new for name, new in fields.items() if hasattr(calls[0], name)})
    child = with_setup(
        with_goal(mother, father),
        cards_per_player=hand,
        hand_sizes={},
        initial_tableau_count=shown,
        trump_selection_method="none",
        trump_suit=None,
    )
    child = with_turn(child, phases=tuple(map(with_trumps, mother.turn_structure.phases)))
    return open_with(child, call)


def with_trumps(phase: Any) -> Any:
    """The phase, if it is a trick, with the trump suit of the deal."""
    if not phase.may(Makes.TRICKS):
        return phase
    return msgspec.structs.replace(phase, trump_suit="selected", trump_beats_suit=True)


def spoils(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Half of the cards are dealt. Each trick is for the card that lies on the table: its winner takes that card, the others draw unseen ones."""
    rewards = [action for phase in all_with(father, "phases", Makes.TRICKS) for action in phase.winner_actions]
    tricks, context = all_with(mother, "phases", Makes.TRICKS), Context(mother)
    cards = context.deck.bit_count()
    if SPOILS not in rewards or len(tricks) != 1 or tricks[0].winner_actions or len(mother.turn_structure.phases) > 1:
        return None
    if Flow(mother).has(Makes.BIDS, Makes.CALLS, Makes.DRAWS) or cards % context.seats:
        return None
    if context.dealt_hand < MANY_CARDS or (mother.match is not None and mother.match.hand_schedule):
        return None
    method = mother.setup.trump_selection_method
    child = with_setup(
        mother,
        cards_per_player=cards // context.seats // 2,
        hand_sizes={},
        initial_tableau_count=1,
        reshuffle=False,
        trump_selection_method="tableau" if method in ("turn_up", "last_card_dealt") else method,
    )
    contest = msgspec.structs.replace(tricks[0], winner_actions=(SPOILS, DrawCards(count=1, who="others")))
    return with_turn(child, phases=(contest, TurnUpPhase()))


def prizes(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Each trick is played for cards that are turned up before it; hands are so small that there is one for every trick."""
    context = Context(father)
    turned = [phase for phase in father.turn_structure.phases if phase.count_laid_out(context)]
    tricks = all_with(mother, "phases", Makes.TRICKS)
    if not turned or len(tricks) != 1 or any(p.count_laid_out(context) for p in mother.turn_structure.phases):
        return None
    counts = Flow(mother).captures_count
    if Flow(mother).has(Makes.CALLS) or not (counts or Flow(father).captures_count):
        return None
    cards = Context(mother).deck.bit_count()
    hand = cards // (mother.player_count + turned[0].count_laid_out(context))
    setup = msgspec.structs.replace(mother.setup, cards_per_player=hand, hand_sizes={})
    if setup.trump_selection_method == "last_card_dealt":
        setup = msgspec.structs.replace(setup, trump_selection_method="bottom_card")
    contest = msgspec.structs.replace(tricks[0], winner_actions=(PRIZE, *tricks[0].winner_actions[:1]))
    readers = mother if counts else father
    child = msgspec.structs.replace(
        mother,
        setup=setup,
        scoring_rules=readers.scoring_rules,
        sweep=None,
        win_conditions=readers.win_conditions,
        match=readers.match,
    )
    opening = tuple(phase for phase in mother.turn_structure.opening if counts or not phase.may(Makes.BIDS))
    return with_turn(child, phases=(turned[0], contest), opening=opening)


def shedding_tricks(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """Tricks, and who wins one puts away a card more: the goal is an empty hand."""
    tricks, flow = all_with(mother, "phases", Makes.TRICKS), Flow(father)
    sheds = any(win.has(Ends.SHEDDING, flow.context) for win in father.win_conditions) and flow.hands_end_it
    if len(tricks) != 1 or not sheds or all_with(father, "phases", Makes.TRICKS) or tricks[0].winner_actions:
        return None
    if Flow(mother).has(Makes.CALLS, Makes.KNOCK_OUTS):
        return None
    child = join(mother, father, mother, mother)
    phases = tuple(
        msgspec.structs.replace(phase, winner_actions=(DiscardCard(),)) if phase.may(Makes.TRICKS) else phase
        for phase in child.turn_structure.phases
    )
    return with_turn(msgspec.structs.replace(child, teams=()), phases=phases)


def trumps(mother: GameGenome, father: GameGenome, rng: random.Random) -> Draft:
    """A suit that beats the others, found as the father finds it."""
    method = father.setup.trump_selection_method
    tricks = all_with(mother, "phases", Makes.TRICKS)
    if method in ("none", mother.setup.trump_selection_method) or Context(mother).has_trump or len(tricks) != 1:
        return None
    setup = msgspec.structs.replace(mother.setup, trump_selection_method=method, trump_suit=father.setup.trump_suit)
    phases = tuple(map(with_trumps, mother.turn_structure.phases))
    return with_turn(msgspec.structs.replace(mother, setup=setup), phases=phases)
