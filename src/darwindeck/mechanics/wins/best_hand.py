"""Best hand: the best poker hand wins.

It ranks the hands that are held when the game is over, without a showdown. Folded seats cannot win by it.
"""

from __future__ import annotations

from ...language.context import Context
from ...language.facts import NONE, Facts, Reads, always
from .win import Win, in_last_deal


class BestHand(Win):
    name = "best_hand"
    ranking = 5
    threshold = "none"
    of_last_deal = True
    shared = True
    deal_goal = ""
    end_goal = "hold the best poker hand"
    facts = Facts(makes=NONE, needs=NONE, reads=always(Reads.HELD), ends=NONE, prompts=NONE)

    def rule(self, context: Context, at: int) -> str:
        return ""

    def best(self, context: Context) -> str:
        return f"the best poker hand{in_last_deal(context)} wins"
