"""Deals in which the declarer plays to win no trick, as tricks see them. No phase of its own."""

from __future__ import annotations

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.vocabulary import BID, DECLARER
from .solo_values import HAND_GAMES, NULL


def names_null(context: Context) -> bool:
    """Whether a declarer can name such a game."""
    return any(getattr(phase, "null_value", 0) for phase in context.phases)


def emit_if_null(asm: Assembler, null: Label) -> None:
    """The game stands as 1 + its number in the declarer's bid."""
    other = Label()
    asm.op("JNOBODY", DECLARER, other)
    with asm.ints() as [game]:
        asm.op("LOAD", game, BID, DECLARER)
        asm.jump_if(game, "==", 0, other)
        asm.op("ADDI", game, -1)
        asm.op("MODI", game, HAND_GAMES)
        asm.jump_if(game, ">=", NULL, null)
    asm.place(other)
