"""Take another turn.

The seat is set as the next one. A phase that sets another seat later in the turn overrules it.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, always
from ...language.vocabulary import NEXT_SEAT
from .action import ActionMechanic


class PlayAgain(ActionMechanic, tag="play_again", frozen=True, kw_only=True):
    descriptions = {"": "Take another turn."}
    facts = Facts(makes=always(Makes.EXTRA_TURNS), needs=NONE, reads=NONE, ends=NONE, prompts=NONE)

    def act(self, asm: Assembler, who: int) -> None:
        asm.op("SETV", NEXT_SEAT, who)

    def sentence(self, context: Context) -> str:
        return "take the next turn as well"
