"""Point threshold: the highest score wins once somebody has so many points at the end of a deal."""

from __future__ import annotations

from typing import ClassVar

from ...context import Context
from ...facts import NONE, Ends, Facts, Needs, Reads, always
from ..win import Threshold, Win


class PointThreshold(Win):
    name: ClassVar[str] = "point_threshold"
    ranking: ClassVar[int | None] = 0
    threshold: ClassVar[Threshold] = "needed"
    of_last_deal: ClassVar[bool] = False
    shared: ClassVar[bool] = True
    deal_goal: ClassVar[str] = ""
    end_goal: ClassVar[str] = "have the highest score"
    facts: ClassVar[Facts] = Facts(
        makes=NONE, needs=always(Needs.POINTS), reads=always(Reads.SCORES), ends=always(Ends.MATCH), prompts=NONE
    )

    def rule(self, context: Context, at: int) -> str:
        return ""

    def best(self, context: Context) -> str:
        return "the highest score wins"
