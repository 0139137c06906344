"""The search for the best rule of thumb: all that a game allows, alone among greedy players, and the best of them again.

The winner of this is then compared with players who think, on other deals (plan.py): what chose it says nothing of how
good it is.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ..contest.schedule import Schedule
from ..engine.players import Rule, rule_player
from ..genome.genome import GameGenome
from ..measure.evidence import Evidence
from ..simulate.records import Records
from ..simulate.simulate import Job
from .advice import kinds_offered, rules_of_thumb, seat_alone

FIRST_DEAL = 1 << 32  # deals that no other stage plays
ROUNDS = ((1.0, 2, 12), (1 / 6, 4, 60))  # the share of the rules that is left, and the fewest and most deals
FEWEST_LEFT = 3  # rules in the second


def plan_round(
    deal: GameGenome, schedule: Schedule, records: Mapping[str, Records], seed: int, choices: float
) -> dict[str, Job]:
    """The games of the next round, with about so many choices of greedy players; none when all rounds were played."""
    rules = rules_for(records)
    number = next((n for n in range(len(ROUNDS)) if _tag(n, "") not in _rounds(records)), None)
    if number is None or len(rules) < 2:
        return {}
    left, fewest, most = ROUNDS[number]
    ranked = rank(rules, schedule, records)[: max(FEWEST_LEFT, round(left * len(rules)))]
    sides = schedule.sides
    tags = [_tag(number - 1, f"{place} {side}") for place in ranked for side in range(len(sides))]
    usual = np.mean([choices_of(records[tag]) for tag in tags if tag in records] or [choices_of(records["pilot"])])
    deals = int(choices / max(float(usual) * len(tags), 1.0))
    return {
        _tag(number, f"{place} {side}"): Job(
            deal,
            min(most, max(fewest, deals)),
            seat_alone(sides, side, rule_player(rules[place]), "greedy"),
            seed,
            FIRST_DEAL * (1 + number),
        )
        for place in ranked
        for side in range(len(sides))
    }


def choices_of(records: Records) -> float:
    """In a game, on average."""
    return max(float(records.decisions.mean()), 1.0)


def choices_beside(schedule: Schedule, records: Mapping[str, Records]) -> float:
    """Choices in a game in which the best rule sits among greedy players: some rules make games long."""
    rules = rules_for(records)
    best = rank(rules, schedule, records)[0]
    tags = [_tag(number, f"{best} {side}") for number in range(len(ROUNDS)) for side in range(len(schedule.sides))]
    return max([choices_of(records[tag]) for tag in tags if tag in records] or [choices_of(records["pilot"])])


def best_rule(schedule: Schedule, records: Mapping[str, Records]) -> Rule:
    """The best of those that were tried so far."""
    rules = rules_for(records)
    return rules[rank(rules, schedule, records)[0]]


def rules_for(records: Mapping[str, Records]) -> list[Rule]:
    """All rules of thumb for a game, by the kinds of moves that its first games offered."""
    probe = records["gate"].probe
    assert probe is not None
    return rules_of_thumb(kinds_offered(probe))


def rank(rules: list[Rule], schedule: Schedule, records: Mapping[str, Records]) -> list[int]:
    """Places of the rules, the best first: those that came furthest, by what they won in all rounds."""
    view = Evidence(schedule.sides, for_chips=schedule.for_chips)

    def won(place: int) -> tuple[int, float]:
        shares = [
            view.shares(records[tag])[:, side]
            for number in range(len(ROUNDS))
            for side in range(len(view.sides))
            if (tag := _tag(number, f"{place} {side}")) in records
        ]
        return len(shares), float(np.concatenate(shares).mean()) if shares else 0.0

    return sorted(range(len(rules)), key=lambda place: (won(place), -place), reverse=True)


def _tag(number: int, which: str) -> str:
    """Of the records of a round: its number, then the rule's and the side's."""
    return f"rule {number} {which}"


def _rounds(records: Mapping[str, Records]) -> set[str]:
    """The rounds that were played, as their tags begin."""
    return {_tag(int(tag.split()[1]), "") for tag in records if tag.startswith("rule ")}
