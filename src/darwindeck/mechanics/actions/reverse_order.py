"""Turn the direction of play round.

With two players the next one is the same either way. "Left" and the order of a deal never turn.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, always
from .action import ActionMechanic


class ReverseOrder(ActionMechanic, tag="reverse_order", frozen=True, kw_only=True):
    descriptions = {"": "Turn the direction of play round."}
    facts = Facts(makes=always(Makes.REVERSALS), needs=NONE, reads=NONE, ends=NONE, prompts=NONE)

    def act(self, asm: Assembler, who: int) -> None:
        asm.op("REVERSE")

    def sentence(self, context: Context) -> str:
        return "the direction of play is reversed"
