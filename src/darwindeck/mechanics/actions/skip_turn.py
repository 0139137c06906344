"""The next seat loses its turn.

Skips add up, and are used up when the turn passes on. A turn that was given to a seat leaves them for the one after.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, always
from ...language.vocabulary import SKIPS
from .action import ActionMechanic


class SkipTurn(ActionMechanic, tag="skip_turn", frozen=True, kw_only=True):
    descriptions = {"": "The next seat loses its turn."}
    facts = Facts(makes=always(Makes.SKIPS), needs=NONE, reads=NONE, ends=NONE, prompts=NONE)

    def act(self, asm: Assembler, who: int) -> None:
        asm.op("ADDI", SKIPS, 1)

    def sentence(self, context: Context) -> str:
        return "the next player misses a turn"
