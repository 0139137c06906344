"""Nesting: a sub-game of one parent goes into the game of the other, so that the outcome of the one is what the other is about.

Each way of nesting says what it asks of both, by facts, and gives a draft or nothing. Here drafts are closed.
"""

from __future__ import annotations

import random

from ....genome.canonical import content_hash
from ....genome.genome import GameGenome
from ....genome.text import known_games, load_genome
from .. import Change
from ..close import close
from . import deals, hands, tricks
from .way import Way

__all__ = ["WAYS", "graft", "nest"]

# What can be nested, by what it is called in a lineage.
WAYS: dict[str, Way] = {
    "auction": tricks.auction,
    "contract": tricks.contract,
    "prizes": tricks.prizes,
    "spoils": tricks.spoils,
    "shedding tricks": tricks.shedding_tricks,
    "trumps": tricks.trumps,
    "exchange": deals.exchange,
    "new cards": deals.new_cards,
    "lead": deals.lead,
    "knock-outs": deals.knock_outs,
    "stakes": hands.stakes,
    "counted hands": hands.count_hands,
    "common cards": hands.common_cards,
}


# Ways that fit nearly every game are tried seldom, or most nested games would have nothing else that is new.
SELDOM = {"exchange": 0.1, "new cards": 0.2}


def nest(mother: GameGenome, father: GameGenome, rng: random.Random) -> Change:
    """The game of the mother with a sub-game of the father in it."""
    for name in rng.sample(list(WAYS), len(WAYS)):
        if rng.random() >= SELDOM.get(name, 1.0):
            continue
        draft = WAYS[name](mother, father, rng)
        child = None if draft is None else close(draft, rng)[0]
        if child is not None:
            return child, name
    return None


def graft(genome: GameGenome, rng: random.Random) -> Change:
    """The game with a sub-game of a known game in it; each game that has one which fits is as likely as another."""
    for name in rng.sample(known_games(), len(known_games())):
        found = nest(genome, load_genome(name), rng)
        if found is not None and content_hash(found[0]) != content_hash(genome):
            return found[0], f"{found[1]} of {name}"
    return None
