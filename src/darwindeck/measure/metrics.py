"""The table of metrics: what each is called, ranges over and means. docs/metrics.md has the formulas and their limits."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from .. import plugins
from ..errors import PluginError
from . import choices, course, outcomes, skill
from .estimate import Metric, exactly
from .evidence import Evidence

Function = Callable[[Evidence], Metric | None]


@dataclass(frozen=True)
class MetricRow:
    """One metric. `better` is "more", "less", or "between" where too much is as bad as too little."""

    name: str
    function: Function
    low: float
    high: float
    better: str
    meaning: str
    needs: str  # which records
    source: str = "ours"


def rules_complexity(evidence: Evidence) -> Metric | None:
    """Given with the evidence: metrics do not see genomes."""
    return None if evidence.complexity is None else exactly(evidence.complexity)


_PROBES, _DUELS, _GAMES = "probed games", "duels", "games"
_ROWS = (
    MetricRow("decision_density", choices.decision_density, 0, 1, "between", "plies with a choice whose outcomes differ", _PROBES),
    MetricRow("tension", course.tension, 0, 1, "more", "how open the outcome stays, late plies weighted", _PROBES),
    MetricRow("buildup", course.buildup, 0, 1, "between", "how much of the outcome is settled along the way", _PROBES),
    MetricRow("comeback", course.comeback, 0, 1, "between", "decided games won from behind at half time", _PROBES),
    MetricRow("interaction", choices.interaction, 0, 1, "more", "plies whose choice changes how others fare", _PROBES),
    MetricRow("length", outcomes.length, 0, math.inf, "between", "plies in a game of the best players", _GAMES),
    MetricRow("skill_gradient", skill.skill_gradient, -1, 1, "more", "what thinking wins of random play", _DUELS),
    MetricRow("depth", skill.ladder_depth, 0, 8, "more", "strengths of play that can be told apart", _DUELS),
    MetricRow("rules_complexity", rules_complexity, 0, math.inf, "less", "words needed to write the rules down", "the genome"),
    MetricRow("termination_rate", outcomes.termination_rate, 0, 1, "more", "games that end other than by a limit", _GAMES),
    MetricRow("seat_fairness", outcomes.seat_fairness, 0, 1, "more", "how evenly the sides win", "games of players that think"),
    MetricRow("lead_changes", course.lead_changes, 0, 1, "between", "how often a clear lead passes to another", _PROBES),
    MetricRow("decisiveness", course.decisiveness, 0, 1, "more", "how late it is clear who wins", _PROBES),
    MetricRow("drawishness", outcomes.drawishness, 0, 1, "less", "games that nobody won, or everybody", _GAMES),
    MetricRow("ending_variety", outcomes.ending_variety, 0, 1, "more", "how many kinds of endings there are", _GAMES),
    MetricRow("bluffing", skill.bluffing, -1, 1, "between", "what seeing all hands would win", _DUELS),
    MetricRow("order", skill.order, -1, 1, "more", "what a search wins among random players", _DUELS, "CardStock"),
    MetricRow("fairness", outcomes.fairness, 0, 1, "more", "the first side's share of random games", "random games", "CardStock"),
    MetricRow("convergence", choices.convergence, 0, 1, "between", "fewer choices towards the end", _PROBES, "CardStock"),
    MetricRow("spread", choices.spread, 0, 1, "more", "what lies between best and worst move", _PROBES, "CardStock"),
    MetricRow("drama", course.drama, 0, 1, "more", "how far behind winners had been", _PROBES, "CardStock"),
    MetricRow("security", course.security, 0, 1, "between", "plies at which the winner was not behind", _PROBES, "CardStock"),
    MetricRow("balance", outcomes.balance, 0, 1, "more", "gap between the luckiest and unluckiest side", _GAMES, "GAVEL"),
    MetricRow("completion", outcomes.completion, 0, 1, "more", "games that come to an end with a winner", _GAMES, "GAVEL"),
    MetricRow("agency", choices.agency, 0, 1, "more", "plies with two or more legal moves", _PROBES, "GAVEL"),
    MetricRow("trace", skill.trace, 0, 1, "more", "games that a search wins of random players", _DUELS, "GAVEL"),
)  # fmt: skip
METRICS: Mapping[str, MetricRow] = {row.name: row for row in _ROWS}


@cache
def all_metrics() -> Mapping[str, MetricRow]:
    """Ours, and those that other packages bring (docs/metrics.md)."""
    rows = dict(METRICS)
    for name in plugins.names(plugins.METRICS):
        row = plugins.load(plugins.METRICS, name)
        if not isinstance(row, MetricRow) or row.name != name or name in METRICS:
            raise PluginError(f"{plugins.METRICS}: {name!r} must be a MetricRow of that name, and of none of ours")
        rows[name] = row
    return rows


def measure(evidence: Evidence) -> dict[str, Metric]:
    """All metrics that the evidence is enough for."""
    found = {row.name: row.function(evidence) for row in all_metrics().values()}
    return {name: metric for name, metric in found.items() if metric is not None}
