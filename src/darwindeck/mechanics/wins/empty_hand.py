"""Empty hand: whoever is first without cards wins the deal.

It is checked after every phase, not only at the end of a turn, and from the actor on going left: the seat that acts
comes before others that an effect has emptied.
"""

from __future__ import annotations

from ...language.context import Context
from ...language.facts import NONE, Ends, Facts, Makes, Reads, always
from ...language.words import whole
from .win import Win


class EmptyHand(Win):
    name = "empty_hand"
    ranking = None
    threshold = "none"
    of_last_deal = False
    shared = False
    deal_goal = "get rid of all your cards first"
    end_goal = ""
    facts = Facts(
        makes=always(Makes.DEAL_WINNER),
        needs=NONE,
        reads=always(Reads.HAND_SIZES),
        ends=always(Ends.SHEDDING),
        prompts=NONE,
    )

    def rule(self, context: Context, at: int) -> str:
        settled = ", once any challenge is settled," if context.has(Makes.CHALLENGES) else ""
        if any(phase.has(Makes.ATTACKS, context) and phase.has(Makes.DRAWS, context) for phase in context.phases):
            settled = " when an attack is over and all have drawn"
        return f"Whoever first has no cards left{settled} wins the {whole(context)}."

    def best(self, context: Context) -> str:
        return ""
