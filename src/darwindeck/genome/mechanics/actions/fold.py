"""Give up the deal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler, Label
from ...context import Context
from ...facts import NONE, Ends, Facts, Makes, Reads, always
from ...vocabulary import IN_PLAY
from ..action import ActionMechanic
from ..pot import emit_last_seat_wins


class Fold(ActionMechanic, tag="fold", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "Give up the deal."}
    facts: ClassVar[Facts] = Facts(
        makes=always(Makes.FOLDS, Makes.DEAL_WINNER),
        needs=NONE,
        reads=always(Reads.POT),
        ends=always(Ends.DEAL_AT_ONCE),
        prompts=NONE,
    )

    def act(self, asm: Assembler, who: int) -> None:
        """The seat leaves the deal, and if one seat is left it wins."""
        over, playing, folded = Label(), Label(), Label()
        asm.op("JPLAY", who, playing)
        asm.op("JUMP", folded)
        asm.place(playing)
        with asm.ints() as [mask]:
            asm.op("MASK", mask, IN_PLAY)
            asm.op("JFEWER", mask, 2, over)  # the last seat does not fold
        asm.place(folded)
        asm.op("FOLD", who)
        emit_last_seat_wins(asm)
        asm.place(over)

    def sentence(self, context: Context) -> str:
        return "drop out of this deal, unless you are the last still in"
