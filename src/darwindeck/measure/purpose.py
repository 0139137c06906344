"""What each choice is for: what is lost if it is made badly, and whether anything depends on it. Pure functions of evidence."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from .estimate import Metric, mean, ratio
from .evidence import Answers, Evidence

RANDOM_HABIT = "at random"
IDLE = 0.05  # loss up to which a prompt has no purpose


@dataclass(frozen=True)
class Prompt:
    """What a prompt is worth. Losses are 1 minus the share of a player with the habit, an even share being 1."""

    text: str
    worst: str  # the habit that costs most
    purpose: Metric  # and what it costs
    best: str  # the constant answer that costs least; "" if none was tried
    decision: Metric | None  # and what it costs: nothing, if one answer is always right
    completes: bool = False  # only asked to complete another choice

    @property
    def is_idle(self) -> bool:
        """Whether it surely does not matter how one answers. Details of another choice are no choices of their own."""
        return self.purpose.high <= IDLE and not self.completes

    @property
    def is_open(self) -> bool:
        """Whether it is not clear yet if it matters."""
        return self.purpose.low <= IDLE < self.purpose.high


def prompts(evidence: Evidence) -> list[Prompt]:
    """All prompts whose answers were tried, in their order."""
    found = []
    for text in dict.fromkeys(answers.prompt for answers in evidence.habits):
        losses = {each.habit: _loss(each, len(evidence.sides)) for each in evidence.habits if each.prompt == text}
        worst = max(losses, key=lambda habit: losses[habit].value)
        constant = {habit: loss for habit, loss in losses.items() if habit != RANDOM_HABIT}
        best = min(constant, key=lambda habit: constant[habit].value, default="")
        completes = any(each.completes for each in evidence.habits if each.prompt == text)
        found.append(Prompt(text, worst, losses[worst], best, constant.get(best), completes))
    return found


def _loss(answers: Answers, sides: int) -> Metric:
    loss = mean(1 - np.clip(answers.share, 1 - sides, sides), 1.0 - sides, 1.0)
    assert loss is not None
    return loss


def least_purpose(evidence: Evidence) -> Metric | None:
    """What the most idle prompt is for: the largest loss that a bad answer to it costs."""
    return min((prompt.purpose for prompt in prompts(evidence)), key=lambda metric: metric.high, default=None)


def dead_choices(evidence: Evidence) -> Metric | None:
    """Share of choices after which every option, followed by good play, leaves the mover with the same result."""
    if evidence.dead is None or evidence.dead.probe is None:
        return None
    probe = evidence.dead.probe
    chosen = (probe.ply >= 0) & (probe.legal > 1) & (probe.continues == 0)
    return ratio((chosen & (probe.dead > 0)).sum(axis=1), chosen.sum(axis=1))


def dead_by_third(evidence: Evidence) -> tuple[float, ...]:
    """The same for the first, second and last third of a game; NaN where there was no choice."""
    if evidence.dead is None or evidence.dead.probe is None:
        return ()
    records, probe = evidence.dead, evidence.dead.probe
    chosen = (probe.ply >= 0) & (probe.legal > 1) & (probe.continues == 0)
    third = np.minimum(3 * probe.ply / np.maximum(records.plies[:, None], 1), 2).astype(int)
    shares = []
    for part in range(3):
        here = chosen & (third == part)
        shares.append(float((probe.dead[here] > 0).mean()) if here.any() else float("nan"))
    return tuple(shares)
