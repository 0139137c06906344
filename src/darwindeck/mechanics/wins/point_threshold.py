"""Point threshold: the highest score wins once somebody has so many points at the end of a deal.

`high_score` with a threshold that cannot be left out.
"""

from __future__ import annotations

from ...language.context import Context
from ...language.facts import NONE, Ends, Facts, Needs, Reads, always
from .win import Win


class PointThreshold(Win):
    name = "point_threshold"
    ranking = 0
    threshold = "needed"
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
