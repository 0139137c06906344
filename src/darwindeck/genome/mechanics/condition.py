"""Conditions: what makes a card playable or a rule apply. A condition compiles to a set of cards.

Card conditions denote the cards that satisfy them; table conditions all cards or none.
"""

from __future__ import annotations

from typing import ClassVar

from ..assembler import Assembler
from ..context import Context
from ..fields import Mechanic, Operator


class ConditionMechanic(Mechanic, frozen=True, kw_only=True):
    """Base of all conditions. `emit` leaves the set in register `into`, as seen by the seat variable `who`."""

    about_cards: ClassVar[bool] = False  # a card condition
    private: ClassVar[bool] = False  # its set depends on the seat's hidden cards
    steady: ClassVar[bool] = False  # its set stays the same when a card is drawn from the stock
    counts_cards: ClassVar[bool] = False  # scoring can count cards with it
    in_hand: ClassVar[bool] = False  # scoring counts cards in hand, not in the capture zone

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        raise NotImplementedError

    def emit_or(self, asm: Assembler, into: int) -> bool:
        """Adds its cards to the set in `into` where one op can; otherwise writes nothing and says so."""
        return False

    def emit_counted(self, asm: Assembler, into: int, who: int) -> None:
        """In scoring: the set whose cards are counted."""
        self.emit(asm, into, who)

    def parts(self) -> tuple[ConditionMechanic, ...]:
        return (self,)

    def is_table(self) -> bool:
        return not any(part.about_cards for part in self.parts())

    def rule(self, context: Context) -> str:
        """A phrase: of a card condition "a card …", of a table condition a clause after "if"."""
        raise NotImplementedError


def compare_register(asm: Assembler, into: int, register: int, operator: Operator, value: int) -> None:
    asm.truth(into, lambda yes: asm.jump_if(register, operator, value, yes))
