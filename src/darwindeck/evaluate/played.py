"""What was played of a candidate so far, stage by stage, and the evidence that metrics read from it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b

import msgspec
import numpy as np
import numpy.typing as npt

from ..contest.rating import PairScores
from ..contest.schedule import Pairing, Schedule
from ..engine.players import PlayerLike, Rule, oracle, rule_player
from ..genome.genome import GameGenome
from ..genome.text import known_games
from ..judge.arithmetic import count_arithmetic
from ..judge.description import description_length, family_of
from ..language.facts import Makes
from ..measure.depth import Rung
from ..measure.evaluation import Candidate
from ..measure.evidence import Duel, Evidence
from ..measure.fate import fate
from ..measure.gates import FATE
from ..simulate.records import BY_DEAL_WINNER, ENDINGS, Records
from .advice import collect_answers, describe_rule, find_details
from .rivals import collect_styles
from .rounds import collect_scores, find_names, rung_of
from .thumbs import best_rule

ITERATIONS = 100  # of searching players
FORGETFUL = "forgetful"
THINKING: Mapping[str, int] = {
    "search": 1,
    FORGETFUL: 1,
    "oracle": 1,
    "deeper": 4,
    "longer": 10,
    "strong": 100,
}  # times as many
# Searching players think in a deal for so many seconds; in longer ones they imagine fewer games, but so many.
LONG_DEAL, FEWEST_ITERATIONS = 0.08, 12
THUMB = "thumb"  # the best rule of thumb that was found for the game
LADDER = (THUMB, "greedy", "search", "deeper", "strong")  # weakest first
DUELS_OF = {
    stage: tuple(Pairing(*name.split(">")) for name in names)
    for stage, names in {
        "thumb": ("greedy>thumb",),
        "search": ("search>thumb", "search>greedy", "oracle>search", "search>random"),
        "deep": ("deeper>search", "deeper>greedy", "deeper>thumb"),
        "strong": ("strong>deeper", "strong>search", "strong>greedy", "strong>thumb"),
    }.items()
}
DUELS = tuple(pairing for duels in DUELS_OF.values() for pairing in duels)
PLAIN_FATE = 0.95  # no second look is needed above
AGAIN = 3  # more batches at most of a duel that left a doubt
REPEATS = 4  # most times that searching players play the same deals
NOVICES = tuple(f"novice {number}" for number in range(3))  # tags of deals that greedy players play again and again
MEMORY, LESSON, TWO_LINES = (
    "memory",
    "lesson",
    "lines",
)  # how tags of records begin, and who follows two lines of advice
GREEDY_SECONDS = 12e-6  # of thinking, about, for each legal move; estimates only bound what is played
# What an iteration of a search costs, about: seconds, seconds more for each ply of its rollout, and the most plies of that.
SHORTEST_ITERATION, ITERATION_PLY, LONGEST_ROLLOUT = 1.3e-6, 0.035e-6, 200


@dataclass(frozen=True)
class Played:
    """A candidate while it is measured: the records of all games played of it so far. Each stage adds some.

    Records have tags: "gate", "pilot", "random", "greedy", for the times that searching players play the same deals
    "search", "search 1" …, and for each line-up of a duel "a>b 0", "a>b 1" … Those of rules of thumb, of habits and of
    finalists are named in thumbs.py, habits.py and rounds.py.
    """

    candidate: Candidate
    seed: int = 0
    records: Mapping[str, Records] = field(default_factory=dict)
    stages: tuple[str, ...] = ()  # those played so far

    @property
    def genome(self) -> GameGenome:
        return self.candidate.genome

    @cached_property
    def schedule(self) -> Schedule:
        return Schedule.of(self.genome)

    @property
    def chips(self) -> int:
        setup = self.genome.setup
        each = setup.resources.starting_chips if setup.resources else setup.starting_chips
        return each * self.genome.player_count

    @property
    def first_deal(self) -> GameGenome:
        """The game cut off after one deal."""
        match = self.genome.match
        if match is None:
            return self.genome
        return msgspec.structs.replace(self.genome, match=msgspec.structs.replace(match, max_deals=1, tie="share"))

    @property
    def is_whole(self) -> bool:
        """Whether deals of the match say little alone: where it is for chips, or players are put out, what is at stake in a deal depends
        on those before."""
        structure = self.genome.turn_structure
        return bool(self.chips) or any(p.may(Makes.KNOCK_OUTS) for p in (*structure.opening, *structure.phases))

    @property
    def deal(self) -> GameGenome:
        """The game that duels are played with: one deal of a match, or the whole."""
        return self.genome if self.is_whole else self.first_deal

    def player(self, role: str) -> PlayerLike:
        """Who plays a role of LADDER or of a duel."""
        if role == THUMB:
            return rule_player(self.best_rule)
        if role not in THINKING:
            return role
        count = self.iterations * THINKING[role]
        return oracle(count) if role == "oracle" else f"mcts:{count}{',forget' if role == FORGETFUL else ''}"

    @cached_property
    def best_rule(self) -> Rule:
        """The best of the rules of thumb that were tried so far."""
        return best_rule(self.schedule, self.records)

    @cached_property
    def iterations(self) -> int:
        """Of searching players: fewer where deals are so long that the game would take as much time as twenty others."""
        long = self._search_seconds(ITERATIONS, min(self.decisions("gate", True), self.decisions("pilot", True)))
        return max(FEWEST_ITERATIONS, min(ITERATIONS, int(ITERATIONS * LONG_DEAL / long)))

    def decisions(self, of: str, deals: bool = False) -> float:
        """The mean number of decisions in the games of a tag; with `deals`, in one deal of them."""
        records = self.records[of]
        per = records.deals.clip(1) if deals and self.deal is not self.genome else 1
        return max(float((records.decisions / per).mean()), 1.0)

    def options(self, of: str, deals: bool = False) -> float:
        """The mean number of legal moves, summed over the plies of a game of a tag; with `deals`, of one deal."""
        records = self.records[of]
        per = records.deals.clip(1) if deals and self.deal is not self.genome else 1
        return max(float((records.options / per).mean()), 1.0)

    def greedy_seconds(self, deals: bool = True) -> float:
        """About how many seconds greedy players think in a deal of a game, or in a whole one."""
        return GREEDY_SECONDS * self.options("pilot", deals)

    def estimate_decisions(self, deals: bool) -> float:
        """Of searching players. Before they have played: the fewer of random and greedy players' decisions."""
        if "search" in self.records:
            return self.decisions("search", deals)
        return min(self.decisions("gate", deals), self.decisions("pilot", deals))

    def search_seconds(self, iterations: int, deals: bool) -> float:
        """About how many seconds searching players think in a game, or in a deal of it."""
        return self._search_seconds(iterations, self.estimate_decisions(deals))

    def _search_seconds(self, iterations: int, decisions: float) -> float:
        records = self.records["gate"]
        rest = min(LONGEST_ROLLOUT, float((records.plies / records.deals.clip(1)).mean()) / 2)
        return decisions * iterations * (SHORTEST_ITERATION + ITERATION_PLY * rest)


