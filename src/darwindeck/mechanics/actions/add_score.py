"""Score points.

A side's points are one number: with `who` all, partners both score, and their side scores twice.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, always
from ...language.fields import Points, Who
from ...language.vocabulary import SCORE
from ...language.words import number_of
from .action import ActionMechanic, does, each_target


class AddScore(ActionMechanic, tag="add_score", frozen=True, kw_only=True):
    descriptions = {"": "Score points.", "points": "How many; negative ones are lost."}
    facts = Facts(makes=always(Makes.POINTS), needs=NONE, reads=NONE, ends=NONE, prompts=NONE)
    points: Points = 1
    who: Who = "actor"

    def act(self, asm: Assembler, who: int) -> None:
        with each_target(asm, self.who, who) as seat, asm.ints() as [points]:
            asm.op("SETI", points, self.points)
            asm.op("ADDC", SCORE, seat, points)

    def sentence(self, context: Context) -> str:
        word = "lose" if self.points < 0 else "score"
        return f"{does(self.who, word)} {number_of(abs(self.points), 'point')}"
