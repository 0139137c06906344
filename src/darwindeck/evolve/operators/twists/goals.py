"""Twists of what one plays for, and with whom."""

from __future__ import annotations

import random

import msgspec

from ....genome.genome import GameGenome, MatchRules
from ....judge.flow import Flow
from ....language.context import Context
from ....language.facts import Ends, Makes, Reads
from ....language.fields import Operator
from ....mechanics.conditions.hand_size import HandSize
from ....mechanics.scoring import HANDS_SCORED, ScoringRule
from ....mechanics.wins import WinCondition
from .twist import change_setup, twist, wins_low

ENOUGH_POINTS, MOST_DEALS = 100, 50  # of a match in which cards left in hand count


@twist(
    "The goal is reversed: whoever would have lost by points wins.",
    has=(Makes.CAPTURES, Reads.SCORES),
    lacks=(Makes.BIDS, Makes.BATTLES),
)
def reverse_goal(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """Not where points come by bids or battles: there everybody would lose by wanting nothing. A sweep has lost its point."""
    goal = "high_score" if wins_low(genome) else "low_score"
    context = Context(genome)
    wins = tuple(
        WinCondition(type=goal, threshold=win.threshold) if win.has(Reads.SCORES, context) else win
        for win in genome.win_conditions
    )
    return msgspec.structs.replace(genome, win_conditions=wins, sweep=None)


@twist("Cards left in hand count against you, deal after deal.", has=(Ends.SHEDDING,), lacks=(Makes.CLAIMS,))
def hands_cost(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """Who goes out first ends the deal, and no longer wins by that alone."""
    context = Context(genome)
    rule = ScoringRule(condition=HandSize(operator=Operator.GT, value=0), points=1, points_source="own_hand")
    if rule in genome.scoring_rules:
        return None
    others = tuple(rule for rule in genome.scoring_rules if rule.points_source not in HANDS_SCORED)
    if others:
        return None
    ends = tuple(win for win in genome.win_conditions if win.has(Ends.SHEDDING, context))
    goal = WinCondition(type="low_score", threshold=ENOUGH_POINTS)
    match = genome.match or MatchRules(max_deals=MOST_DEALS)
    return msgspec.structs.replace(genome, win_conditions=(goal, *ends), scoring_rules=(rule,), match=match)


@twist("A deal is over as soon as the stock is empty.", has=(Makes.DRAWS,), lacks=(Reads.STOCK, Makes.ATTACKS))
def stock_ends_it(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """Only where somebody is best then: by what was captured or scored, or by the lowest hand."""
    flow = Flow(genome)
    decides = flow.ranks_by(Reads.CAPTURED) or any(
        win.has(Makes.WINNER_SURELY, flow.context) for win in genome.win_conditions
    )
    if not decides or not flow.context.stock or genome.setup.refill:
        return None
    ends = WinCondition(type="deck_empty")
    short = change_setup(genome, reshuffle=False)
    return msgspec.structs.replace(short, win_conditions=(*genome.win_conditions, ends))


@twist("Players who sit across the table are partners.", lacks=(Makes.BETS, Makes.CLAIMS))
def partners(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    count = genome.player_count
    if genome.teams or count < 4 or count % 2:
        return None
    return msgspec.structs.replace(genome, teams=tuple(tuple(range(side, count, 2)) for side in range(2)))


@twist("There are no partners: everyone plays alone.", has=(Reads.SCORES,))
def no_partners(genome: GameGenome, rng: random.Random) -> GameGenome | None:
    """Not where points begin with so many tricks or cards: alone nobody has so many."""
    if not genome.teams or any(rule.over for rule in genome.scoring_rules):
        return None
    return msgspec.structs.replace(genome, teams=())
