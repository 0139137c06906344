"""Deck empty: the deal is over when the stock is used up.

It names no winner. The stock alone counts, even if the discards could still be reshuffled into it.
"""

from __future__ import annotations

from ...language.context import Context
from ...language.facts import NONE, Ends, Facts, Reads, always
from ...language.words import turn_word, whole
from .win import Win


class DeckEmpty(Win):
    name = "deck_empty"
    ranking = None
    threshold = "cards"
    of_last_deal = False
    shared = False
    deal_goal = ""
    end_goal = ""
    facts = Facts(makes=NONE, needs=NONE, reads=always(Reads.STOCK), ends=always(Ends.SHEDDING), prompts=NONE)

    def rule(self, context: Context, at: int) -> str:
        left = f"{at} or fewer cards" if at else "no card"
        return f"The {whole(context)} is over after a {turn_word(context)} that leaves {left} in the stock."

    def best(self, context: Context) -> str:
        return ""
