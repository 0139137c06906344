"""First to score: a score ends the game at once.

The only condition that ends a match in the middle of a deal. What the deal would still have scored is lost.
"""

from __future__ import annotations

from ...language.context import Context
from ...language.facts import NONE, Ends, Facts, Needs, Reads, always
from ...language.words import number_of, sides
from .win import Win


class FirstToScore(Win):
    name = "first_to_score"
    ranking = 0
    threshold = "needed"
    of_last_deal = False
    shared = True
    deal_goal = ""
    end_goal = "be the first to reach {at}"
    facts = Facts(
        makes=NONE,
        needs=always(Needs.POINTS),
        reads=always(Reads.SCORES),
        ends=always(Ends.MATCH, Ends.MATCH_AT_ONCE),
        prompts=NONE,
    )

    def rule(self, context: Context, at: int) -> str:
        return f"The game is over at once when a {sides(context)} has {number_of(at, 'point')} or more."

    def best(self, context: Context) -> str:
        return "the highest score wins"
