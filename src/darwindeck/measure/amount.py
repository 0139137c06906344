"""How much there is to do in a game, and whether it is what the rules say. Pure functions of evidence."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..simulate.records import ENDINGS, Records
from .estimate import Metric, mean, mean_length
from .evidence import Evidence, Floats

# Seconds that people take: to choose, to make a move without a choice, and to deal. A guess that fits known games.
CHOICE, MOVE, DEAL = 4.0, 1.5, 30.0
ENDS_OF_ITS_OWN = tuple(ENDINGS.index(name) for name in ("decided", "deal_limit"))


def minutes_of_people(played: Sequence[Records]) -> float:
    """How long people may take: the shortest of these games by different players, since people play no longer than any."""
    return min(float(np.median(_minutes(records))) for records in played)


def minutes(evidence: Evidence) -> Metric | None:
    """How long people may take, by the shorter of random and greedy players' games: random ones of rummy hardly end."""
    if evidence.greedy is None or evidence.random is None or not evidence.greedy.games:
        return None
    taken = [_minutes(records) for records in (evidence.random, evidence.greedy)]
    return mean_length(min(taken, key=lambda each: float(each.mean())))


def _minutes(records: Records) -> Floats:
    moves = records.plies.astype(float) - records.decisions
    return np.asarray((records.decisions * CHOICE + moves * MOVE + records.deals * DEAL) / 60, np.float64)


def choices(evidence: Evidence) -> Metric | None:
    """Choices of a player in a deal, between players that think. A play of several cards is one choice.

    In a match for chips players drop out, so that only its first deal counts. Where a deal puts players out, takes one
    of their lives or is over within a minute, it is but a round, and the choices of the whole game count.
    """
    games = (evidence.deal,) if evidence.deal is not None else evidence.competent
    if not games:
        return None
    deals = [np.ones(each.games) if evidence.rounds else each.deals.clip(1) for each in games]
    found = np.concatenate([each.decisions / n / each.seats for each, n in zip(games, deals, strict=True)])
    return mean_length(found * _short_deals(evidence))


def _short_deals(evidence: Evidence) -> float:
    """How many deals a whole game has, if a deal takes people less than a minute; else 1."""
    whole = evidence.greedy
    if evidence.rounds or evidence.deal is not None or whole is None or not whole.games:
        return 1.0
    return float(whole.deals.mean()) if _minutes(whole).sum() < whole.deals.sum() else 1.0


def downtime(evidence: Evidence) -> Metric | None:
    """Plies of others that a player waits between two own choices, between players that think."""
    if not evidence.competent:
        return None
    decisions = np.concatenate([records.decisions for records in evidence.competent])
    plies = np.concatenate([records.plies for records in evidence.competent]).astype(np.float64)
    some = decisions > 0
    return mean_length((evidence.competent[0].seats - 1) * plies[some] / decisions[some])


def goal_honesty(evidence: Evidence) -> Metric | None:
    """Share of games with a winner and a loser that were decided by what the rules give as the goal.

    Games that a limit stops, that nobody wins, or that another rule decides are not.
    """
    records = evidence.best
    if records is None or not evidence.goals:
        return None
    named = np.isin(records.decided_by, tuple(evidence.goals)) & np.isin(records.ending, ENDS_OF_ITS_OWN)
    return mean(named & ~evidence.is_drawn(records))