def collect_evidence(played: Played) -> Evidence:
    """The records in the form that metrics read."""
    records = played.records
    duels = {f"{pairing.a}>{pairing.b}": _duel(played, pairing) for pairing in DUELS}
    return Evidence(
        sides=played.schedule.sides,
        random=records.get("random", records.get("gate")),
        greedy=records.get("greedy"),
        search=tuple(records[tag] for tag in search_tags(REPEATS) if tag in records),
        more=tuple(records[tag] for tag in more_tags(REPEATS) if tag in records),
        duels={name: duel for name, duel in duels.items() if duel is not None},
        ladder=LADDER if "strong" in played.stages else LADDER[:-1] if "deep" in played.stages else (),
        bits=count_bits(played.genome),
        chips=played.chips,
        for_chips=played.schedule.for_chips,
        is_match=played.deal is not played.genome,
        rounds=played.is_whole and not played.chips,
        goals=find_goals(played.genome),
        thumb=describe_rule(played.best_rule) if "thumb" in played.stages else "",
        habits=collect_answers(
            played.records, played.schedule.sides, played.schedule.for_chips, find_details(played.genome)
        ),
        dead=records.get("dead"),
        deal=records.get("deal"),
        novices=tuple(records[tag] for tag in NOVICES if tag in records),
        memory=next(iter(collect_rungs(MEMORY, played).values()), None),
        lessons=collect_rungs(LESSON, played) if "lessons" in played.stages else {},
        styles=collect_styles(played.schedule, records) if "styles" in played.stages else None,
        arithmetic=float(len(count_arithmetic(played.genome))),
    )


