"""Best hand: the best poker hand wins."""

from __future__ import annotations

from typing import ClassVar

from ...context import Context
from ...facts import NONE, Facts, Reads, always
from ..win import Threshold, Win, in_last_deal


class BestHand(Win):
    name: ClassVar[str] = "best_hand"
    ranking: ClassVar[int | None] = 5
    threshold: ClassVar[Threshold] = "none"
    of_last_deal: ClassVar[bool] = True
    shared: ClassVar[bool] = True
    deal_goal: ClassVar[str] = ""
    end_goal: ClassVar[str] = "hold the best poker hand"
    facts: ClassVar[Facts] = Facts(makes=NONE, needs=NONE, reads=always(Reads.HELD), ends=NONE, prompts=NONE)

    def rule(self, context: Context, at: int) -> str:
        return ""

    def best(self, context: Context) -> str:
        return f"the best poker hand{in_last_deal(context)} wins"
