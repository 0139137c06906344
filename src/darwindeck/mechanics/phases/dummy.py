"""Dummy: the declarer's partner lays the hand open after the first card, and the declarer plays it. No phase of its own."""

from __future__ import annotations

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Makes
from ...language.vocabulary import BEST, DECLARER, EACH_SEAT, OTHER_SEAT, SPARE_SEAT, TRICKS_PLAYED

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


def _is_as_usual(context: Context) -> bool:
    """Whether the seat left of the declarer surely leads to the first trick, and no hand gains cards after it."""
    turn = context.genome.turn_structure
    auction = len(turn.opening) == 1 and turn.opening[0].may(Makes.CALLS) and turn.opening[0].may(Makes.NEXT_TURN)
    only_tricks = all(phase.may(Makes.TRICKS) for phase in turn.phases)
    leaves = context.can_leave or context.wins_by("capture_all")
    return auction and only_tricks and not leaves and not context.actions


def _emit_partner(asm: Assembler, nobody: Label) -> None:
    """SPARE_SEAT is the seat opposite the declarer."""
    asm.op("JNOBODY", DECLARER, nobody)
    asm.op("SETV", SPARE_SEAT, DECLARER)
    asm.op("ADDV", SPARE_SEAT, asm.context.seats // 2)


def emit_asked(asm: Assembler) -> int:
    """Who is asked for the card of EACH_SEAT: itself, or for its partner the declarer, to whom the hand lies open."""
    own = Label()
    usual = _is_as_usual(asm.context)
    asm.op("SETV", OTHER_SEAT, EACH_SEAT)
    if not usual:
        begun = Label()
        asm.jump_if(TRICKS_PLAYED, ">", 0, begun)
        asm.jump_if(BEST, "<", 0, own)
        asm.place(begun)
    _emit_partner(asm, own)
    with asm.ints(2) as [seat, dummy]:
        asm.op("GETV", seat, EACH_SEAT)
        asm.op("GETV", dummy, SPARE_SEAT)
        asm.op("SUBR", seat, dummy)
        asm.jump_if(seat, "!=", 0, own)
    if not usual:
        _emit_shown(asm)
    asm.op("SETV", OTHER_SEAT, DECLARER)
    asm.place(own)
    return OTHER_SEAT


def _emit_shown(asm: Assembler) -> None:
    with asm.sets() as [hand]:
        asm.op("SHAND", hand, SPARE_SEAT)
        asm.op("SHOW", hand)


def emit_laid_open(asm: Assembler) -> None:
    """In the first trick, as soon as a card is played, everybody sees the hand; later it is known anyway."""
    known = Label()
    asm.jump_if(TRICKS_PLAYED, ">", 0, known)
    _emit_partner(asm, known)
    _emit_shown(asm)
    asm.place(known)
