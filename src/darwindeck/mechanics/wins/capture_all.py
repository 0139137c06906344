"""Capture all: whoever alone has cards left wins the deal.

As in War. It does not rank: if the game ends by its limit of turns, another condition must say who is ahead, or nobody
is.
"""

from __future__ import annotations

from ...language.context import Context
from ...language.facts import NONE, Ends, Facts, Makes, Needs, Reads, always
from ...language.words import whole
from .win import Win


class CaptureAll(Win):
    name = "capture_all"
    ranking = None
    threshold = "none"
    of_last_deal = False
    shared = False
    deal_goal = "win all the cards"
    end_goal = ""
    facts = Facts(
        makes=always(Makes.DEAL_WINNER),
        needs=always(Needs.HANDS_WON),
        reads=always(Reads.HAND_SIZES),
        ends=always(Ends.ELIMINATION),
        prompts=NONE,
    )

    def rule(self, context: Context, at: int) -> str:
        return f"A player without cards is out. When only one player has cards left, that player wins the {whole(context)}."

    def best(self, context: Context) -> str:
        return ""
