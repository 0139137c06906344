"""Conditions: what makes a card playable or a rule apply. A condition compiles to a set of cards.

Card conditions denote the cards that satisfy them; table conditions all cards or none.
"""

from __future__ import annotations

from typing import ClassVar

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import Makes
from ...language.fields import Mechanic, Operator


class ConditionMechanic(Mechanic, frozen=True, kw_only=True):
    """Base of all conditions. `emit` leaves the set in register `into`, as seen by the seat variable `who`."""

    respect: ClassVar[str | None] = None  # in what its cards are like the reference card

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        raise NotImplementedError

    def emit_or(self, asm: Assembler, into: int) -> bool:
        """Adds its cards to the set in `into` where one op can; otherwise writes nothing and says so.

        "A heart, or a card like the top discard" is frequent in play, and each op costs time at every card.
        """
        return False

    def emit_counted(self, asm: Assembler, into: int, who: int) -> None:
        """In scoring: the set whose cards are counted.

        Card conditions count what they denote. A table condition that can count something else says so here.
        """
        self.emit(asm, into, who)

    def possible(self, context: Context) -> int:
        """The cards of the pack that can ever be in its set, as one word.

        More cards than can really be in it do no harm: the checks only look for plays that are never possible.
        """
        return context.deck

    def fits_in_time(self) -> bool:
        """Whether of all cards not yet played one fits at any time."""
        return False

    def parts(self) -> tuple[ConditionMechanic, ...]:
        """The simple conditions that it is made of; itself, unless it joins others."""
        return (self,)

    def depth(self) -> int:
        """How deep conditions are nested in it, itself included."""
        return 1

    def is_several(self) -> bool:
        """Whether it joins several conditions."""
        return False

    def is_table(self) -> bool:
        """Whether it denotes all cards or none: no part of it tells cards apart."""
        return not any(part.may(Makes.CARDS) for part in self.parts())

    def rule(self, context: Context) -> str:
        """A phrase: of a card condition "a card …", of a table condition a clause after "if"."""
        raise NotImplementedError


class FixedCards(ConditionMechanic, frozen=True, kw_only=True):
    """A condition whose cards are the same at any time and for every seat: a constant of the program."""

    def word(self, context: Context) -> int:
        """Its cards, a bit each."""
        raise NotImplementedError

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        asm.set_constant(into, self.word(asm.context))

    def emit_or(self, asm: Assembler, into: int) -> bool:
        asm.op("SORK", into, asm.constants(self.word(asm.context)))
        return True

    def possible(self, context: Context) -> int:
        return self.word(context) & context.deck


def compare_register(asm: Assembler, into: int, register: int, operator: Operator, value: int) -> None:
    """Writes code that leaves all cards in `into` if the number compares so, and none if not."""
    asm.truth(into, lambda yes: asm.jump_if(register, operator, value, yes))


def emit_unless(asm: Assembler, condition: ConditionMechanic | None, who: int, skip: Label) -> None:
    """Jumps to `skip` if the condition does not hold for the seat; a missing condition holds."""
    if condition is None:
        return
    with asm.sets(2) as [cards, hand]:
        condition.emit(asm, cards, who)
        # A card condition holds for a seat that has such a card in hand.
        if not condition.is_table():
            asm.op("SHAND", hand, who)
            asm.op("SAND", cards, hand)
        asm.op("JEMPTY", cards, skip)


def is_clause(condition: ConditionMechanic, context: Context) -> bool:
    """Whether it is told as a fact about the table; where cards are scored, "the trick contains" tells of cards."""
    by_cards = context.scoring and any(part.may(Makes.CARDS_SCORED) for part in condition.parts())
    return condition.is_table() and not by_cards


def clause(condition: ConditionMechanic, context: Context) -> str:
    """The condition as a clause after "if"."""
    return condition.rule(context) if is_clause(condition, context) else f"you hold {condition.rule(context)}"


def nest(condition: ConditionMechanic, context: Context) -> str:
    """A part of a compound; a compound inside another is set off by brackets."""
    text = condition.rule(context)
    return f"({text})" if condition.is_several() else text


def matching(condition: ConditionMechanic, context: Context) -> str:
    """The condition after cards it restricts: `a heart`, or `if you hold a trump`."""
    return f"if {condition.rule(context)}" if is_clause(condition, context) else condition.rule(context)
