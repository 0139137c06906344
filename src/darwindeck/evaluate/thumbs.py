"""The search for the best advice: all players of a list, alone among greedy ones, and the best of them again.

First for rules of thumb; lines.py does the same for two lines of advice. The winner is then compared with players who
think, on other deals (plan.py): what chose it says nothing of how good it is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ..contest.schedule import Schedule
from ..engine.players import BuiltIn, Rule, rule_player
from ..genome.genome import GameGenome
from ..measure.evidence import Evidence
from ..simulate.records import Records
from ..simulate.simulate import Job
from .advice import kinds_offered, rules_of_thumb, seat_alone

ROUNDS = ((1.0, 2, 12), (1 / 6, 4, 60))  # the share of the players that is left, and the fewest and most deals
FEWEST_LEFT = 3  # players in the second
TOO_DEAR, FAR_TOO_DEAR = 4, 20  # times what a round may cost
ORDERS = 3  # of cards, for each word on moves: rules of thumb come in this order


@dataclass(frozen=True)
class Trial:
    """Players of whom the best is looked for. The tags of their records begin with `word`."""

    word: str
    players: Sequence[BuiltIn]
    first_deal: int  # of the first round; no other stage plays these deals


def thumb_trial(records: Mapping[str, Records]) -> Trial:
    return Trial("rule", [rule_player(rule) for rule in rules_for(records)], 1 << 32)


def plan_round(
    trial: Trial, deal: GameGenome, schedule: Schedule, records: Mapping[str, Records], seed: int, options: float
) -> dict[str, Job]:
    """The games of the next round, in which greedy players look at about so many moves; none when all rounds were played."""
    number = next((n for n in range(len(ROUNDS)) if n not in _rounds(trial, records)), None)
    if number is None or len(trial.players) < 2:
        return {}
    left, fewest, most = ROUNDS[number]
    places = rank(trial, schedule, records)[: max(FEWEST_LEFT, round(left * len(trial.players)))]
    sides = schedule.sides
    seats = [(place, side) for place in places for side in range(len(sides))]
    before = [records[tag] for each in seats if (tag := _tag(trial, number - 1, *each)) in records]
    usual = options_of(before) or options_of([records["pilot"]])
    if fewest * usual * len(seats) > TOO_DEAR * options:  # games are long: each player from one side only, in turn
        if number == 0 and usual * len(places) > FAR_TOO_DEAR * options:
            places = places[::ORDERS]
        seats, fewest = [(place, place % len(sides)) for place in places], 1
    deals = min(most, max(fewest, int(options / (usual * len(seats)))))
    return {
        _tag(trial, number, place, side): Job(
            deal, deals, seat_alone(sides, side, trial.players[place], "greedy"), seed, trial.first_deal * (1 + number)
        )
        for place, side in seats
    }


def options_of(records: list[Records]) -> float:
    """Legal moves summed over the plies of a game, on average; 0 without games."""
    return float(np.mean([each.options.mean() for each in records])) if records else 0.0


def options_beside(trial: Trial, schedule: Schedule, records: Mapping[str, Records]) -> float:
    """The same in games in which the best sits among greedy players: some rules make games long."""
    best = rank(trial, schedule, records)[0]
    return options_of(
        [played for tag, played in records.items() if tag.startswith(f"{trial.word} ") and tag.split()[2] == str(best)]
    )


def best_rule(schedule: Schedule, records: Mapping[str, Records]) -> Rule:
    """The best of the rules of thumb that were tried so far."""
    return rules_for(records)[rank(thumb_trial(records), schedule, records)[0]]


def rules_for(records: Mapping[str, Records]) -> list[Rule]:
    """All rules of thumb for a game, by the kinds of moves that its first games offered."""
    probe = records["gate"].probe
    assert probe is not None
    return rules_of_thumb(kinds_offered(probe))


def rank(trial: Trial, schedule: Schedule, records: Mapping[str, Records]) -> list[int]:
    """Places of the players, the best first: those that came furthest, by what they won in all rounds."""
    view = Evidence(schedule.sides, for_chips=schedule.for_chips)

    def score(place: int) -> tuple[int, float]:
        shares = [
            view.shares(records[tag])[:, side]
            for number in range(len(ROUNDS))
            for side in range(len(view.sides))
            if (tag := _tag(trial, number, place, side)) in records
        ]
        return len(shares), float(np.concatenate(shares).mean()) if shares else 0.0

    return sorted(range(len(trial.players)), key=lambda place: (score(place), -place), reverse=True)


def _tag(trial: Trial, number: int, *which: int) -> str:
    """Of the records of a round: its number, then the player's and the side's."""
    return " ".join([trial.word, *map(str, (number, *which))])


def _rounds(trial: Trial, records: Mapping[str, Records]) -> set[int]:
    """The rounds that were played."""
    return {int(tag.split()[1]) for tag in records if tag.startswith(f"{trial.word} ")}
