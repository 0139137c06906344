"""First to score: a score ends the game at once."""

from __future__ import annotations

from typing import ClassVar

from ...context import Context
from ...facts import NONE, Ends, Facts, Needs, Reads, always
from ...words import number_of, sides
from ..win import Threshold, Win


class FirstToScore(Win):
    name: ClassVar[str] = "first_to_score"
    ranking: ClassVar[int | None] = 0
    threshold: ClassVar[Threshold] = "needed"
    of_last_deal: ClassVar[bool] = False
    shared: ClassVar[bool] = True
    deal_goal: ClassVar[str] = ""
    end_goal: ClassVar[str] = "be the first to reach {at}"
    facts: ClassVar[Facts] = Facts(
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
