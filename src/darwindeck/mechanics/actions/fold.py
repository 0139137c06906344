"""Give up the deal."""

from __future__ import annotations

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Ends, Facts, Makes, Reads, always
from ...language.pot import emit_last_seat_wins
from ...language.vocabulary import IN_PLAY
from .action import ActionMechanic


class Fold(ActionMechanic, tag="fold", frozen=True, kw_only=True):
    descriptions = {"": "Give up the deal."}
    facts = Facts(
        makes=always(Makes.FOLDS, Makes.DEAL_WINNER),
        needs=NONE,
        reads=always(Reads.POT),
        ends=always(Ends.DEAL_AT_ONCE),
        prompts=NONE,
    )

    def act(self, asm: Assembler, who: int) -> None:
        """The seat leaves the deal, and if one seat is left it wins.

        A seat that is no longer in play may still be told to fold by an effect of its own. It is folded again, which
        changes nothing, and the pot is looked at as after any fold.
        """
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
