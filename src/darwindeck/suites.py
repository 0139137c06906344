"""Suites: how much is played to evaluate a game, in stages from cheap to dear. Work of many games makes one call.

How many games a stage plays depends on the suite and on how long the games of earlier stages were, never on the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import msgspec

from .contest.schedule import Pairing, Schedule
from .errors import GameError
from .genome.genome import GameGenome
from .players import PlayerLike, oracle
from .probing import Probe
from .records import Records
from .simulation import Job, Progress, simulate_many

ITERATIONS, DEEPER = 100, 400
PLAYERS: Mapping[str, PlayerLike] = {
    "random": "random",
    "greedy": "greedy",
    "search": f"mcts:{ITERATIONS}",
    "deeper": f"mcts:{DEEPER}",
    "oracle": oracle(ITERATIONS),
}
LADDER = ("random", "greedy", "search", "deeper")
DUELS = tuple(
    Pairing(*name.split(">"))
    for name in ("greedy>random", "search>random", "search>greedy", "deeper>search", "deeper>greedy", "oracle>search")
)
FULL_PROBE = Probe(samples=8, rollouts=16, option_rollouts=8, whole_match=True)
GREEDY_SECONDS = 60e-6  # of thinking, about, for a decision; estimates only bound what is played
TOO_DEAR = 15  # times the seconds of a part: a duel that would take longer is left out
SHORTEST_ITERATION, ITERATION_PLY, LONGEST_ROLLOUT = 1.3e-6, 0.035e-6, 200


@dataclass(frozen=True)
class Suite:
    """Most games of each kind. Of games so long that a part would exceed about `seconds` only a few are played."""

    name: str
    gate: int = 100
    random: int = 400
    greedy: int = 100
    search: int = 40
    duel: int = 240  # games of each comparison
    mirror: str = "mcts:100"
    probe: Probe = FULL_PROBE
    seconds: float = 0.8  # about, of one core
    stages: tuple[str, ...] = ("gate", "play", "search")
    duels: tuple[Pairing, ...] = DUELS


SUITES = {
    "quick": Suite("quick", 60, 60, 24, seconds=0.15, stages=("gate", "play"),
                   probe=Probe(samples=6, rollouts=8, option_rollouts=2, whole_match=True)),
    "default": Suite("default"),
    "full": Suite("full", 100, 1000, 1000, 100, 200, "mcts-medium", seconds=1e9),
}  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A game being evaluated, and what was played of it so far, by tag."""

    genome: GameGenome
    played: Mapping[str, Records] = field(default_factory=dict)

    @property
    def stages(self) -> tuple[str, ...]:
        """Those played so far."""
        return tuple(stage for stage in STAGES if FIRST_TAG[stage] in self.played)

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
        """One deal of a match, for comparing players. Matches for chips stay whole: what a deal is worth depends on them."""
        match = self.genome.match
        if match is None or self.chips:
            return self.genome
        return msgspec.structs.replace(self.genome, match=msgspec.structs.replace(match, max_deals=1, tie="share"))

    def decisions(self, of: str, deals: bool = False) -> float:
        """Decisions of a game, or of a deal of it, in the games of that tag."""
        records = self.played[of]
        per = records.deals.clip(1) if deals and self.deal is not self.genome else 1
        return max(float((records.decisions / per).mean()), 1.0)

    def fewest_decisions(self, deals: bool) -> float:
        """The same for better players, who need no longer than the quicker of random and greedy ones."""
        return min(self.decisions("gate", deals), self.decisions("pilot", deals))

    def search_seconds(self, iterations: int, deals: bool) -> float:
        """About how long a search plays a game, or a deal of it."""
        records = self.played["gate"]
        rest = min(LONGEST_ROLLOUT, float((records.plies / records.deals.clip(1)).mean()) / 2)
        return self.fewest_decisions(deals) * iterations * (SHORTEST_ITERATION + ITERATION_PLY * rest)


Jobs = dict[str, Job]
Stage = Callable[[Case, Suite, int], Jobs]


