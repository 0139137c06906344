"""Sums of cards: whether there are any of a number, and the sets of cards that BuildPhase asks for. Not a mechanic."""

from __future__ import annotations

from typing import NamedTuple

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.vocabulary import BID, PICKED, TABLEAU, TRICK, TURN_SEAT, of

SEVERAL = 64  # added to the value of a build of several sets

MOST_SUMMED = 16  # cards: nobody looks for sums of more


def sums_of(context: Context, cards: int) -> list[int]:
    """For each number of cards, up to so many, all sums that as many of these have: bit n for the sum n."""
    worth = [context.value[card % 16] for card in range(64) if cards >> card & 1]
    found = [1] + [0] * MOST_SUMMED
    for value in worth:
        for number in range(MOST_SUMMED, 0, -1):
            found[number] |= found[number - 1] << value if value >= 0 else 0
    return found


def can_add_up(context: Context, total: int) -> bool:
    """Whether cards of the pack have this sum."""
    return any(sums >> total & 1 for sums in sums_of(context, context.deck))


def any_worth_others(context: Context, cards: int) -> bool:
    """Whether one of these cards is worth as much as several others together."""
    several = 0
    for sums in sums_of(context, cards)[2:]:
        several |= sums
    return any(several >> max(0, context.value[card % 16]) & 1 for card in range(64) if cards >> card & 1)


class CardSums(NamedTuple):
    """How cards add up in a game. The card played lies in the trick; those picked so far are among the seat's picked ones."""

    values: int  # the table of values
    unsummed: int  # cards that never count in sums

    @staticmethod
    def emit_value(asm: Assembler, into: int, seat: int) -> None:
        """The value of the build of a seat; below 0: it has none."""
        single = Label()
        asm.op("LOAD", into, BID, seat)
        asm.op("ADDI", into, -1)
        asm.jump_if(into, "<", SEVERAL, single)
        asm.op("ADDI", into, -SEVERAL)
        asm.place(single)

    def emit_equals(self, asm: Assembler, cards: int, other: int) -> None:
        """The cards of the table that have the value of the card played."""
        asm.op("SPILE", other, TRICK)
        asm.op("SVALUE", other, other, self.values)
        asm.op("SPILE", cards, TABLEAU)
        asm.op("SAND", cards, other)

    def emit_held(self, asm: Assembler, cards: int, other: int, number: int) -> None:
        """The cards of the hand whose value is the number: those that have at most so much, but not at most one less."""
        asm.op("SHAND", cards, TURN_SEAT)
        asm.op("SMOST", cards, number, self.values)
        asm.op("SHAND", other, TURN_SEAT)
        asm.op("ADDI", number, -1)
        asm.op("SMOST", other, number, self.values)
        asm.op("ADDI", number, 1)
        asm.op("SANDN", cards, other)

    def emit_without_unsummed(self, asm: Assembler, cards: int, other: int) -> None:
        if self.unsummed:
            asm.set_constant(other, self.unsummed)
            asm.op("SANDN", cards, other)

    def emit_unless_summed(self, asm: Assembler, cards: int, other: int, single: Label) -> None:
        """Goes to `single` if the card played never counts in sums."""
        if self.unsummed:
            asm.op("SPILE", cards, TRICK)
            asm.set_constant(other, self.unsummed)
            asm.op("SAND", cards, other)
            asm.op("JSOME", cards, single)

    def emit_parts(self, asm: Assembler, cards: int, total: int) -> None:
        """The cards of the table that may be picked next, so that those picked add up to the total."""
        with asm.sets() as [other]:
            asm.op("SPILE", cards, TABLEAU)
            self.emit_without_unsummed(asm, cards, other)
            asm.op("SPARTS", cards, of(PICKED, TURN_SEAT), total, self.values)

    def emit_picks(self, asm: Assembler, total: int, prompt: str) -> None:
        """One card after the other goes to the picked ones, until they add up to the total."""
        finished = Label()
        again = asm.here()
        with asm.sets() as [cards]:
            self.emit_parts(asm, cards, total)
            asm.op("JEMPTY", cards, finished)
            asm.ask_card(TURN_SEAT, prompt, cards, again, continues="always")
        asm.op("PLAY", TABLEAU, of(PICKED, TURN_SEAT))
        asm.op("JUMP", again)
        asm.place(finished)
