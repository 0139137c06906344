"""End the deal after this phase."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Ends, Facts, always
from ..action import ActionMechanic


class EndRound(ActionMechanic, tag="end_round", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "End the deal after this phase."}
    facts: ClassVar[Facts] = Facts(
        makes=NONE,
        needs=NONE,
        reads=NONE,
        ends=always(Ends.DEAL_AT_ONCE, Ends.DEAL_IN_TIME),
        prompts=NONE,
    )

    def act(self, asm: Assembler, who: int) -> None:
        asm.end_deal()

    def sentence(self, context: Context) -> str:
        return "the deal ends after this step"
