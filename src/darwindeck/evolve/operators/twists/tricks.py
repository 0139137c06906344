"""Twists of games with tricks."""

from __future__ import annotations

import random
from typing import Any, Literal

import msgspec

from ....genome.genome import GameGenome
from ....language.context import Context
from ....language.facts import Makes, Reads
from ....language.fields import Location, Operator, Suit
from ....mechanics.actions.add_score import AddScore
from ....mechanics.actions.draw_cards import DrawCards
from ....mechanics.conditions.card_matches_rank import CardMatchesRank
from ....mechanics.conditions.card_matches_suit import CardMatchesSuit
from ....mechanics.conditions.compound import CompoundCondition
from ....mechanics.conditions.location_empty import LocationEmpty
from ....mechanics.phases.name_trump import NameTrumpPhase
from ....mechanics.phases.pass_cards import PassCardsPhase
from .twist import add_phases, change_phase, change_setup, find_phase, stake, twist, wins_low

MANY_CARDS = 8  # in a hand that can be dealt in two halves


@twist("The last trick of a deal scores extra.", has=(Makes.TRICKS, Reads.SCORES), lacks=(Makes.DRAWS,))
def last_trick(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """Nobody draws, so whoever wins a trick with an empty hand has won the last one."""
    asked = [part for rule in genome.scoring_rules for part in rule.condition.parts()]
    if any(part.may(Reads.TRICKS) and not part.may(Makes.TRICK_COUNT) for part in asked):  # it scores already
        return None
    return _reward(genome, AddScore(points=stake(genome), condition=LocationEmpty(location=Location.HAND)))


def _reward(genome: GameGenome, action: AddScore | DrawCards) -> GameGenome | None:
    """The game in which the winner of a trick does something more."""
    rewards = getattr(find_phase(genome, Makes.TRICKS), "winner_actions", ())
    if any(isinstance(reward, type(action)) for reward in rewards):
        return None
    return change_phase(genome, Makes.TRICKS, winner_actions=(*rewards, action))


@twist("Whoever can beat the best card of the trick, in its suit, must do so.", has=(Makes.TRICKS,))
def must_beat(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    phase = find_phase(genome, Makes.TRICKS)
    if getattr(phase, "play_condition", None) is not None:
        return None
    better = Operator.GT if getattr(phase, "high_card_wins", True) else Operator.LT
    beats = CompoundCondition(
        logic="AND",
        conditions=(
            CardMatchesSuit(reference="highest_played"),
            CardMatchesRank(reference="highest_played", operator=better),
        ),
    )
    return change_phase(genome, Makes.TRICKS, play_condition=beats)


@twist("Nobody has to follow suit.", has=(Makes.TRICKS, Reads.TRUMP))
def free_play(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    return change_phase(genome, Makes.TRICKS, lead_suit_required=False)


@twist("A suit is trumps: that of a card shown at the deal.", has=(Makes.TRICKS,), lacks=(Reads.TRUMP,))
def trumps(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    method = "turn_up" if Context(genome).stock else "last_card_dealt"
    ranked = change_setup(genome, trump_selection_method=method, trump_suit=None)
    return change_phase(ranked, Makes.TRICKS, trump_suit="selected", trump_beats_suit=True)


@twist("Whoever is last names the trump suit.", has=(Makes.TRICKS, Reads.SCORES), lacks=(Makes.TRUMP,))
def last_names_trumps(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """After the cards were passed, before bids. A trump suit that was the same in every deal is that no longer."""
    if genome.match is None:
        return None
    last: Literal["lowest_score", "highest_score"] = "highest_score" if wins_low(genome) else "lowest_score"
    plain = change_setup(genome, trump_selection_method="none", trump_suit=None)
    named = change_phase(
        plain, Makes.TRICKS, trump_suit="selected", trump_beats_suit=True, breaking_suit=_unbroken(genome)
    )
    assert named is not None
    turn = named.turn_structure
    place = sum(phase.may(Makes.PASSES) for phase in turn.opening[:1])
    opening = (*turn.opening[:place], NameTrumpPhase(chooser=last), *turn.opening[place:])
    return msgspec.structs.replace(named, turn_structure=msgspec.structs.replace(turn, opening=opening))


def _unbroken(genome: GameGenome) -> Suit | None:
    """The suit that must be broken, unless it is trumps and will be so no longer."""
    phase = find_phase(genome, Makes.TRICKS)
    suit: Suit | None = getattr(phase, "breaking_suit", None)
    return None if suit == getattr(phase, "trump_suit", None) else suit


@twist("There are no trumps.", has=(Reads.TRUMP,), lacks=(Makes.TRUMP,))
def no_trumps(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    setup = genome.setup
    starts = "dealer_left" if setup.starting_player == "lowest_trump" else setup.starting_player
    plain = change_setup(genome, trump_selection_method="none", trump_suit=None, starting_player=starts)
    if find_phase(genome, Makes.TRICKS) is None:
        return plain
    return change_phase(plain, Makes.TRICKS, trump_suit="none", trump_order=None, breaking_suit=_unbroken(genome))


@twist(
    "Only half of the cards are dealt; after each trick everyone draws one, the winner first.",
    has=(Makes.TRICKS,),
    lacks=(Makes.BIDS, Makes.DRAWS),
)
def winner_draws_first(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    context = Context(genome)
    hand = context.dealt_hand
    if context.stock or hand < MANY_CARDS or hand * context.seats != context.deck.bit_count():
        return None
    dealt = change_setup(genome, cards_per_player=hand // 2, hand_sizes={})
    return _reward(dealt, DrawCards(count=1, who="all"))


@twist("After each trick everyone passes a card to the left.", has=(Makes.TRICKS,), lacks=(Makes.DRAWS,))
def pass_after_tricks(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    if any(phase.may(Makes.PASSES) for phase in genome.turn_structure.phases):
        return None
    return add_phases(genome, PassCardsPhase(count=1, directions=("left",)))


@twist("Bids must be exact: each trick beyond the bid costs as much as a trick bid is worth.", has=(Makes.BIDS,))
def exact_bids(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    worth = getattr(find_phase(genome, Makes.BIDS), "trick_points", 0)
    return change_phase(genome, Makes.BIDS, overtrick_points=0, bag_limit=1, bag_penalty=worth)


@twist("The last to bid may not make the bids add up to the tricks of the deal.", has=(Makes.BIDS,))
def no_even_bids(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    return change_phase(genome, Makes.BIDS, hook=True)


@twist(
    "The jack of trumps is the highest trump, the other jack of its colour the second.", has=(Makes.TRICKS, Reads.TRUMP)
)
def bowers(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    phase: Any = find_phase(genome, Makes.TRICKS)
    if phase.trump_suit != "selected" or phase.trump_ranks or phase.trump_order:
        return None
    return change_phase(genome, Makes.TRICKS, trump_ranks=("J",), trump_ranks_of="color")
