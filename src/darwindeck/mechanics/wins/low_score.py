"""Low score: the lowest score wins.

As in Hearts. The match ends when some side has reached the threshold, which is seldom the side that wins.
"""

from __future__ import annotations

from ...language.context import Context
from ...language.facts import NONE, Ends, Facts, Needs, Reads, always
from .win import Win


class LowScore(Win):
    name = "low_score"
    ranking = 1
    threshold = "points"
    of_last_deal = False
    shared = True
    deal_goal = ""
    end_goal = "have the fewest penalty points"
    facts = Facts(
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
