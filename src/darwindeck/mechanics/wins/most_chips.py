"""Most chips: the most chips win.

Where it is the first ranking, the goal is chips: payoffs count what was won, not only who won (docs/genome.md, section
4).
"""

from __future__ import annotations

from ...language.context import Context
from ...language.facts import NONE, Facts, Needs, Reads, always
from ...language.words import sides
from .win import Win


class MostChips(Win):
    name = "most_chips"
    ranking = 3
    threshold = "none"
    of_last_deal = False
    shared = True
    deal_goal = ""
    end_goal = "win the most chips"
    facts = Facts(makes=NONE, needs=always(Needs.CHIPS, Needs.POT), reads=always(Reads.CHIPS), ends=NONE, prompts=NONE)

    def rule(self, context: Context, at: int) -> str:
        return ""

    def best(self, context: Context) -> str:
        return f"the {sides(context)} with the most chips wins"
