"""The next seat loses its turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Makes, always
from ...vocabulary import SKIPS
from ..action import ActionMechanic


class SkipTurn(ActionMechanic, tag="skip_turn", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "The next seat loses its turn."}
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.SKIPS),
        needs=NONE,
        reads=NONE,
        ends=NONE,
        prompts=NONE,
    )

    def act(self, asm: Assembler, who: int) -> None:
        asm.op("ADDI", SKIPS, 1)

    def sentence(self, context: Context) -> str:
        return "the next player misses a turn"
