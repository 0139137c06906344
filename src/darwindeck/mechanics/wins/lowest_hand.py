"""Lowest hand: a deal that nobody has won goes to the hand that is worth least.

In Crazy Eights a blocked deal is won so: nobody can play, and the stock is empty.
"""

from __future__ import annotations

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Reads, always
from ...language.vocabulary import DEAL_WINNER, HAND, NOBODY, OPERATORS, SPARE_SEAT, of
from ...language.words import sides, whole
from .win import Win

MOST_WORTH = 1 << 20  # more than any cards are


class LowestHand(Win):
    name = "lowest_hand"
    ranking = None
    threshold = "none"
    of_last_deal = False
    shared = False
    deal_goal = "be left with the cards that are worth least"
    end_goal = ""
    facts = Facts(
        makes=always(Makes.DEAL_WINNER, Makes.WINNER_SURELY),
        needs=NONE,
        reads=always(Reads.HELD, Reads.VALUES),
        ends=NONE,
        prompts=NONE,
    )

    def rule(self, context: Context, at: int) -> str:
        who = sides(context)
        return f"If the {whole(context)} is over otherwise, the {who} whose cards in hand are worth least in all wins it; on a tie nobody does."

    def best(self, context: Context) -> str:
        return ""


def emit_lowest_hand(asm: Assembler) -> None:
    """Gives a deal without a winner to the side, of those with a seat in play, whose hands alone are worth least."""
    decide, over = Label(), Label()
    asm.op("JNOBODY", DEAL_WINNER, decide)
    asm.op("JUMP", over)
    asm.place(decide)
    with asm.ints(2) as [least, worth]:
        asm.op("SETI", least, MOST_WORTH)
        for head in sorted(set(asm.context.heads[: asm.context.seats])):
            members = [seat for seat in range(asm.context.seats) if asm.context.heads[seat] == head]
            _emit_side(asm, members, least, worth)
    asm.place(over)


def _emit_side(asm: Assembler, members: list[int], least: int, worth: int) -> None:
    """Compares one side with the best of those before it.

    `least` is the lowest worth so far. A second side of the same worth takes the deal's winner away again, and a third
    one that is worth less sets it anew: after the last side only a side that is least alone is left.
    """
    playing, tied, over = Label(), Label(), Label()
    with asm.sets(2) as [cards, hand]:
        asm.set_constant(cards, 0)
        for seat in members:
            asm.op("SETVI", SPARE_SEAT, seat)
            asm.op("SPILE", hand, of(HAND, SPARE_SEAT))
            asm.op("SOR", cards, hand)
        for seat in members:
            asm.op("SETVI", SPARE_SEAT, seat)
            asm.op("JPLAY", SPARE_SEAT, playing)
        asm.op("JUMP", over)
        asm.place(playing)
        # SPARE_SEAT is now the first seat of the side that is in play: it is who may be the deal winner.
        asm.op("VALUE", worth, cards, asm.tables(asm.context.value))
    asm.op("JCMPR", worth, least, OPERATORS[">"], over)
    asm.op("JCMPR", worth, least, OPERATORS["=="], tied)
    asm.op("MOVR", least, worth)
    asm.op("SETV", DEAL_WINNER, SPARE_SEAT)
    asm.op("JUMP", over)
    asm.place(tied)
    asm.op("SETVI", DEAL_WINNER, NOBODY)
    asm.place(over)
