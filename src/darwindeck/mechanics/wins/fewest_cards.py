"""Fewest cards: the fewest cards in hand win.

It ends nothing by itself. Partners' hands are added up.
"""

from __future__ import annotations

from ...language.context import Context
from ...language.facts import NONE, Facts, Reads, always
from ...language.words import sides
from .win import Win, in_last_deal


class FewestCards(Win):
    name = "fewest_cards"
    ranking = 4
    threshold = "none"
    of_last_deal = True
    shared = True
    deal_goal = ""
    end_goal = "hold the fewest cards"
    facts = Facts(makes=NONE, needs=NONE, reads=always(Reads.HAND_SIZES), ends=NONE, prompts=NONE)

    def rule(self, context: Context, at: int) -> str:
        return ""

    def best(self, context: Context) -> str:
        return f"the {sides(context)} with the fewest cards in hand{in_last_deal(context)} wins"
