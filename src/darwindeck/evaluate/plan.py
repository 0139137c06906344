"""Suites: how much is played to evaluate a game, in stages from cheap to dear. One call plays a stage of many games.

How many games a stage plays depends on the suite and on how long the games of earlier stages were, never on the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import blake2b
from typing import Any

from ..contest.schedule import Pairing
from ..errors import SettingError
from ..measure.skill import find_needed
from ..simulate.probe import Probe
from ..simulate.records import Records
from ..simulate.simulate import Job
from .played import DEEPER, DUELS, DUELS_OF, ITERATIONS, LADDER, PLAYERS, Played, collect_evidence

FULL_PROBE = Probe(samples=8, rollouts=16, option_rollouts=8, whole_match=True)
KINDS = ("gate", "random", "greedy", "search", "duel")  # of games
GREEDY_SECONDS = 60e-6  # of thinking, about, for a decision; estimates only bound what is played
TOO_DEAR = 15  # times the seconds of a part: a duel that would take longer is left out


@dataclass(frozen=True)
class Suite:
    """How many games of each kind are played at most. Of long games fewer are played, so that no part takes much longer than
    `seconds`, but always the `fewest`."""

    name: str
    gate: int = 100
    random: int = 400
    greedy: int = 100
    search: int = 40
    duel: int = 240  # games of each comparison
    mirror: str = "mcts:100"
    probe: Probe = FULL_PROBE
    seconds: float = 0.8  # about, of one core
    fewest: int = 8  # games of a mirror, also of long games
    stages: tuple[str, ...] = ("gate", "pilot", "play", "search", "deep")
    duels: tuple[Pairing, ...] = DUELS

    @property
    def most_games(self) -> int:
        """The largest number of games of any kind."""
        return max(int(getattr(self, kind)) for kind in KINDS)

    def at_most(self, games: int) -> Suite:
        """The suite with at most so many games of each kind; 0 is no limit."""
        if games == 0:
            return self
        fewer: dict[str, Any] = {kind: min(games, getattr(self, kind)) for kind in KINDS}
        return replace(self, **fewer)


SUITES = {
    "quick": Suite("quick", 60, 60, 24, seconds=0.15, stages=("gate", "pilot", "play"),
                   probe=Probe(samples=6, rollouts=8, option_rollouts=2, whole_match=True)),
    "default": Suite("default"),
    "full": Suite("full", 100, 1000, 1000, 100, 200, "mcts-medium", seconds=1e9),
}  # fmt: skip
# How much a run plays of a game at a time: less than an evaluation, since what it keeps it measures again.
RACES = {
    "gate": Suite("gate", stages=("gate",)),
    "quick": SUITES["quick"],
    "default": Suite("race", 100, 100, 24, 12, 80, seconds=0.1, fewest=4,
                     probe=Probe(samples=8, rollouts=12, option_rollouts=2, whole_match=True)),
    "full": replace(SUITES["full"], seconds=10.0),  # a long game must not hold up all others
}  # fmt: skip


Jobs = dict[str, Job]  # by the tag that their records will have
Stage = Callable[[Played, Suite], Jobs]  # what to play next, given what was played
Backend = Callable[[Sequence[Job]], list[Records]]  # whoever simulates jobs (simulate/backends/)


def gate(played: Played, suite: Suite) -> Jobs:
    """Random games: do they end, and does anybody choose?"""
    return {"gate": Job(played.genome, suite.gate, ("random",), played.seed, probe=Probe(samples=4, rollouts=0))}


def pilot(played: Played, suite: Suite) -> Jobs:
    """Two greedy games, to see how long such games are."""
    return {"pilot": Job(played.genome, 2, ("greedy",), played.seed)}


def play(played: Played, suite: Suite) -> Jobs:
    """Random games, greedy games with probes, and duels of greedy against random players."""
    thinking = GREEDY_SECONDS * played.decisions("pilot")
    games = _as_many(2 * suite.seconds, thinking + _probe_seconds(played, suite.probe), suite.fewest, suite.greedy)
    return {
        "random": Job(played.genome, suite.random, ("random",), played.seed),
        "greedy": Job(played.genome, games, ("greedy",), played.seed, plies=played.chips > 0, probe=suite.probe),
        **_duels(played, suite, "play"),
    }


def search(played: Played, suite: Suite) -> Jobs:
    """Games of searching players with probes, and duels of these against others."""
    thinking = played.search_seconds(ITERATIONS, deals=False) + _probe_seconds(played, suite.probe)
    games = _as_many(suite.seconds, thinking, suite.fewest, suite.search)
    return {
        "search": Job(played.genome, games, (suite.mirror,), played.seed, plies=played.chips > 0, probe=suite.probe),
        **_duels(played, suite, "search"),
    }


def deep(played: Played, suite: Suite) -> Jobs:
    """Duels of players that think longer. They are the dearest, so only the strongest player found so far is the opponent."""
    pair = find_needed(collect_evidence(played), LADDER)
    return _duel(played, suite, Pairing(*pair)) if pair and pair in suite.duels else {}


# A stage may look at what earlier ones played. To add one, write its function here and name it in suites.
STAGES: Mapping[str, Stage] = {"gate": gate, "pilot": pilot, "play": play, "search": search, "deep": deep}


def run_stage(stage: str, games: Sequence[Played], suite: Suite, backend: Backend) -> list[Played]:
    """Plays one stage of all games in one call. Each comes back with the records of the stage added."""
    if stage not in STAGES:
        raise SettingError(f"stage: {stage!r} is not one of {', '.join(STAGES)}")
    planned = [STAGES[stage](played, suite) for played in games]
    records = iter(backend([job for jobs in planned for job in jobs.values()]))
    return [
        replace(
            played, records={**played.records, **{tag: next(records) for tag in jobs}}, stages=(*played.stages, stage)
        )
        for played, jobs in zip(games, planned, strict=True)
    ]


def _duels(played: Played, suite: Suite, stage: str) -> Jobs:
    """The duels of a stage that the suite has."""
    jobs: Jobs = {}
    for pairing in DUELS_OF[stage]:
        if pairing in suite.duels:
            jobs |= _duel(played, suite, pairing)
    return jobs


def _duel(played: Played, suite: Suite, pairing: Pairing) -> Jobs:
    """The jobs of one duel, one for each line-up; none if even the fewest games would take too long."""
    lineups = len(played.schedule.lineups)
    thinking = sum(_thinking(played, player) for player in pairing) / 2
    deals = _as_many(1.5 * suite.seconds, thinking * lineups, suite.fewest // 4, -(-suite.duel // lineups))
    if deals * thinking * lineups > TOO_DEAR * suite.seconds:
        return {}
    jobs = played.schedule.jobs(played.deal, pairing, played.seed, 0, deals)
    return {
        f"{pairing.a}>{pairing.b} {number}": replace(job, players=[PLAYERS[str(role)] for role in job.players])
        for number, job in enumerate(jobs)
    }


def _thinking(played: Played, role: str) -> float:
    """About how many seconds this player thinks in a game in which it has all seats."""
    if role == "random":
        return 0.0
    if role == "greedy":
        return GREEDY_SECONDS * played.decisions("pilot", deals=True)
    return played.search_seconds(DEEPER if role == "deeper" else ITERATIONS, deals=True)


def _probe_seconds(played: Played, probe: Probe) -> float:
    """About how many seconds it takes to probe a game."""
    records = played.records["gate"]
    match, options = (
        min(2000.0, float(records.plies.mean()) / 2),
        float(records.options.sum() / max(records.plies.sum(), 1)),
    )
    deal = min(2000.0, float((records.plies / records.deals.clip(1)).mean()) / 2)
    return probe.samples * 60e-9 * (probe.rollouts * match + 2 * probe.option_rollouts * options * deal)


def _as_many(seconds: float, each: float, least: int, most: int) -> int:
    return max(min(least, most), min(most, int(seconds / max(each, 1e-9))))


def derive_seed(seed: int, purpose: str) -> int:
    """An independent seed for each purpose of a run."""
    return int.from_bytes(blake2b(f"{seed} {purpose}".encode(), digest_size=8).digest(), "little") >> 1
