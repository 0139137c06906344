"""How games end: whether they do, for whom, when and in how many ways. Pure functions of evidence."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from ..simulate.records import ENDINGS, Records
from .estimate import Indices, Metric, bootstrap, count_each, mean, mean_length, sum_each
from .evidence import Evidence, Floats

LIMITS_OF_PLAY = tuple(ENDINGS.index(name) for name in ("turn_limit", "runaway"))
LIMITS = (*LIMITS_OF_PLAY, ENDINGS.index("deal_limit"))


def termination_rate(evidence: Evidence) -> Metric | None:
    """Share of games that end other than by a limit, in the mirror where it is least.

    A match that random players cannot bring to its end in its deals is no fault of the game: each deal ended. Of a
    match that is searched deal by deal nothing else is known either.
    """
    rates = [
        mean(~np.isin(records.ending, LIMITS if _is_whole(records, evidence) else LIMITS_OF_PLAY))
        for records in _mirrors(evidence)
    ]
    found = [rate for rate in rates if rate is not None]
    return min(found, key=lambda rate: rate.value) if found else None


def length(evidence: Evidence) -> Metric | None:
    """Plies of a game between the best players measured."""
    return mean_length(evidence.best.plies) if evidence.best else None


def drawishness(evidence: Evidence) -> Metric | None:
    """Share of games that nobody won, or everybody."""
    return mean(evidence.is_drawn(evidence.best)) if evidence.best else None


def completion(evidence: Evidence) -> Metric | None:
    """Share of games with a winner that came to their own end."""
    records = evidence.best
    return mean(~evidence.is_drawn(records) & ~np.isin(records.ending, LIMITS)) if records else None


def seat_fairness(evidence: Evidence) -> Metric | None:
    """1 minus the distance of the sides' shares from even ones, under players that think; chance taken out."""
    points = _shares_by_deal(evidence)
    if points is None:
        mirrors = [evidence.shares(each) for each in _mirrors(evidence)]
        points = np.concatenate(mirrors) if mirrors else None
    if points is None:
        return None
    return bootstrap(lambda games: _evenness(points[games]), len(points), 0.0, 1.0)


def seat_share(evidence: Evidence) -> Metric | None:
    """What the side that wins most wins, under players that think, in even shares: 1 if all win alike.

    The repeated games of a deal count as one, for their results may all be fixed by the deal. Greedy players do not count
    where a search surely beats them: a seat may owe its wins to their mistakes.
    """
    duel = evidence.duels.get("search>greedy")
    is_beaten = evidence.search and duel is not None and duel.rung.low > 0.5
    shares = _shares_by_deal(replace(evidence, greedy=None) if is_beaten else evidence)
    if shares is None:
        return None
    points = shares * len(evidence.sides)
    most = int(points.mean(axis=0).argmax())
    return mean(np.clip(points[:, most], 0, len(evidence.sides)), 0.0, float(len(evidence.sides)))


def _shares_by_deal(evidence: Evidence) -> Floats | None:
    """Each side's share of each deal under players that think, [deals, sides]; a deal played again and again counts once."""
    deals = [evidence.shares(evidence.greedy)] if evidence.greedy is not None and evidence.greedy.games else []
    if evidence.search and evidence.search[0].games:
        deals.append(np.mean([evidence.shares(each) for each in evidence.search], axis=0))
    return np.concatenate(deals) if deals else None


def _evenness(points: Floats) -> Floats:
    """Of shares [samples, games, sides]: 1 if all win alike, 0 if one wins all. Expected differences by chance are subtracted."""
    samples, games, sides = points.shape
    if games < 2 or sides < 2:
        return np.ones(samples)
    by_chance = points.var(axis=1, ddof=1).sum(axis=1) / games
    off = ((points.mean(axis=1) - 1 / sides) ** 2).sum(axis=1) - by_chance
    return np.asarray(1.0 - np.sqrt(np.maximum(off, 0.0) / (1 - 1 / sides)))


def balance(evidence: Evidence) -> Metric | None:
    """GAVEL: 1 minus the gap between the sides that win most and least; draws count in the denominator."""
    records = evidence.best
    if records is None:
        return None
    won = evidence.wins(records) * ~evidence.is_drawn(records)[:, None]
    won /= np.maximum(won.sum(axis=1, keepdims=True), 1)
    return bootstrap(lambda games: 1.0 - np.ptp(won[games].mean(axis=1), axis=1), len(won), 0.0, 1.0)


def fairness(evidence: Evidence) -> Metric | None:
    """CardStock: how near the first side's share of random games is to an even one."""
    if evidence.random is None:
        return None
    first, sides = evidence.shares(evidence.random)[:, 0], len(evidence.sides)

    def near_even(games: Indices) -> Floats:
        share = first[games].mean(axis=1)
        return np.asarray(np.where(share <= 1 / sides, share * sides, sides / max(sides - 1, 1) * (1 - share)))

    return bootstrap(near_even, len(first), 0.0, 1.0)


def ending_variety(evidence: Evidence) -> Metric | None:
    """1 - 1/n with n the effective number of kinds of endings: how it ended, who won, how long it took."""
    records = evidence.best
    if records is None:
        return None
    kinds = ending_kinds(records)
    return bootstrap(lambda games: _variety(kinds[games]), len(kinds), 0.0, 1.0)


def _variety(kinds: Indices) -> Floats:
    """Of kinds of endings [samples, games]."""
    shares = count_each(kinds) / kinds.shape[1]
    there = shares > 0
    return np.asarray(1.0 - np.exp(sum_each(shares * np.log(np.where(there, shares, 1.0)), there)))


def ending_kinds(records: Records) -> npt.NDArray[np.int64]:
    """A number for the kind of each game's ending: its sort, its winners, and its length in factors of √2."""
    lengths = np.floor(2 * np.log2(np.maximum(records.plies, 1))).astype(np.int64)
    kinds = (records.ending.astype(np.int64) * 256 + records.winners) * 64 + lengths
    return np.asarray(np.unique(kinds, return_inverse=True)[1], np.int64)


def _is_whole(records: Records, evidence: Evidence) -> bool:
    """Whether these are whole games between players that think."""
    return records is evidence.greedy or (records is not evidence.random and not evidence.is_match)


def _mirrors(evidence: Evidence) -> list[Records]:
    every = (evidence.random, evidence.greedy, *evidence.search[:1])
    return [each for each in every if each is not None and each.games]
