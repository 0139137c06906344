"""What thinking is worth, from players compared on the same deals. Pure functions of evidence.

Duels are found by what they measure: "player>against".
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from .depth import Rung, depth, next_comparison
from .estimate import Metric, mean
from .evidence import Evidence

SEARCH_RANDOM, ORACLE, THUMB = "search>random", "oracle>search", ">thumb"


def skill_gradient(evidence: Evidence) -> Metric | None:
    """What thinking wins of the best rule of thumb: 2p - 1 for the player that wins most of it.

    Before a search has played, that is the least it may be: there is no upper end.
    """
    edges = {name: _edge(duel.rung) for name, duel in evidence.duels.items() if name.endswith(THUMB)}
    if not edges:
        return None
    best = max(edges.values(), key=lambda edge: edge.value)
    return best if any(name != f"greedy{THUMB}" for name in edges) else replace(best, high=1.0)


def rule_gap(evidence: Evidence) -> Metric | None:
    """How far one line of advice is from good play: 1 minus the share that the best rule of thumb wins alone among good
    players, an even share being 1. Good are those of greedy and searching players who leave it least.

    Before a search has played, that is the least it may be, as in skill_gradient."""
    gaps = rule_gaps(evidence)
    if not gaps:
        return None
    best = max(gaps.values(), key=lambda gap: gap.value)
    return best if any(name != f"greedy{THUMB}" for name in gaps) else replace(best, high=1.0)


def rule_gaps(evidence: Evidence) -> dict[str, Metric]:
    """The same among each kind of good players, by the name of the duel."""
    sides = len(evidence.sides)
    return {
        name: gap
        for name, duel in evidence.duels.items()
        if name.endswith(THUMB)
        and name.split(">")[0] not in ("random", "oracle")
        and (gap := mean(1 - np.clip(sides * duel.other, 1 - sides, sides), 1.0 - sides, 1.0)) is not None
    }


def bluffing(evidence: Evidence) -> Metric | None:
    """What secrets are worth: 2p - 1 for a search that sees all hands against an honest copy of itself."""
    duel = evidence.duels.get(ORACLE)
    return _edge(duel.rung) if duel else None


def memory_load(evidence: Evidence) -> Metric | None:
    """What remembering is worth: 2p - 1 for a search against a copy that knows of no card longer than a round."""
    return _edge(evidence.memory) if evidence.memory else None


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
