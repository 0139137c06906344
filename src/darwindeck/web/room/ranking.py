"""What people's opinions say of games. Pure functions of the rows that the store keeps."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import Any

import numpy as np

from ...contest.rating import PairScores, Rating, ratings
from ...contest.schedule import Pairing
from .store import Store

Row = Mapping[str, Any]
LEAST_PAIRS = 60  # fewer choices say nothing about an order
LEVEL = 0.95
METRICS = "metrics"  # under which the store keeps those of rated games


def rank_games(pairs: Sequence[Row]) -> list[Rating]:
    """Bradley–Terry strengths in Elo, best first, of the games that are connected by choices; empty below LEAST_PAIRS."""
    if len(pairs) < LEAST_PAIRS:
        return []
    chosen: dict[tuple[str, str], list[float]] = defaultdict(list)
    for row in pairs:
        a, b = sorted((row["a"], row["b"]))
        winner = row["a"] if row["chosen"] == "a" else row["b"]
        chosen[a, b].append(float(winner == a))
    group = largest_group(list(chosen))
    played = [
        PairScores(Pairing(*pair), 2, np.array([[score, 1 - score] for score in scores]))
        for pair, scores in sorted(chosen.items())
        if pair[0] in group
    ]
    return sorted(ratings(sorted(group), played, LEVEL), key=lambda rating: -rating.elo)


def largest_group(pairs: Sequence[tuple[str, str]]) -> set[str]:
    """The most games of which each was compared with another, directly or by way of others."""
    groups: list[set[str]] = []
    for pair in pairs:
        touched = [group for group in groups if group & set(pair)]
        groups = [group for group in groups if group not in touched] + [set(pair).union(*touched)]
    return max(groups, key=len, default=set())


def mean_stars(rows: Sequence[Row]) -> dict[str, tuple[str, float, int]]:
    """Title, mean stars and number of opinions of each game, by its program: equal rules are one game."""
    stars: dict[str, list[int]] = defaultdict(list)
    titles = {}
    for row in rows:
        stars[row["program"]].append(row["stars"])
        titles[row["program"]] = row["title"]
    return {program: (titles[program], sum(given) / len(given), len(given)) for program, given in stars.items()}


def with_metrics(rows: Sequence[Row], store: Store) -> list[dict[str, Any]]:
    """The opinions with what was measured of each game when somebody rated it; None where nothing was."""
    return [{**row, "metrics": store.fact(f"{METRICS} {row['program']}")} for row in rows]


def agree_with_fitness(rows: Sequence[Row]) -> tuple[int, int]:
    """Of the pairs of games that differ in both, how many stars and fitness order alike, and how many there are."""
    fitness = {row["program"]: row["fitness"] for row in rows if row["fitness"] is not None}
    stars = {program: figures[1] for program, figures in mean_stars(rows).items() if program in fitness}
    differ = [(a, b) for a, b in combinations(sorted(stars), 2) if stars[a] != stars[b] and fitness[a] != fitness[b]]
    return sum((stars[a] > stars[b]) == (fitness[a] > fitness[b]) for a, b in differ), len(differ)
