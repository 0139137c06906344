"""End the deal after this phase.

It only marks the deal as over. The rest of the phase, and the actions behind this one, are still carried out.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Ends, Facts, always
from .action import ActionMechanic


class EndRound(ActionMechanic, tag="end_round", frozen=True, kw_only=True):
    descriptions = {"": "End the deal after this phase."}
    facts = Facts(makes=NONE, needs=NONE, reads=NONE, ends=always(Ends.DEAL_AT_ONCE, Ends.DEAL_IN_TIME), prompts=NONE)

    def act(self, asm: Assembler, who: int) -> None:
        asm.end_deal()

    def sentence(self, context: Context) -> str:
        return "the deal ends after this step"