def collect_rungs(word: str, played: Played) -> dict[str, Rung]:
    """The comparisons whose tags begin with this word, by name."""
    schedule, records = played.schedule, played.records
    found = {names: collect_scores(word, names, schedule, records) for names in find_names(word, records)}
    return {">".join(names): rung_of(scores) for names, scores in found.items() if scores is not None}


def count_bits(genome: GameGenome) -> float:
    """To tell the rules to somebody who knows the known games; a known game is told to who does not know its family."""
    name = genome.genome_id
    return description_length(genome, family_of(name) if name in known_games() else ())


def more_tags(repeats: int) -> list[str]:
    """The same for the second look at what is fate."""
    return [f"more {number}" for number in range(repeats)]


def search_tags(repeats: int) -> list[str]:
    """Of games on the same deals by searching players, once and again."""
    return ["search", *(f"search {number}" for number in range(1, repeats))]


def is_fate_in_doubt(played: Played) -> bool:
    """Whether the deals that were played decide too much, and it is neither plain nor looked at once more."""
    evidence = collect_evidence(played)
    found = fate(evidence)
    return not evidence.more and found is not None and FATE.fails(found) and found.value <= PLAIN_FATE


def find_goals(genome: GameGenome) -> frozenset[int]:
    """What may name the winners, as records have it, by the goals that the rulebook gives: those of a deal, and the first
    of those of the end."""
    conditions = genome.win_conditions
    ends = [condition for condition in conditions if condition.kind.end_goal][:1]
    named = [condition for condition in conditions if condition.kind.deal_goal] + ends
    rankings = {1 + condition.ranking for condition in named if condition.ranking is not None}
    if ends and ends[0].ranking is None:  # who is best is then said by the first that ranks
        rankings |= {1 + condition.ranking for condition in conditions if condition.ranking is not None}
    by_deal = {BY_DEAL_WINNER} if any(condition.kind.deal_goal for condition in conditions) else set()
    return frozenset(rankings | by_deal)


def _duel(played: Played, pairing: Pairing) -> Duel | None:
    schedule = played.schedule
    batches = [
        [played.records[tag] for tag in tags]
        for tags in (duel_tags(played, pairing, batch) for batch in range(1 + AGAIN))
        if tags[0] in played.records
    ]
    if not batches:
        return None
    alone = np.concatenate([schedule.alone(records) for records in batches])
    stakes = np.concatenate([schedule.stakes(records) for records in batches])
    scores = PairScores(pairing, len(schedule.sides), alone, stakes)
    wins = [np.mean(_wins_alone(schedule, records), axis=0) for records in batches]
    return Duel(rung_of(scores), scores.shares[:, 0], np.concatenate(wins), scores.shares[:, 1])


def duel_tags(played: Played, pairing: Pairing, batch: int = 0) -> list[str]:
    """Of the records of a duel, one for each line-up; of a further batch of deals if the first left a doubt."""
    again = f" again {batch}" if batch else ""
    return [f"{pairing.a}>{pairing.b} {number}{again}" for number in range(len(played.schedule.lineups))]


def _wins_alone(schedule: Schedule, records: Sequence[Records]) -> list[npt.NDArray[np.bool_]]:
    """Which deals the first player won from each side that it had alone."""
    return [
        schedule.points(each.winners)[:, lineup.index(0)] == 1
        for each, lineup in zip(records, schedule.lineups, strict=True)
        if lineup.count(0) == 1
    ]


def count_endings(played: Played) -> dict[str, int]:
    """How many games of the best players ended in which way, after how many plies (in factors of two)."""
    tag = next(tag for tag in ("search", "greedy", "gate") if tag in played.records)
    records = played.records[tag]
    octaves = np.log2(np.maximum(records.plies, 1)).astype(int)
    kinds = [f"{ENDINGS[kind]} {2**octave}+" for kind, octave in zip(records.ending, octaves, strict=True)]
    return {kind: kinds.count(kind) for kind in sorted(set(kinds))}


def derive_seed(seed: int, purpose: str) -> int:
    """An independent seed for each purpose of a run."""
    return int.from_bytes(blake2b(f"{seed} {purpose}".encode(), digest_size=8).digest(), "little") >> 1
