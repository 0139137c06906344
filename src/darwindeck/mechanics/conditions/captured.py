"""Captured cards and tricks, counted and compared with those of other sides."""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.fields import ALL_CARDS, Operator, rank_set, suit_set
from ...language.vocabulary import BY_CAPTURED, CAPTURE, OPERATORS, of
from ...language.words import amount, others
from .condition import compare_register


def find_cards(suit: str | None, rank: str | None) -> int:
    """All cards of a suit and a rank; None is any."""
    return (suit_set(suit) if suit else ALL_CARDS) & (rank_set(rank) if rank else ALL_CARDS)


def emit_captured(
    asm: Assembler, into: int, who: int, cards: int, operator: Operator, value: int, reference: str
) -> None:
    """Whether the side has captured so many of some cards, compared with a number or with every other side.

    `into` is used for the constant first, and gets the answer last: it saves a register.
    """
    if reference == "opponent":
        emit_rivals(asm, into, who, BY_CAPTURED, operator, asm.constants(cards))
        return
    with asm.ints() as [count], asm.sets() as [zone]:
        asm.op("SPILE", zone, of(CAPTURE, who))
        asm.set_constant(into, cards)
        asm.op("SAND", zone, into)
        asm.op("COUNT", count, zone)
        compare_register(asm, into, count, operator, value)


def emit_rivals(asm: Assembler, into: int, who: int, measure: int, operator: Operator, operand: int) -> None:
    """Whether the seat's side compares so with every other side, by one of the measures of RIVALS."""
    with asm.ints() as [holds]:
        # The measure is in the low three bits of one operand, the operator above them.
        asm.op("RIVALS", holds, who, measure | OPERATORS[operator.value] << 3, operand)
        compare_register(asm, into, holds, Operator.NE, 0)


def against(operator: Operator, value: int, reference: str, noun: str, context: Context) -> str:
    """How many, compared with a number or with every other side."""
    if reference == "value":
        return amount(operator, value, noun)
    other = others(context)
    return {"==": f"exactly as many {noun}s as {other}", "!=": f"a number of {noun}s different from that of {other}",
            "<": f"fewer {noun}s than {other}", ">": f"more {noun}s than {other}", "<=": f"no more {noun}s than {other}",
            ">=": f"at least as many {noun}s as {other}"}[operator.value]  # fmt: skip
