"""High score: the highest score wins.

A threshold, if there is one, ends the match at the end of the deal in which a side reaches it: in Spades at 500, in
Crazy Eights at 100.
"""

from __future__ import annotations

from ...language.context import Context
from ...language.facts import NONE, Ends, Facts, Needs, Reads, always
from .win import Win


class HighScore(Win):
    name = "high_score"
    ranking = 0
    threshold = "points"
    of_last_deal = False
    shared = True
    deal_goal = ""
    end_goal = "have the highest score"
    facts = Facts(
        makes=NONE, needs=always(Needs.POINTS), reads=always(Reads.SCORES), ends=always(Ends.MATCH), prompts=NONE
    )

    def rule(self, context: Context, at: int) -> str:
        return ""

    def best(self, context: Context) -> str:
        return "the highest score wins"
