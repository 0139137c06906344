"""Most chips: the most chips win."""

from __future__ import annotations

from typing import ClassVar

from ...context import Context
from ...facts import NONE, Facts, Needs, Reads, always
from ...words import sides
from ..win import Threshold, Win


class MostChips(Win):
    name: ClassVar[str] = "most_chips"
    ranking: ClassVar[int | None] = 3
    threshold: ClassVar[Threshold] = "none"
    of_last_deal: ClassVar[bool] = False
    shared: ClassVar[bool] = True
    deal_goal: ClassVar[str] = ""
    end_goal: ClassVar[str] = "win the most chips"
    facts: ClassVar[Facts] = Facts(
        makes=NONE, needs=always(Needs.CHIPS, Needs.POT), reads=always(Reads.CHIPS), ends=NONE, prompts=NONE
    )

    def rule(self, context: Context, at: int) -> str:
        return ""

    def best(self, context: Context) -> str:
        return f"the {sides(context)} with the most chips wins"
