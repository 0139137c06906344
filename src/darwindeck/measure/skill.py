"""What thinking is worth, from players compared on the same deals. Pure functions of evidence.

Duels are found by what they measure: "player>against".
"""

from __future__ import annotations

from collections.abc import Sequence

from .depth import Rung, depth, next_comparison
from .estimate import Metric, mean
from .evidence import Evidence

SEARCH_RANDOM, GREEDY_RANDOM, DEEPER = "search>random", "greedy>random", "deeper>search"
SEARCH_GREEDY, DEEPER_GREEDY, ORACLE = "search>greedy", "deeper>greedy", "oracle>search"


def skill_gradient(evidence: Evidence) -> Metric | None:
    """What thinking wins: the mean of 2p - 1 for a search against random play and a four times deeper one against it."""
    duels = [evidence.duels.get(name) for name in (SEARCH_RANDOM, DEEPER)]
    rungs = [duel.rung for duel in duels if duel is not None]
    if len(rungs) < len(duels):
        return None
    edges = [_edge(rung) for rung in rungs]
    value = sum(edge.value for edge in edges) / len(edges)
    below = sum((edge.value - edge.low) ** 2 for edge in edges) ** 0.5 / len(edges)
    above = sum((edge.high - edge.value) ** 2 for edge in edges) ** 0.5 / len(edges)
    return Metric(value, max(value - below, -1.0), min(value + above, 1.0), sum(edge.games for edge in edges))


def bluffing(evidence: Evidence) -> Metric | None:
    """What secrets are worth: 2p - 1 for a search that sees all hands against an honest copy of itself."""
    duel = evidence.duels.get(ORACLE)
    return _edge(duel.rung) if duel else None


def ladder_depth(evidence: Evidence) -> Metric | None:
    """How many strengths of play can be told apart (docs/tournaments.md)."""
    if not evidence.ladder:
        return None
    climbed = climb(evidence, evidence.ladder)
    sure = sum(rung.counts and rung.low >= 0.6 for rung in climbed)
    possible = sum(rung.counts or rung.high >= 0.6 for rung in climbed)
    games = sum(rung.games for rung in climbed)
    return Metric(float(depth(climbed)), float(sure), float(possible), games)


def climb(evidence: Evidence, players: Sequence[str]) -> list[Rung]:
    """The comparisons of the ladder, each looked up; one that was not played counts as none."""
    climbed: list[Rung] = []
    while pair := next_comparison(players, climbed):
        duel = evidence.duels.get(f"{pair[0]}>{pair[1]}")
        climbed.append(duel.rung if duel else Rung(*pair, 0.5, 0.0, 0.5, 0))
    return [rung if rung.games else Rung(rung.player, rung.against, 0.5, 0.5, 0.5, 0) for rung in climbed]


def order(evidence: Evidence) -> Metric | None:
    """CardStock: what one search among random players wins above an even share, 1 if all."""
    duel = evidence.duels.get(SEARCH_RANDOM)
    if duel is None:
        return None
    even = 1 / len(evidence.sides)
    return mean((duel.share - even) / (1 - even), -even / (1 - even), 1.0)


def trace(evidence: Evidence) -> Metric | None:
    """GAVEL: share of games that one search among random players wins, from every side; draws count as lost."""
    duel = evidence.duels.get(SEARCH_RANDOM)
    return mean(duel.wins) if duel else None


def _edge(rung: Rung) -> Metric:
    return Metric(2 * rung.rate - 1, 2 * rung.low - 1, 2 * rung.high - 1, rung.games)
