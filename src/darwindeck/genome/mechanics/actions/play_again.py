"""Take another turn."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Makes, always
from ...vocabulary import NEXT_SEAT
from ..action import ActionMechanic


class PlayAgain(ActionMechanic, tag="play_again", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "Take another turn."}
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.EXTRA_TURNS),
        needs=NONE,
        reads=NONE,
        ends=NONE,
        prompts=NONE,
    )

    def act(self, asm: Assembler, who: int) -> None:
        asm.op("SETV", NEXT_SEAT, who)

    def sentence(self, context: Context) -> str:
        return "take the next turn as well"
