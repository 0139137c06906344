"""Arithmetic load: what the rules ask players to add up, and the exceptions that they must keep in mind. Seen in the rules alone.

Each is counted once, however often it comes up in play, and however hard the sum is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ..genome.genome import GameGenome
from ..genome.setup import SetupRules
from ..language.facts import Fact, Makes, Reads
from ..language.walk import default_of, walk
from ..mechanics.effects import SpecialEffect, TriggerEffect
from ..mechanics.scoring import HANDS_SCORED, ScoringRule, SweepRule
from .flow import Flow

# What is added up or kept count of, by the facts of parts.
SUMS: Mapping[Fact, str] = {
    Reads.VALUES: "values of cards are added up",
    Reads.BIDS: "tricks are counted against bids",
    Reads.SCORES: "a score is kept",
    Reads.LOW_SCORES: "a score is kept",
    Makes.BETS: "bets are counted against the pot",
}
AMOUNT = re.compile(r"\w+_(points|bonus|penalty)")  # fields with points of their own
NAMED = re.compile(r"(10|[2-9AJQK])?[SHDC]|10|[2-9AJQK]")  # a card, a suit or a rank
MOST_NAMED = 3  # cards that are named one by one here


def count_arithmetic(genome: GameGenome) -> list[str]:
    """Every sum and every exception of a game, in words."""
    return list(dict.fromkeys([*_sums(genome), *_exceptions(genome)]))


def _sums(genome: GameGenome) -> Iterator[str]:
    flow = Flow(genome)
    for _, part in flow.parts:
        yield from (what for fact, what in SUMS.items() if part.has(fact, flow.context))
    for path, part in walk(genome):
        if isinstance(part, ScoringRule):
            yield f"points are counted ({path})"
            if part.points_source in (*HANDS_SCORED, "values"):
                yield SUMS[Reads.VALUES]
        for name in part.__struct_fields__:
            if AMOUNT.fullmatch(name) and getattr(part, name):
                yield f"points are counted ({path}.{name})"


def _exceptions(genome: GameGenome) -> Iterator[str]:
    """Special cases, and cards, suits and ranks that a rule names. Which cards are in the pack is none."""
    for path, part in walk(genome):
        if isinstance(part, SpecialEffect | TriggerEffect | SweepRule):
            yield f"a special case ({path})"
            continue
        for name, value in _fields_set(part).items():
            if isinstance(value, dict) and name.endswith("values"):
                yield from (f"{name}: {', '.join(_ranks_of(value, n))} count {n}" for n in sorted(set(value.values())))
            cards = value if isinstance(value, tuple) and not isinstance(part, SetupRules) else (value,)
            if cards and all(isinstance(card, str) and NAMED.fullmatch(card) for card in cards):
                yield f"{name}: {', '.join(cards) if len(cards) <= MOST_NAMED else f'{len(cards)} cards'}"


def _fields_set(part: Any) -> dict[str, Any]:
    """The fields of a structure that are not as usual; a rank and a suit are one card."""
    found = {name: getattr(part, name) for name in part.__struct_fields__}
    found = {name: value for name, value in found.items() if value != default_of(type(part), name)}
    if found.get("rank") and found.get("suit"):
        found["card"] = found.pop("rank") + found.pop("suit")
    return found


def _ranks_of(values: Mapping[str, int], number: int) -> list[str]:
    return [rank for rank, value in values.items() if value == number]
