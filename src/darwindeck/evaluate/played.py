"""What was played of a candidate so far, stage by stage, and the evidence that metrics read from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

import msgspec
import numpy as np

from ..contest.rating import PairScores, pair_rates
from ..contest.schedule import Pairing, Schedule
from ..engine.players import PlayerLike, oracle
from ..genome.complexity import description_length
from ..genome.genome import GameGenome
from ..measure.depth import Rung
from ..measure.evaluation import Candidate
from ..measure.evidence import Duel, Evidence
from ..simulate.records import ENDINGS, Records

ITERATIONS, DEEPER = 100, 400
PLAYERS: Mapping[str, PlayerLike] = {
    "random": "random",
    "greedy": "greedy",
    "search": f"mcts:{ITERATIONS}",
    "deeper": f"mcts:{DEEPER}",
    "oracle": oracle(ITERATIONS),
}
LADDER = ("random", "greedy", "search", "deeper")
DUELS_OF = {
    stage: tuple(Pairing(*name.split(">")) for name in names)
    for stage, names in {
        "play": ("greedy>random",),
        "search": ("search>random", "search>greedy", "oracle>search"),
        "deep": ("deeper>search", "deeper>greedy"),
    }.items()
}
DUELS = tuple(pairing for duels in DUELS_OF.values() for pairing in duels)
# What an iteration of a search costs, about: seconds, seconds more for each ply of its rollout, and the most plies of that.
SHORTEST_ITERATION, ITERATION_PLY, LONGEST_ROLLOUT = 1.3e-6, 0.035e-6, 200


@dataclass(frozen=True)
class Played:
    """A candidate while it is measured: the records of all games played of it so far. Each stage adds some.

    Records have tags: "gate", "pilot", "random", "greedy", "search", and for each line-up of a duel "a>b 0", "a>b 1" …
    """

    candidate: Candidate
    seed: int = 0
    records: Mapping[str, Records] = field(default_factory=dict)
    stages: tuple[str, ...] = ()  # those played so far

    @property
    def genome(self) -> GameGenome:
        return self.candidate.genome

    @property
    def schedule(self) -> Schedule:
        return Schedule.of(self.genome)

    @property
    def chips(self) -> int:
        setup = self.genome.setup
        each = setup.resources.starting_chips if setup.resources else setup.starting_chips
        return each * self.genome.player_count

    @property
    def deal(self) -> GameGenome:
        """The game that duels are played with: one deal of a match. A match for chips stays whole, since what is at stake in
        a deal depends on the deals before it."""
        match = self.genome.match
        if match is None or self.chips:
            return self.genome
        return msgspec.structs.replace(self.genome, match=msgspec.structs.replace(match, max_deals=1, tie="share"))

    def decisions(self, of: str, deals: bool = False) -> float:
        """The mean number of decisions in the games of a tag; with `deals`, in one deal of them."""
        records = self.records[of]
        per = records.deals.clip(1) if deals and self.deal is not self.genome else 1
        return max(float((records.decisions / per).mean()), 1.0)

    def fewest_decisions(self, deals: bool) -> float:
        """An estimate for better players: the fewer of random and greedy players' decisions."""
        return min(self.decisions("gate", deals), self.decisions("pilot", deals))

    def search_seconds(self, iterations: int, deals: bool) -> float:
        """About how many seconds searching players think in a game, or in a deal of it."""
        records = self.records["gate"]
        rest = min(LONGEST_ROLLOUT, float((records.plies / records.deals.clip(1)).mean()) / 2)
        return self.fewest_decisions(deals) * iterations * (SHORTEST_ITERATION + ITERATION_PLY * rest)


def collect_evidence(played: Played) -> Evidence:
    """The records in the form that metrics read."""
    records = played.records
    duels = {f"{pairing.a}>{pairing.b}": _duel(played, pairing) for pairing in DUELS}
    return Evidence(
        sides=played.schedule.sides,
        random=records.get("random", records.get("gate")),
        greedy=records.get("greedy"),
        search=records.get("search"),
        duels={name: duel for name, duel in duels.items() if duel is not None},
        ladder=LADDER if "deep" in played.stages else (),
        complexity=float(description_length(played.genome)),
        chips=played.chips,
        for_chips=played.schedule.for_chips,
    )


def _duel(played: Played, pairing: Pairing) -> Duel | None:
    schedule = played.schedule
    tags = [f"{pairing.a}>{pairing.b} {number}" for number in range(len(schedule.lineups))]
    if tags[0] not in played.records:
        return None
    records = [played.records[tag] for tag in tags]
    scores = PairScores(pairing, len(schedule.sides), schedule.alone(records), schedule.stakes(records))
    rate = pair_rates(scores, 0.95)[0]
    rung = Rung(*pairing, rate.equivalent, rate.equivalent_low, rate.equivalent_high, rate.games)
    wins = [
        schedule.points(each.winners)[:, lineup.index(0)] == 1
        for each, lineup in zip(records, schedule.lineups, strict=True)
        if lineup.count(0) == 1
    ]
    return Duel(rung, scores.shares[:, 0], np.mean(wins, axis=0))


def count_endings(played: Played) -> dict[str, int]:
    """How many games of the best players ended in which way, after how many plies (in factors of two)."""
    tag = next(tag for tag in ("search", "greedy", "gate") if tag in played.records)
    records = played.records[tag]
    octaves = np.log2(np.maximum(records.plies, 1)).astype(int)
    kinds = [f"{ENDINGS[kind]} {2**octave}+" for kind, octave in zip(records.ending, octaves, strict=True)]
    return {kind: kinds.count(kind) for kind in sorted(set(kinds))}
