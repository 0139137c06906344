"""Fewest cards: the fewest cards in hand win."""

from __future__ import annotations

from typing import ClassVar

from ...context import Context
from ...facts import NONE, Facts, Reads, always
from ...words import sides
from ..win import Threshold, Win, in_last_deal


class FewestCards(Win):
    name: ClassVar[str] = "fewest_cards"
    ranking: ClassVar[int | None] = 4
    threshold: ClassVar[Threshold] = "none"
    of_last_deal: ClassVar[bool] = True
    shared: ClassVar[bool] = True
    deal_goal: ClassVar[str] = ""
    end_goal: ClassVar[str] = "hold the fewest cards"
    facts: ClassVar[Facts] = Facts(makes=NONE, needs=NONE, reads=always(Reads.HAND_SIZES), ends=NONE, prompts=NONE)

    def rule(self, context: Context, at: int) -> str:
        return ""

    def best(self, context: Context) -> str:
        return f"the {sides(context)} with the fewest cards in hand{in_last_deal(context)} wins"
