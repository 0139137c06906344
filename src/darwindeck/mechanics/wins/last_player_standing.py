"""Last player standing: whoever alone is still in play wins the deal.

Folding leaves a deal, having no chips or no cards may leave the match. Either way one side is left in play.
"""

from __future__ import annotations

from ...language.context import Context
from ...language.facts import NONE, Ends, Facts, Makes, Needs, always
from ...language.words import sides, whole
from .win import Win, in_last_deal


class LastPlayerStanding(Win):
    name = "last_player_standing"
    ranking = 6
    threshold = "none"
    of_last_deal = True
    shared = False
    deal_goal = "be the last still in play"
    end_goal = ""
    facts = Facts(
        makes=always(Makes.DEAL_WINNER),
        needs=always(Needs.OUTS),
        reads=NONE,
        ends=always(Ends.ELIMINATION),
        prompts=NONE,
    )

    def rule(self, context: Context, at: int) -> str:
        who = sides(context)
        return f"When only one {who} is still in play, that {who} wins the {whole(context)}."

    def best(self, context: Context) -> str:
        return f"the {sides(context)} {'that' if context.genome.teams else 'who'} alone is still in play{in_last_deal(context)} wins"
