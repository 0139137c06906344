"""What thinking is worth, from players compared on the same deals. Pure functions of evidence.

Duels are found by what they measure: "player>against".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .depth import Rung, depth, next_comparison
from .estimate import Metric, mean
from .evidence import Evidence

SEARCH_RANDOM, GREEDY_RANDOM, ORACLE = "search>random", "greedy>random", "oracle>search"


def skill_gradient(evidence: Evidence) -> Metric | None:
    """What thinking wins: 2p - 1 for the best of the players that were compared with random play.

    Before a search has played, that is the least it may be: there is no upper end.
    """
    duels = [evidence.duels.get(name) for name in (GREEDY_RANDOM, SEARCH_RANDOM)]
    edges = [_edge(duel.rung) for duel in duels if duel is not None]
    if not edges:
        return None
    best = max(edges, key=lambda edge: edge.value)
    return best if duels[1] is not None else replace(best, high=1.0)


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


def find_needed(evidence: Evidence, players: Sequence[str]) -> tuple[str, str] | None:
    """The comparison of the ladder's last player that those of the others call for."""
    return next_comparison(players, climb(evidence, players[:-1]))


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
