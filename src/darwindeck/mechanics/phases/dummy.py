"""Dummy: the declarer's partner lays the hand open after the first card, and the declarer plays it. No phase of its own."""

from __future__ import annotations

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.vocabulary import DECLARER, EACH_SEAT, OTHER_SEAT, SPARE_SEAT, TRICKS_PLAYED

DUMMY_RULE = (
    "When the first card of a deal is played, the partner of the declarer lays all cards face up on the table. "
    "From then on the declarer plays both hands, each in its turn."
)


def partners_sit_across(context: Context) -> bool:
    """Whether everybody's opposite is of the same side."""
    half = context.seats // 2
    return (
        context.seats % 2 == 0
        and all(context.heads[seat] == context.heads[seat + half] for seat in range(half))
        and len(set(context.heads[: context.seats])) > 1
    )


def _emit_partner(asm: Assembler, nobody: Label) -> None:
    """SPARE_SEAT is the seat opposite the declarer."""
    asm.op("JNOBODY", DECLARER, nobody)
    asm.op("SETV", SPARE_SEAT, DECLARER)
    asm.op("ADDV", SPARE_SEAT, asm.context.seats // 2)


def emit_asked(asm: Assembler) -> int:
    """Who is asked for the card of EACH_SEAT: itself, or for its partner the declarer."""
    own = Label()
    asm.op("SETV", OTHER_SEAT, EACH_SEAT)
    _emit_partner(asm, own)
    with asm.ints(2) as [seat, dummy]:
        asm.op("GETV", seat, EACH_SEAT)
        asm.op("GETV", dummy, SPARE_SEAT)
        asm.op("SUBR", seat, dummy)
        asm.jump_if(seat, "!=", 0, own)
    asm.op("SETV", OTHER_SEAT, DECLARER)
    asm.place(own)
    return OTHER_SEAT


def emit_laid_open(asm: Assembler) -> None:
    """In the first trick, as soon as a card is played, everybody sees the hand; later it is known anyway."""
    known = Label()
    asm.jump_if(TRICKS_PLAYED, ">", 0, known)
    _emit_partner(asm, known)
    with asm.sets() as [hand]:
        asm.op("SHAND", hand, SPARE_SEAT)
        asm.op("SHOW", hand)
    asm.place(known)
