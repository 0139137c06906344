"""What is wrong with a game, in sentences: gates that it fails, what checks find odd, and where it is weakest."""

from __future__ import annotations

from collections.abc import Iterator

from ..judge.check import check
from ..language.words import capitalise
from ..measure.evaluation import Evaluation
from ..measure.metrics import all_metrics

WEAK, MOST_WEAK = 0.7, 3  # scores below are worth a sentence, the lowest so many


def list_faults(found: Evaluation) -> list[str]:
    """The worst first."""
    fatal = [f"{capitalise(each.why)}." for each in found.rejected]
    odd = [f"{capitalise(flag.reason)}." for flag in found.flags]
    seen = [f"{capitalise(issue.message)}." for issue in check(found.genome).warnings if issue.gate]
    return list(dict.fromkeys([*fatal, *odd, *seen, *([] if fatal else list_weak(found))]))


def list_weak(found: Evaluation) -> Iterator[str]:
    """The metrics that a profile likes least in it."""
    table = all_metrics()
    weakest = sorted((score, name) for name, score in found.scores.items() if score < WEAK)
    for _, name in weakest[:MOST_WEAK]:
        row, metric = table[name], found.metrics[name]
        much = {"more": "little", "less": "much", "between": "far from the usual"}[row.better]
        yield f"Weak: {name.replace('_', ' ')} is {metric.value:.2f} ({row.meaning}), {much} for a game of this kind."
