"""Duels in rounds: each time as many deals as in all rounds before, until the interval decides or the time is spent.

They are for measures of finalists, and apart from the duels of the ladder: neither fitness nor gates see them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from ..contest.rating import PairScores, pair_rates
from ..contest.schedule import Pairing, Schedule
from ..engine.players import PlayerLike
from ..genome.genome import GameGenome
from ..measure.depth import Rung
from ..simulate.records import Records
from ..simulate.simulate import Job

FIRST_ROUND, MOST_DEALS = 8, 256
LEVEL = 0.95


@dataclass(frozen=True)
class DuelInRounds:
    """Two players on the same deals. The tags of the records begin with `word`, then come the names."""

    word: str
    names: Pairing
    players: tuple[PlayerLike, PlayerLike]
    first_deal: int  # of deals that no other stage plays

    def plan(
        self,
        deal: GameGenome,
        schedule: Schedule,
        records: Mapping[str, Records],
        seed: int,
        most: float,
        fewest: int,
    ) -> dict[str, Job]:
        """The next round; none if it would make more deals than `most`. The first may be shorter, but has the `fewest`."""
        number, done = count_rounds(self.word, self.names, records)
        deals = done or min(FIRST_ROUND, max(fewest, int(most)))
        if deals == 0 or (done and done + deals > min(most, MOST_DEALS)):
            return {}
        who = dict(zip(self.names, self.players, strict=True))
        jobs = schedule.jobs(deal, self.names, seed, self.first_deal + done, deals)
        return {
            _tag(self.word, self.names, lineup, number): replace(job, players=[who[str(name)] for name in job.players])
            for lineup, job in enumerate(jobs)
        }


def count_rounds(word: str, names: Pairing, records: Mapping[str, Records]) -> tuple[int, int]:
    """How many rounds were played, and how many deals."""
    number = deals = 0
    while (tag := _tag(word, names, 0, number)) in records:
        number, deals = number + 1, deals + records[tag].games
    return number, deals


def collect_scores(word: str, names: Pairing, schedule: Schedule, records: Mapping[str, Records]) -> PairScores | None:
    """What both made of the deals of all rounds; None before the first."""
    rounds = [
        [records[_tag(word, names, lineup, number)] for lineup in range(len(schedule.lineups))]
        for number in range(count_rounds(word, names, records)[0])
    ]
    if not rounds:
        return None
    alone, stakes = ([read(played) for played in rounds] for read in (schedule.alone, schedule.stakes))
    return PairScores(names, len(schedule.sides), np.concatenate(alone), np.concatenate(stakes))


def rung_of(scores: PairScores) -> Rung:
    """The comparison as ladders have it."""
    rate = pair_rates(scores, LEVEL)[0]
    return Rung(*scores.pairing, rate.equivalent, rate.equivalent_low, rate.equivalent_high, rate.games)


def find_names(word: str, records: Mapping[str, Records]) -> list[Pairing]:
    """The pairs that were compared under this word."""
    names = dict.fromkeys(tag.split("|")[1] for tag in records if tag.startswith(f"{word}|"))
    return [Pairing(*each.split(">")) for each in names]


def _tag(word: str, names: Pairing, lineup: int, number: int) -> str:
    return f"{word}|{names.a}>{names.b}|{lineup}|{number}"
