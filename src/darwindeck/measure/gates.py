"""Gates: what no game may lack, whatever else it has. A game that surely fails one has fitness 0 and is never shown.

A gate rejects only where the whole interval of its metric lies on the wrong side, so that no game is lost to chance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..language.findings import Finding, Gate
from .estimate import Metric
from .purpose import Prompt


@dataclass(frozen=True)
class Rejection:
    """A gate that a game failed: what was measured, and why that is fatal, for people."""

    gate: str
    value: float
    interval: tuple[float, float]
    why: str


@dataclass(frozen=True)
class Threshold:
    """A metric, when it surely fails, and what to say then, with {value}."""

    name: str
    metric: str
    fails: Callable[[Metric], bool]
    why: str


ENDS = Threshold("ends", "termination_rate", lambda m: m.high < 0.5, "only {value:.0%} of games come to an end before a limit stops them")  # fmt: skip
FATE = Threshold("fate", "fate", lambda m: m.low > 0.7, "the deal decides: {value:.0%} of who wins is fixed before anybody plays")  # fmt: skip
MOST_MINUTES = 240  # of known games spades takes longest, an hour and a half
LEAST_GAP = 0.15  # between one line of advice and good play
GATES = (
    Threshold("length", "length", lambda m: m.high < 2, "games end after {value:.1f} plies: there is nothing to play"),
    ENDS,
    Threshold("minutes", "minutes", lambda m: m.low > MOST_MINUTES, "people would sit over it for {value:.0f} minutes"),
    Threshold("decisions", "decision_density", lambda m: m.high < 0.1, "nobody chooses: {value:.0%} of plies offer a choice that matters"),
    Threshold("choices", "choices", lambda m: m.high < 1.8, "a player has {value:.1f} choices in a deal: too little to play"),
    Threshold("seats", "seat_share", lambda m: m.low > 1.6, "the luckiest seat wins {value:.1f} times its share between equal players"),
    FATE,
    Threshold("rule_gap", "rule_gap", lambda m: m.high < LEAST_GAP, "one rule of thumb plays as well as those who think: {rest:.0%} of an even share"),
    Threshold("goal", "goal_honesty", lambda m: m.high < 0.5, "only {value:.0%} of games are decided by what the rules call the goal"),
    Threshold("dead_choices", "dead_choices", lambda m: m.low > 0.45, "nothing depends on {value:.0%} of choices"),
)  # fmt: skip


def reject(
    metrics: Mapping[str, Metric], prompts: Sequence[Prompt] = (), faults: Iterable[Finding] = ()
) -> list[Rejection]:
    """All gates that a game fails; one whose metric is missing does not count. `faults` are seen in the rules as written."""
    found = [
        Rejection(
            "cohesion" if fault.gate is Gate.COHESION else "audit", 1.0, (1.0, 1.0), f"{fault.why} ({fault.path})"
        )
        for fault in faults
    ]
    for gate in GATES:
        metric = metrics.get(gate.metric)
        if metric is not None and gate.fails(metric):
            why = gate.why.format(value=metric.value, rest=1 - metric.value)
            found.append(Rejection(gate.name, metric.value, (metric.low, metric.high), why))
    for prompt in prompts:
        if prompt.is_idle:
            why = f"it does not matter how one answers: {prompt.text}"
            found.append(Rejection("purpose", prompt.purpose.value, (prompt.purpose.low, prompt.purpose.high), why))
    return found
