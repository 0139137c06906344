"""Capture all: whoever alone has cards left wins the deal."""

from __future__ import annotations

from typing import ClassVar

from ...context import Context
from ...facts import NONE, Ends, Facts, Makes, Needs, Reads, always
from ...words import whole
from ..win import Threshold, Win


class CaptureAll(Win):
    name: ClassVar[str] = "capture_all"
    ranking: ClassVar[int | None] = None
    threshold: ClassVar[Threshold] = "none"
    of_last_deal: ClassVar[bool] = False
    shared: ClassVar[bool] = False
    deal_goal: ClassVar[str] = "win all the cards"
    end_goal: ClassVar[str] = ""
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.DEAL_WINNER),
        needs=always(Needs.HANDS_WON),
        reads=always(Reads.HAND_SIZES),
        ends=always(Ends.ELIMINATION),
        prompts=NONE,
    )

    def rule(self, context: Context, at: int) -> str:
        return f"A player without cards is out. When only one player has cards left, that player wins the {whole(context)}, which is over."

    def best(self, context: Context) -> str:
        return ""
