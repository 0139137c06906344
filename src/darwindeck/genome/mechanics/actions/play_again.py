"""Take another turn.

The seat is set as the next one. A phase that sets another seat later in the turn overrules it.
"""

from __future__ import annotations

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Makes, always
from ...vocabulary import NEXT_SEAT
from ..action import ActionMechanic


class PlayAgain(ActionMechanic, tag="play_again", frozen=True, kw_only=True):
    descriptions = {"": "Take another turn."}
    facts = Facts(makes=always(Makes.EXTRA_TURNS), needs=NONE, reads=NONE, ends=NONE, prompts=NONE)

    def act(self, asm: Assembler, who: int) -> None:
        asm.op("SETV", NEXT_SEAT, who)

    def sentence(self, context: Context) -> str:
        return "take the next turn as well"
