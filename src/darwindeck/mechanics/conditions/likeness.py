"""Likeness: the card that conditions compare with, and the cards that are like it."""

from __future__ import annotations

from typing import Any

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Declared, Needs, Reads, when
from ...language.fields import ALL_CARDS, NO_CARDS, RANKS, Operator
from ...language.vocabulary import (
    BEST,
    DISCARD,
    KEEP,
    LAST_PLAYED,
    LEAD,
    LIKE_COLOR,
    LIKE_NAMED,
    LIKE_RANK,
    LIKE_SUIT,
    OR_EVERYTHING,
    SAME_COLOR,
    SAME_RANK,
    SAME_SUIT,
    TABLEAU,
)

REFERENCES = {
    "top_discard": "the top card of the discard pile",
    "last_played": "the card played last",
    "lead_card": "the card led to the trick",
    "top_tableau": "the card laid on the table last",
    "highest_played": "the card winning the trick so far",
}


def emit_reference(asm: Assembler, into: int, reference: str) -> None:
    """The reference card as a set, empty if there is none."""
    if reference == "top_discard":
        asm.op("STOP", into, DISCARD)
    elif reference == "top_tableau":
        asm.op("STOP", into, TABLEAU)
    else:
        register = {"lead_card": LEAD, "highest_played": BEST}.get(reference, LAST_PLAYED)
        asm.op("SCARD", into, register)


PILES = {"top_discard": DISCARD, "top_tableau": TABLEAU}


def emit_top_likeness(asm: Assembler, into: int, reference: str, mode: int, keep: bool = False) -> None:
    """Likeness to the top of a pile, in one op; `keep` adds to what is there."""
    names = reference == "top_discard" and mode != SAME_RANK and asm.context.names_suits
    kind = {SAME_RANK: LIKE_RANK, SAME_SUIT: LIKE_SUIT, SAME_COLOR: LIKE_COLOR}[mode]
    asm.op("STOPLIKE", into, PILES[reference], kind | LIKE_NAMED * names | KEEP * keep, asm.constants(NO_CARDS))


def emit_likeness(asm: Assembler, into: int, reference: str, mode: int, operator: str = "==") -> None:
    """Cards that are like the reference by a mode of SLIKE; a suit that was named stands for that of the discard.

    "Unlike" is all cards but those. If that leaves nothing, the reference was missing and everything was alike: then
    everything is the answer to "unlike" too.
    """
    if reference in PILES:
        emit_top_likeness(asm, into, reference, mode)
    else:
        emit_reference(asm, into, reference)
        asm.op("SLIKE", into, into, mode | OR_EVERYTHING)
    if operator == "==":
        return
    missing = Label()  # without a reference everything matches, whatever the operator
    with asm.sets() as [like]:
        asm.op("SMOV", like, into)
        asm.set_constant(into, ALL_CARDS)
        asm.op("SANDN", into, like)
        asm.op("JSOME", into, missing)
        asm.op("SMOV", into, like)
    asm.place(missing)


# Facts of conditions that compare with a reference card.


def needs_reference() -> Declared:
    """There must be a card to compare with."""
    return (
        when(lambda part: part.reference == "top_discard", Needs.DISCARDS)
        | when(lambda part: part.reference == "top_tableau", Needs.TABLE)
        | when(lambda part: part.reference in ("lead_card", "highest_played"), Needs.TRICKS)
    )


def reads_reference() -> Declared:
    return (
        when(lambda part: part.reference == "top_discard", Reads.DISCARDS)
        | when(lambda part: part.reference == "top_tableau", Reads.TABLE)
        | when(lambda part: part.reference in ("lead_card", "highest_played"), Reads.TRICKS)
        | when(lambda part: part.reference == "last_played", Reads.LAST_PLAYED)
    )


def orders_ranks(part: Any, context: Context) -> bool:
    """Whether it asks for more than equality, or ranks are equal that do not look it."""
    return part.operator not in (Operator.EQ, Operator.NE) or len(set(context.strength)) < len(RANKS)
