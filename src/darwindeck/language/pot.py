"""The pot when all but one have folded: shared by betting and by effects that fold."""

from __future__ import annotations

from .assembler import Assembler, Label
from .vocabulary import CONTRIBUTION, DEAL_WINNER, DEALER, IN_PLAY, SPARE_SEAT


def emit_last_seat_wins(asm: Assembler, always: bool = False) -> None:
    """If one seat is left in play (and, unless `always`, there is a pot), it takes the pot and the deal ends.

    After a round of betting the last seat wins the deal even without a pot. After an effect it does so only if there is
    something to win: else the game goes on with one seat in play, as its other rules say.
    """
    more = Label()
    with asm.ints(2) as [mask, count]:
        asm.op("MASK", mask, IN_PLAY)
        asm.op("BITS", count, mask)
        asm.jump_if(count, "!=", 1, more)
        if not always:
            asm.op("SUMC", count, CONTRIBUTION)
            asm.jump_if(count, "==", 0, more)
        asm.op("SETV", SPARE_SEAT, DEALER)
        asm.step(SPARE_SEAT, IN_PLAY)
        asm.op("SETV", DEAL_WINNER, SPARE_SEAT)
        asm.note("pot")
        asm.op("WINPOT", SPARE_SEAT)
        asm.note("paid")
        asm.end_deal()
    asm.place(more)
