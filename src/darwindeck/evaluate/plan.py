"""Suites: how much is played to evaluate a game, in stages from cheap to dear. One call plays a stage of many games.

How many games a stage plays depends on the suite and on how long the games of earlier stages were, never on the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..contest.schedule import Pairing
from ..errors import SettingError
from ..measure.gates import LEAST_GAP
from ..measure.skill import find_needed, rule_gaps
from ..simulate.probe import Probe
from ..simulate.records import Records
from ..simulate.simulate import Job
from .costs import as_many, count_fewest, estimate_seconds, probe_seconds, reduce_probe
from .finalists import plan_lessons, plan_memory, plan_novices
from .habits import plan_habits
from .played import (
    AGAIN,
    DUELS,
    DUELS_OF,
    GREEDY_SECONDS,
    LADDER,
    THUMB,
    Played,
    collect_evidence,
    duel_tags,
    is_fate_in_doubt,
    more_tags,
    search_tags,
)
from .styles import plan_styles
from .thumbs import options_beside, plan_round, thumb_trial

PROBE = Probe(samples=8, rollouts=8, greedy=True)
FULL_PROBE = Probe(samples=8, rollouts=16, option_rollouts=8, greedy=True)
DEAD_PROBE = Probe(samples=12, rollouts=0, tables=16)  # with four, choices that matter now and then look dead
KINDS = ("gate", "random", "greedy", "search", "duel")  # of games
FAR = 1 << 36  # the first deal of a further batch of a duel, times its number
DEAD_DEAL = 1 << 40  # the first deal of those probed for dead choices
SECOND_DEAL = 1 << 41  # and of the games played where fate is in doubt
HABITS = 12  # times the seconds of a part, for all prompts together
# The same for finalists: novices, memory and styles as a whole, of lessons each duel, and the one with the strongest.
NOVICES, MEMORIES, STYLES, LESSONS, LAST_LESSON = 0.3, 1.5, 1.0, 0.4, 2.0
FINALS = ("novice", "memory", "styles", "lessons")  # stages of finalists that no gate and no profile needs
DOUBT = 0.1  # a rule gap that is larger by so much than a gate asks for is not looked at again
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
    mirror: str = ""  # who is searched with; else as hard as the length of the game allows
    probe: Probe = PROBE
    seconds: float = 0.8  # about, of one core
    fewest: int = 8  # games of a mirror, also of long games
    repeats: int = 4  # times that searching players play the same deals
    stages: tuple[str, ...] = ("gate", "pilot", "play", "thumb", "search", "deep")
    duels: tuple[Pairing, ...] = tuple(pairing for pairing in DUELS if pairing.b != "random")

    @property
    def most_games(self) -> int:
        """The largest number of games of any kind."""
        return max(int(getattr(self, kind)) for kind in KINDS)

    def at_most(self, games: int) -> Suite:
        """The suite with at most so many games of each kind; 0 is no limit."""
        fewer: dict[str, Any] = {kind: min(games, getattr(self, kind)) for kind in KINDS if games}
        return replace(self, **fewer)


SUITES = {
    "quick": Suite("quick", 60, 60, 24, seconds=0.15, fewest=4, stages=("gate", "pilot", "play"),
                   probe=Probe(samples=6, rollouts=6, greedy=True)),
    "default": Suite("default"),
    "full": Suite("full", 100, 1000, 1000, 100, 200, probe=FULL_PROBE, seconds=10.0, duels=DUELS,
                  stages=("gate", "pilot", "play", "thumb", "search", "deep", "doubt", "dead", "habits", *FINALS, "strong")),
}  # fmt: skip
# How much a run plays of a game at a time: less than an evaluation, since what it keeps it measures again.
RACES = {
    "gate": Suite("gate", stages=("gate",)),
    "quick": SUITES["quick"],
    "default": Suite("race", 100, 100, 24, 12, 80, seconds=0.1, fewest=8, repeats=3,
                     probe=Probe(samples=6, rollouts=6, greedy=True)),
    "full": replace(SUITES["full"], seconds=2.0),  # a long game must not hold up all others
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
    """Random and greedy games, the latter probed."""
    thinking = played.greedy_seconds(deals=False)
    probe = reduce_probe(played, suite.probe, suite.seconds / suite.fewest)
    each = thinking + probe_seconds(played, probe)
    games = as_many(suite.seconds, each, count_fewest(suite.fewest, each), suite.greedy)
    deals = {"deal": Job(played.first_deal, suite.greedy, ("greedy",), played.seed)} if played.chips else {}
    return {
        **deals,
        "random": Job(played.genome, suite.random, ("random",), played.seed),
        "greedy": Job(played.genome, games, ("greedy",), played.seed, plies=played.chips > 0, probe=probe),
    }


def thumb(played: Played, suite: Suite) -> Jobs:
    """Which rule of thumb is the best, in rounds, and how it fares among greedy players on other deals."""
    options = suite.seconds / 2 / GREEDY_SECONDS
    trial = thumb_trial(played.records)
    again = plan_round(trial, played.deal, played.schedule, played.records, played.seed, options)
    return again or _duels(played, suite, "thumb")


def search(played: Played, suite: Suite) -> Jobs:
    """Deals that searching players play again and again, the first time probed, and what they win of others. Where the deal
    seems to decide and it is not plain, other games are played, whole ones, and these say what is fate."""
    if "search" in played.records:
        return _second_look(played, suite)
    probe = reduce_probe(played, suite.probe, suite.seconds / suite.fewest)
    thinking = suite.repeats * played.search_seconds(played.iterations, deals=True) + probe_seconds(played, probe)
    deals = as_many(2 * suite.seconds, thinking, count_fewest(suite.fewest, thinking), suite.search)
    first = Job(
        played.deal, deals, (suite.mirror or played.player("search"),), played.seed, plies=played.chips > 0, probe=probe
    )
    later = replace(first, plies=False, probe=None)
    tags = enumerate(search_tags(suite.repeats))
    again = {tag: replace(later, thinking=number) if number else first for number, tag in tags}
    return again | _duels(played, suite, "search")


def _second_look(played: Played, suite: Suite) -> Jobs:
    if not is_fate_in_doubt(played):
        return {}
    repeats, deals = len(collect_evidence(played).search), played.records["search"].games
    games = as_many(
        4 * suite.seconds, repeats * played.search_seconds(played.iterations, False), suite.fewest, 2 * deals
    )
    return {
        tag: Job(
            played.genome, games, (suite.mirror or played.player("search"),), played.seed, SECOND_DEAL, thinking=number
        )
        for number, tag in enumerate(more_tags(repeats))
    }


def deep(played: Played, suite: Suite) -> Jobs:
    """Do players that think longer win? A dear question, so it is asked only of the strongest player below."""
    return _climb(played, suite, LADDER[:-1])


def strong(played: Played, suite: Suite) -> Jobs:
    """The same for those that think longest, the dearest question of all."""
    return _climb(played, suite, LADDER)


def _climb(played: Played, suite: Suite, ladder: Sequence[str]) -> Jobs:
    pair = find_needed(collect_evidence(played), ladder)
    return plan_duel(played, suite, Pairing(*pair)) if pair and pair in suite.duels else {}


def doubt(played: Played, suite: Suite) -> Jobs:
    """More deals of the best players with the rule of thumb, while it seems as good as they are and nobody can be sure."""
    gaps = rule_gaps(collect_evidence(played))
    if not gaps:
        return {}
    name, gap = max(gaps.items(), key=lambda item: item[1].value)
    pairing = Pairing(*name.split(">"))
    batch = sum(duel_tags(played, pairing, number)[0] in played.records for number in range(1, 1 + AGAIN)) + 1
    if batch > AGAIN or gap.high < LEAST_GAP or gap.value > LEAST_GAP + DOUBT:
        return {}
    return plan_duel(played, replace(suite, seconds=2 * suite.seconds, duel=2 * suite.duel), pairing, batch)


def dead(played: Played, suite: Suite) -> Jobs:
    """Choices of searched deals: does anything depend on them?"""
    deals = as_many(suite.seconds, played.search_seconds(played.iterations, deals=True), suite.fewest, suite.search)
    who = suite.mirror or played.player("search")
    return {"dead": Job(played.deal, deals, (who,), played.seed, DEAD_DEAL, probe=DEAD_PROBE)}


def habits(played: Played, suite: Suite) -> Jobs:
    """What is each prompt for? Strong players who answer one of them by habit, among those who do not."""
    return plan_habits(played, HABITS * suite.seconds, suite.duel, suite.mirror or played.player("search"))


def novice(played: Played, suite: Suite) -> Jobs:
    """Deals that greedy players play again and again: what the deal decides among beginners."""
    return plan_novices(played, NOVICES * suite.seconds, suite.search)


def memory(played: Played, suite: Suite) -> Jobs:
    """What is remembering worth?"""
    return plan_memory(played, MEMORIES * suite.seconds)


def styles(played: Played, suite: Suite) -> Jobs:
    """How many ways to play are there, none of which is surely better?"""
    return plan_styles(played, STYLES * suite.seconds)


def lessons(played: Played, suite: Suite) -> Jobs:
    """How many steps are there from a beginner to a master, and how early is the first?"""
    options = LESSONS * suite.seconds / GREEDY_SECONDS
    return plan_lessons(played, LESSONS * suite.seconds, LAST_LESSON * suite.seconds, options)


# A stage may look at what earlier ones played. To add one, write its function here and name it in suites.
STAGES: Mapping[str, Stage] = {
    "gate": gate,
    "pilot": pilot,
    "play": play,
    "thumb": thumb,
    "search": search,
    "deep": deep,
    "doubt": doubt,
    "dead": dead,
    "habits": habits,
    "novice": novice,
    "memory": memory,
    "styles": styles,
    "lessons": lessons,
    "strong": strong,
}


def run_stage(stage: str, games: Sequence[Played], suite: Suite, backend: Backend) -> list[Played]:
    """Plays one stage of all games. Each comes back with the records of the stage added.

    A stage is asked again with what it has played until it wants nothing more, so it may have rounds. Each round of all
    games is one call.
    """
    if stage not in STAGES:
        raise SettingError(f"stage: {stage!r} is not one of {', '.join(STAGES)}")
    found = list(games)
    waiting = list(range(len(found)))
    while waiting:
        planned = {place: _new_jobs(STAGES[stage](found[place], suite), found[place]) for place in waiting}
        records = iter(backend([job for jobs in planned.values() for job in jobs.values()]))
        for place, jobs in planned.items():
            found[place] = replace(
                found[place], records={**found[place].records, **{tag: next(records) for tag in jobs}}
            )
        waiting = [place for place, jobs in planned.items() if jobs]
    return [replace(played, stages=(*played.stages, stage)) for played in found]


def _new_jobs(jobs: Jobs, played: Played) -> Jobs:
    return {tag: job for tag, job in jobs.items() if tag not in played.records}


def _duels(played: Played, suite: Suite, stage: str) -> Jobs:
    """The duels of a stage that the suite has."""
    jobs: Jobs = {}
    for pairing in DUELS_OF[stage]:
        if pairing in suite.duels:
            jobs |= plan_duel(played, suite, pairing)
    return jobs


def plan_duel(played: Played, suite: Suite, pairing: Pairing, batch: int = 0) -> Jobs:
    """The jobs of one duel, one for each line-up; none if even the fewest games would take too long."""
    lineups = len(played.schedule.lineups)
    thinking = sum(estimate_seconds(played, player) for player in pairing) / 2
    if THUMB in pairing:
        beside = options_beside(thumb_trial(played.records), played.schedule, played.records)
        thinking *= max(1.0, beside / played.options("pilot", deals=True))
    each = thinking * lineups
    fewest = max(1, count_fewest(suite.fewest, each) // 4)
    deals = as_many(1.5 * suite.seconds, each, fewest, -(-suite.duel // lineups))
    if deals * thinking * lineups > TOO_DEAR * suite.seconds:
        return {}
    jobs = played.schedule.jobs(played.deal, pairing, played.seed, batch * FAR, deals)
    return {
        tag: replace(job, players=[played.player(str(role)) for role in job.players])
        for tag, job in zip(duel_tags(played, pairing, batch), jobs, strict=True)
    }
