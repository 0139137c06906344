"""Stages for finalists: what a game is like for beginners and for their memory, and how it is learnt.

They are shown and not weighed: what chooses a game must not be all that describes it.
"""

from __future__ import annotations

from ..contest.schedule import Pairing
from ..engine.players import PlayerLike
from ..measure.depth import CLEARLY, Rung, next_comparison
from ..measure.lessons import LEARNERS
from ..simulate.simulate import Job
from .costs import estimate_seconds
from .lines import best_lines, plan_lines
from .played import (
    FORGETFUL,
    LESSON,
    MEMORY,
    NOVICES,
    TWO_LINES,
    Played,
    collect_rungs,
)
from .rounds import DuelInRounds

FEWEST_DEALS = 2
LESSON_DEALS, MEMORY_DEALS = 1 << 52, 1 << 53  # the first of deals that no other stage plays
MEMORY_MATTERS = 0.55  # of games that the one who remembers wins: the interval shall lie on one side of it


def plan_novices(played: Played, seconds: float, most: int) -> dict[str, Job]:
    """Deals that greedy players play again and again, each time with other tables in mind."""
    deals = min(most, int(seconds / (played.greedy_seconds() * len(NOVICES))))
    return {
        tag: Job(played.deal, max(1, deals), ("greedy",), played.seed, thinking=number)
        for number, tag in enumerate(NOVICES)
    }


def plan_memory(played: Played, seconds: float) -> dict[str, Job]:
    """A search against a copy of itself that forgets all but its hand, the table and the last round."""
    names = Pairing("search", FORGETFUL)
    rung = collect_rungs(MEMORY, played).get(">".join(names))
    if rung is not None and not rung.low <= MEMORY_MATTERS <= rung.high:
        return {}
    comparison = DuelInRounds(MEMORY, names, (played.player("search"), played.player(FORGETFUL)), MEMORY_DEALS)
    return _plan(played, comparison, seconds, _seconds_a_deal(played, "search"), FEWEST_DEALS)


def plan_lessons(played: Played, seconds: float, longest: float, options: float) -> dict[str, Job]:
    """The ladder of who learns a game: the next round of the first comparison that is not decided yet.

    Before it the best two lines of advice are looked for. The comparison with the strongest player may take `longest`
    seconds, others `seconds`.
    """
    if jobs := plan_lines(played, options):
        return jobs
    ladder = LEARNERS if best_lines(played) else tuple(role for role in LEARNERS if role != TWO_LINES)
    rungs = collect_rungs(LESSON, played)
    climbed: list[Rung] = []
    while pair := next_comparison(ladder, climbed):
        rung = rungs.get(">".join(pair))
        if rung is None or (not rung.counts and rung.high >= CLEARLY):
            players = (_player(played, pair[0]), _player(played, pair[1]))
            comparison = DuelInRounds(LESSON, Pairing(*pair), players, LESSON_DEALS)
            thinking = sum(_seconds_a_deal(played, role) for role in pair) / 2
            fewest = 0 if pair[0] in ("longer", "strong") else FEWEST_DEALS  # no game is worth any price
            if jobs := _plan(played, comparison, longest if pair[0] == "strong" else seconds, thinking, fewest):
                return jobs
        climbed.append(rung or Rung(*pair, 0.5, 0.5, 0.5, 0))
    return {}


def _plan(played: Played, comparison: DuelInRounds, seconds: float, thinking: float, fewest: int) -> dict[str, Job]:
    """The next round, if its players, who think so many seconds a game, have time for it."""
    most = seconds / max(thinking * len(played.schedule.lineups), 1e-9)
    return comparison.plan(played.first_deal, played.schedule, played.records, played.seed, most, fewest)


def _player(played: Played, role: str) -> PlayerLike:
    """Who plays a role of the ladder."""
    if role == TWO_LINES:
        player = best_lines(played)
        assert player is not None
        return player
    return played.player(role)


def _seconds_a_deal(played: Played, role: str) -> float:
    """As `estimate_seconds`, but matches for chips are cut to a deal as well."""
    deals = float(played.records["gate"].deals.clip(1).mean()) if played.chips else 1.0
    return estimate_seconds(played, role) / deals
