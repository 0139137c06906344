"""Most captured: the most captured cards win.

In Go Fish books are captured, and the number of cards decides as the number of books would.
"""

from __future__ import annotations

from ...language.context import Context
from ...language.facts import NONE, Facts, Needs, Reads, always
from ...language.words import sides
from .win import Win, in_last_deal


class MostCaptured(Win):
    name = "most_captured"
    ranking = 2
    threshold = "none"
    of_last_deal = True
    shared = True
    deal_goal = ""
    end_goal = "capture the most cards"
    facts = Facts(makes=NONE, needs=always(Needs.CAPTURES), reads=always(Reads.CAPTURED), ends=NONE, prompts=NONE)

    def rule(self, context: Context, at: int) -> str:
        return ""

    def best(self, context: Context) -> str:
        return f"the {sides(context)} with the most captured cards{in_last_deal(context)} wins"
