"""Low score: the lowest score wins."""

from __future__ import annotations

from typing import ClassVar

from ...context import Context
from ...facts import NONE, Ends, Facts, Needs, Reads, always
from ..win import Threshold, Win


class LowScore(Win):
    name: ClassVar[str] = "low_score"
    ranking: ClassVar[int | None] = 1
    threshold: ClassVar[Threshold] = "points"
    of_last_deal: ClassVar[bool] = False
    shared: ClassVar[bool] = True
    deal_goal: ClassVar[str] = ""
    end_goal: ClassVar[str] = "have the lowest score"
    facts: ClassVar[Facts] = Facts(
        makes=NONE,
        needs=always(Needs.POINTS),
        reads=always(Reads.SCORES, Reads.LOW_SCORES),
        ends=always(Ends.MATCH),
        prompts=NONE,
    )

    def rule(self, context: Context, at: int) -> str:
        return ""

    def best(self, context: Context) -> str:
        return "the lowest score wins"
