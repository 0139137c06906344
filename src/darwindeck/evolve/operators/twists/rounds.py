"""Twists of climbing rounds, layouts, running totals, knocks and common cards, and of hands that change from deal to deal."""

from __future__ import annotations

import random

import msgspec

from ....genome.genome import GameGenome, MatchRules
from ....judge.flow import Flow
from ....language.context import Context
from ....language.facts import Makes, Needs, Reads
from ....language.fields import Visibility
from ....mechanics.actions.play_again import PlayAgain
from ....mechanics.conditions.capture_count import CaptureCount
from ....mechanics.phases.discard import DiscardPhase
from ....mechanics.scoring import ScoringRule
from ....mechanics.wins import WinCondition
from .plays import give_power
from .twist import change_phase, change_setup, find_phase, replace_phases, twist

FEWEST = 5  # cards of a hand that can become smaller from deal to deal


# Climbing.


@twist("Whoever has passed may still answer later in the same round.", has=(Makes.CLIMBS,))
def free_answers(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    return change_phase(genome, Makes.CLIMBS, pass_binds=False)


@twist("Only single cards and pairs may be played, never three or four at once.", has=(Makes.CLIMBS,))
def pairs_at_most(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    return change_phase(genome, Makes.CLIMBS, max_set=min(2, getattr(find_phase(genome, Makes.CLIMBS), "max_set", 2)))


@twist("Nobody gives cards for the place taken in the deal before.", has=(Needs.TITLES,))
def no_titles(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    return replace_phases(genome, lambda phase: None if phase.may(Needs.TITLES) else phase)


# Layouts and totals.


@twist("Every suit on the table begins with the ace and grows up to the king.", has=(Makes.LAYOUT,))
def aces_begin(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    condition = getattr(find_phase(genome, Makes.LAYOUT), "valid_play_condition", None)
    if condition is None or not hasattr(condition, "start"):
        return None
    return change_phase(genome, Makes.LAYOUT, valid_play_condition=msgspec.structs.replace(condition, start="A"))


@twist("Whoever completes a suit upwards, with a king, takes another turn.", has=(Makes.LAYOUT,))
def kings_go_on(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    return give_power(genome, "K", PlayAgain())


@twist("An ace brings the running total to its limit.", has=(Makes.TOTALS,))
def aces_to_limit(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    ranks = getattr(find_phase(genome, Makes.TOTALS), "to_limit", ())
    return None if "A" in ranks else change_phase(genome, Makes.TOTALS, to_limit=(*ranks, "A")[:4])


@twist("The running total may be only half as high.", has=(Makes.TOTALS,))
def lower_limit(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    limit = getattr(find_phase(genome, Makes.TOTALS), "limit", 0)
    return change_phase(genome, Makes.TOTALS, limit=limit // 2) if limit >= 40 else None


# Hands.


@twist("Nobody may knock before every card of the hand is in a meld.", has=(Makes.MELDS,))
def only_gin(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    return change_phase(genome, Makes.MELDS, limit=0, undercut_bonus=0, layoffs=False)


@twist(
    "Everyone is dealt one card more, and puts one away when common cards lie on the table.", has=(Makes.COMMON_CARDS,)
)
def one_to_put_away(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """After the first of them, and the bets before."""
    context, turn = Context(genome), genome.turn_structure
    places = [place for place, phase in enumerate(turn.phases) if phase.count_laid_out(context)]
    if not places or any(isinstance(phase, DiscardPhase) for phase in turn.phases):
        return None
    away = DiscardPhase(min_cards=1, max_cards=1, who="all")
    phases = (*turn.phases[: places[0] + 1], away, *turn.phases[places[0] + 1 :])
    dealt = change_setup(
        genome, cards_per_player=context.dealt_hand + 1, hand_sizes={}, discard_visibility=Visibility.FACE_DOWN
    )
    return msgspec.structs.replace(dealt, turn_structure=msgspec.structs.replace(turn, phases=phases))


@twist(
    "Every deal has one card less than the one before, down to a single card.",
    has=(Makes.TRICKS, Reads.SCORES),
    lacks=(Makes.DRAWS, Makes.CALLS),
)
def shrinking_hands(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """Not where a rule asks for so many tricks or cards. The match is over after the deal of a single card."""
    context = Context(genome)
    hand = context.dealt_hand
    asks = any(rule.over or getattr(rule.condition, "value", 0) > 1 for rule in genome.scoring_rules)
    if context.hand_schedule or asks or hand < FEWEST or genome.setup.refill or genome.sweep is not None:
        return None
    wins = tuple(
        WinCondition(type=win.type) if win.has(Reads.SCORES, context) else win for win in genome.win_conditions
    )
    match = msgspec.structs.replace(
        genome.match or MatchRules(), max_deals=hand, hand_schedule=tuple(range(hand, 0, -1))
    )
    turns = max(genome.max_turns, 2 * hand * hand)
    return msgspec.structs.replace(genome, match=match, win_conditions=wins, max_turns=turns)


# What is captured.


@twist("Captured cards count by their values: aces one, kings thirteen.", has=(Makes.CAPTURES, Reads.CAPTURED))
def values_count(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """Where so far most cards won."""
    flow = Flow(genome)
    if genome.scoring_rules or genome.setup.card_values or not flow.ranks_by(Reads.CAPTURED):
        return None
    wins = tuple(
        WinCondition(type="high_score") if win.has(Reads.CAPTURED, flow.context) else win
        for win in genome.win_conditions
    )
    rule = ScoringRule(condition=CaptureCount(value=0, reference="value"), points=1, points_source="values")
    return msgspec.structs.replace(genome, scoring_rules=(rule,), win_conditions=wins)