def gate(case: Case, suite: Suite, seed: int) -> Jobs:
    """Does it end, does anybody choose? Random games, and two greedy ones to see how long these are."""
    look = Probe(samples=4, rollouts=0)
    return {
        "gate": Job(case.genome, suite.gate, ("random",), seed, probe=look),
        "pilot": Job(case.genome, 2, ("greedy",), seed),
    }


def play(case: Case, suite: Suite, seed: int) -> Jobs:
    """Random and greedy games, the latter probed."""
    thinking = GREEDY_SECONDS * case.decisions("pilot")
    games = _as_many(2 * suite.seconds, thinking + _probe_seconds(case, suite.probe), 8, suite.greedy)
    return {
        "random": Job(case.genome, suite.random, ("random",), seed),
        "greedy": Job(case.genome, games, ("greedy",), seed, plies=case.chips > 0, probe=suite.probe),
    }


def search(case: Case, suite: Suite, seed: int) -> Jobs:
    """Games of searching players, probed, and all comparisons of players."""
    thinking = case.search_seconds(ITERATIONS, deals=False) + _probe_seconds(case, suite.probe)
    games = _as_many(suite.seconds, thinking, 8, suite.search)
    jobs = {"search": Job(case.genome, games, (suite.mirror,), seed, plies=case.chips > 0, probe=suite.probe)}
    for pairing in suite.duels:
        jobs |= _duel(case, suite, pairing, seed)
    return jobs


STAGES: Mapping[str, Stage] = {"gate": gate, "play": play, "search": search}
FIRST_TAG = {"gate": "gate", "play": "random", "search": "search"}


def run_stage(
    stage: str, cases: Sequence[Case], suite: Suite, seed: int = 0, threads: int = 0, progress: Progress | None = None
) -> list[Case]:
    """Plays one stage of all cases in one call; each case comes back with what was played."""
    if stage not in STAGES:
        raise GameError(f"stage: {stage!r} is not one of {', '.join(STAGES)}")
    planned = [STAGES[stage](case, suite, seed) for case in cases]
    records = iter(simulate_many([job for jobs in planned for job in jobs.values()], threads, progress))
    return [
        replace(case, played={**case.played, **{tag: next(records) for tag in jobs}})
        for case, jobs in zip(cases, planned, strict=True)
    ]


def _duel(case: Case, suite: Suite, pairing: Pairing, seed: int) -> Jobs:
    """One job a line-up, tagged "a>b 0", "a>b 1" …"""
    lineups = len(case.schedule.lineups)
    thinking = sum(_thinking(case, player) for player in pairing) / 2
    deals = _as_many(1.5 * suite.seconds, thinking * lineups, 2, -(-suite.duel // lineups))
    if deals * thinking * lineups > TOO_DEAR * suite.seconds:
        return {}
    jobs = case.schedule.jobs(case.deal, pairing, seed, 0, deals)
    return {
        f"{pairing.a}>{pairing.b} {number}": replace(job, players=[PLAYERS[str(role)] for role in job.players])
        for number, job in enumerate(jobs)
    }


def _thinking(case: Case, role: str) -> float:
    """Seconds a game, about, in which all seats are played by this one."""
    if role == "random":
        return 0.0
    if role == "greedy":
        return GREEDY_SECONDS * case.decisions("pilot", deals=True)
    return case.search_seconds(DEEPER if role == "deeper" else ITERATIONS, deals=True)


def _probe_seconds(case: Case, probe: Probe) -> float:
    """About how long it takes to probe a game."""
    records = case.played["gate"]
    match, options = (
        min(2000.0, float(records.plies.mean()) / 2),
        float(records.options.sum() / max(records.plies.sum(), 1)),
    )
    deal = min(2000.0, float((records.plies / records.deals.clip(1)).mean()) / 2)
    return probe.samples * 60e-9 * (probe.rollouts * match + 2 * probe.option_rollouts * options * deal)


def _as_many(seconds: float, each: float, least: int, most: int) -> int:
    return max(min(least, most), min(most, int(seconds / max(each, 1e-9))))
