"""How many cards the pile has.

Sizes are public, also of piles whose cards are hidden.
"""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts
from ...language.fields import Location, Operator
from ...language.places import emit_place, reads_place
from ...language.words import amount, opponent, place
from .condition import ConditionMechanic, compare_register


class LocationSize(ConditionMechanic, tag="location_size", frozen=True, kw_only=True):
    descriptions = {"": "How many cards the pile has.", "location": "The pile."}
    facts = Facts(makes=NONE, needs=NONE, reads=reads_place("location"), ends=NONE, prompts=NONE)
    location: Location
    operator: Operator = Operator.EQ
    value: Annotated[int, Meta(ge=0, le=52)] = 0

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        with asm.ints() as [size]:
            # Of the seat's own hand, what it has picked counts too. SIZE would leave it out.
            if self.location is Location.HAND:
                asm.op("SHAND", into, who)
                asm.op("COUNT", size, into)
            else:
                asm.op("SIZE", size, emit_place(asm, self.location, who))
            compare_register(asm, into, size, self.operator, self.value)

    def rule(self, context: Context) -> str:
        return say_held(self.location, amount(self.operator, self.value, "card"), context)


def say_held(location: Location, many: str, context: Context) -> str:
    """How many cards lie somewhere: `you have no captured cards`."""
    you = "your side has" if context.genome.teams else "you have"
    captured = " ".join([*many.split()[:-1], "captured", many.split()[-1]])
    if location in (Location.CAPTURE_ZONE, Location.TEAM_CAPTURE_PILE):
        return f"{you} {captured}"
    if location is Location.OPPONENT_DISCARD:
        return f"{opponent(context)} has {captured}"
    if location in (Location.OPPONENT_HAND, Location.PREVIOUS_HAND):
        return f"{opponent(context, location is Location.PREVIOUS_HAND)} has {many} in hand"
    where = "on" if location is Location.TABLEAU else "in"
    return f"there are {many} {where} {place(location, context)}"
