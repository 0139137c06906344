"""Score points."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts, Makes, always
from ...fields import Points, Who
from ...vocabulary import SCORE
from ...words import number_of
from ..action import ActionMechanic, does, each_target


class AddScore(ActionMechanic, tag="add_score", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "Score points.", "points": "How many; negative ones are lost."}
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.POINTS),
        needs=NONE,
        reads=NONE,
        ends=NONE,
        prompts=NONE,
    )
    points: Points = 1
    who: Who = "actor"

    def act(self, asm: Assembler, who: int) -> None:
        with each_target(asm, self.who, who) as seat, asm.ints() as [points]:
            asm.op("SETI", points, self.points)
            asm.op("ADDC", SCORE, seat, points)

    def sentence(self, context: Context) -> str:
        word = "lose" if self.points < 0 else "score"
        return f"{does(self.who, word)} {number_of(abs(self.points), 'point')}"
