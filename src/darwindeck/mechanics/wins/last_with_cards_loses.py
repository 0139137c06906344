"""Last with cards loses: everybody else wins.

As in Old Maid and Durak: there is a loser, and all others share the win.
"""

from __future__ import annotations

from ...language.context import Context
from ...language.facts import NONE, Ends, Facts, Reads, always
from ...language.words import sides, turn_word, whole
from .win import Win, in_last_deal


class LastWithCardsLoses(Win):
    name = "last_with_cards_loses"
    ranking = 7
    threshold = "none"
    of_last_deal = True
    shared = False
    deal_goal = ""
    end_goal = "do not be the last player with cards"
    facts = Facts(makes=NONE, needs=NONE, reads=always(Reads.HAND_SIZES), ends=always(Ends.SHEDDING), prompts=NONE)

    def rule(self, context: Context, at: int) -> str:
        return f"The {whole(context)} is over when, after a {turn_word(context)}, no more than one player has cards."

    def best(self, context: Context) -> str:
        return f"the {sides(context)} left with cards{in_last_deal(context)} loses and all others win (if all or none have cards, nobody)"
