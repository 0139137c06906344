"""The search for the best rule of thumb: all that a game allows, alone among greedy players, and the best of them again.

The winner of this is then compared with players who think, on other deals (plan.py): what chose it says nothing of how
good it is.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..engine.players import Rule, rule_player
from ..measure.evidence import Evidence
from ..simulate.simulate import Job
from .advice import kinds_offered, rules_of_thumb, seat_alone
from .played import Played

FIRST_DEAL = 1 << 32  # deals that no other stage plays
ROUNDS = ((1.0, 1), (1 / 6, 4))  # the share of the rules that is left, and deals in units of those of the first round
FEWEST, MOST = 2, 16  # deals of the first round
FEWEST_LEFT = 3  # rules in the second


def plan_round(played: Played, seconds: float, greedy_seconds: float) -> dict[str, Job]:
    """The games of the next round, within about so many seconds; none when all rounds were played."""
    rules = rules_of(played)
    round_number = next((n for n in range(len(ROUNDS)) if not _was_played(played, n)), None)
    if round_number is None or len(rules) < 2:
        return {}
    sides = played.schedule.sides
    each = greedy_seconds * played.decisions("pilot", deals=True) * len(sides)
    deals = int(min(MOST, max(FEWEST, seconds / len(ROUNDS) / max(each * len(rules), 1e-9))))
    left, times = ROUNDS[round_number]
    ranked = _rank(played, rules)[: max(FEWEST_LEFT, round(left * len(rules)))] if round_number else list(range(len(rules)))
    return {
        _tag(round_number, place, side): Job(
            played.deal,
            deals * times,
            seat_alone(sides, side, rule_player(rules[place]), "greedy"),
            played.seed,
            FIRST_DEAL * (1 + round_number),
        )
        for place in ranked
        for side in range(len(sides))
    }  # type: ignore[dict-item]


def with_best(played: Played) -> Played:
    """The same, with the best rule; where nothing is ever chosen there is none."""
    rules = rules_of(played)
    return replace(played, thumb=rules[_rank(played, rules)[0]]) if rules else played


def rules_of(played: Played) -> list[Rule]:
    probe = played.records["gate"].probe
    assert probe is not None
    kinds = kinds_offered(probe)
    return rules_of_thumb(kinds) if kinds else []


def _rank(played: Played, rules: list[Rule]) -> list[int]:
    """Places of the rules, the best first: those that came furthest, by what they won in all rounds."""
    view = Evidence(played.schedule.sides, for_chips=played.schedule.for_chips)

    def won(place: int) -> tuple[int, float]:
        shares = [
            view.shares(played.records[tag])[:, side]
            for number in range(len(ROUNDS))
            for side in range(len(view.sides))
            if (tag := _tag(number, place, side)) in played.records
        ]
        return len(shares), float(np.concatenate(shares).mean()) if shares else 0.0

    return sorted(range(len(rules)), key=lambda place: (won(place), -place), reverse=True)


def _tag(round_number: int, place: int, side: int) -> str:
    return f"rule {round_number} {place} {side}"


def _was_played(played: Played, round_number: int) -> bool:
    return any(tag.startswith(f"rule {round_number} ") for tag in played.records)
