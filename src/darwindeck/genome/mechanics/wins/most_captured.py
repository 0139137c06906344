"""Most captured: the most captured cards win."""

from __future__ import annotations

from typing import ClassVar

from ...context import Context
from ...facts import NONE, Facts, Needs, Reads, always
from ...words import sides
from ..win import Threshold, Win, in_last_deal


class MostCaptured(Win):
    name: ClassVar[str] = "most_captured"
    ranking: ClassVar[int | None] = 2
    threshold: ClassVar[Threshold] = "none"
    of_last_deal: ClassVar[bool] = True
    shared: ClassVar[bool] = True
    deal_goal: ClassVar[str] = ""
    end_goal: ClassVar[str] = "capture the most cards"
    facts: ClassVar[Facts] = Facts(
        makes=NONE, needs=always(Needs.CAPTURES), reads=always(Reads.CAPTURED), ends=NONE, prompts=NONE
    )

    def rule(self, context: Context, at: int) -> str:
        return ""

    def best(self, context: Context) -> str:
        return f"the {sides(context)} with the most captured cards{in_last_deal(context)} wins"
