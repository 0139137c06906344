"""Last player standing: whoever alone is still in play wins the deal."""

from __future__ import annotations

from typing import ClassVar

from ...context import Context
from ...facts import NONE, Ends, Facts, Makes, Needs, always
from ...words import sides, whole
from ..win import Threshold, Win, in_last_deal


class LastPlayerStanding(Win):
    name: ClassVar[str] = "last_player_standing"
    ranking: ClassVar[int | None] = 6
    threshold: ClassVar[Threshold] = "none"
    of_last_deal: ClassVar[bool] = True
    shared: ClassVar[bool] = False
    deal_goal: ClassVar[str] = "be the last still in play"
    end_goal: ClassVar[str] = ""
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.DEAL_WINNER),
        needs=always(Needs.OUTS),
        reads=NONE,
        ends=always(Ends.ELIMINATION),
        prompts=NONE,
    )

    def rule(self, context: Context, at: int) -> str:
        who = sides(context)
        return f"When only one {who} is still in play, that {who} wins the {whole(context)}, which is over."

    def best(self, context: Context) -> str:
        return f"if only one {sides(context)} is still in play{in_last_deal(context)}, it wins"
