"""The table of metrics: what each is called, ranges over and means. docs/metrics.md has the formulas and their limits."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache

from .. import plugins
from ..errors import PluginError
from . import amount, choices, course, fate, lessons, novice, outcomes, purpose, skill, styles
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


def description_length(evidence: Evidence) -> Metric | None:
    """Given with the evidence: metrics do not see genomes."""
    return None if evidence.bits is None else exactly(evidence.bits)


def arithmetic_load(evidence: Evidence) -> Metric | None:
    """Given with the evidence, too."""
    return None if evidence.arithmetic is None else exactly(evidence.arithmetic)


_PROBES, _DUELS, _GAMES = "probed games", "duels", "games"
_ROWS = (
    MetricRow("decision_density", choices.decision_density, 0, 1, "between", "plies with a choice whose outcomes differ", _PROBES),
    MetricRow("tension", course.tension, 0, 1, "more", "how open the outcome stays, late plies weighted", _PROBES),
    MetricRow("buildup", course.buildup, 0, 1, "between", "how much of the outcome is settled along the way", _PROBES),
    MetricRow("comeback", course.comeback, 0, 1, "between", "decided games won from behind at half time", _PROBES),
    MetricRow("interaction", choices.interaction, 0, 1, "more", "plies whose choice changes how others fare", _PROBES),
    MetricRow("length", outcomes.length, 0, math.inf, "between", "plies in a game of the best players", _GAMES),
    MetricRow("skill_gradient", skill.skill_gradient, -1, 1, "more", "what thinking wins of the best rule of thumb", _DUELS),
    MetricRow("fate", fate.fate, -1, 1, "less", "how much the deal decides", "deals played again"),
    MetricRow("rule_gap", skill.rule_gap, -7, 1, "more", "what good players win of the best rule of thumb", _DUELS),
    MetricRow("choices", amount.choices, 0, math.inf, "more", "choices of a player in a deal, or in a game of lives", "games of players that think"),
    MetricRow("minutes", amount.minutes, 0, math.inf, "between", "minutes that people may take", "random and greedy games"),
    MetricRow("downtime", amount.downtime, 0, math.inf, "less", "plies of others between own choices", "games of players that think"),
    MetricRow("goal_honesty", amount.goal_honesty, 0, 1, "more", "games decided by what the rules call the goal", _GAMES),
    MetricRow("seat_share", outcomes.seat_share, 0, 8, "less", "what the luckiest side wins, in even shares", "games of players that think"),
    MetricRow("dead_choices", purpose.dead_choices, 0, 1, "less", "choices on which nothing depends", "probed games"),
    MetricRow("least_purpose", purpose.least_purpose, -7, 1, "more", "what a bad answer to the idlest prompt costs", "games with habits"),
    MetricRow("depth", skill.ladder_depth, 0, 8, "more", "strengths of play that can be told apart", _DUELS),
    MetricRow("description_length", description_length, 0, math.inf, "less", "bits to tell the rules to who knows other games", "the genome"),
    MetricRow("arithmetic_load", arithmetic_load, 0, math.inf, "less", "sums and exceptions to keep in mind", "the genome"),
    MetricRow("memory_load", skill.memory_load, -1, 1, "less", "what remembering more than a round wins", "duels of finalists"),
    MetricRow("learnability", lessons.learnability, 0, 5, "more", "lessons from a beginner to a master", "duels of finalists"),
    MetricRow("first_lesson", lessons.first_lesson, 1, 6, "less", "the step at which players first get better", "duels of finalists"),
    MetricRow("styles", styles.styles, 1, 8, "more", "ways to play none of which is surely better", "duels of finalists"),
    MetricRow("novice_tension", novice.novice_tension, 0, 1, "more", "tension between one-step players", "greedy games"),
    MetricRow("novice_length", novice.novice_length, 0, math.inf, "between", "plies in a game of one-step players", "greedy games"),
    MetricRow("novice_fairness", novice.novice_fairness, 0, 1, "more", "how evenly sides of one-step players win", "greedy games"),
    MetricRow("novice_fate", novice.novice_fate, -1, 1, "less", "how much the deal decides between them", "greedy games"),
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
