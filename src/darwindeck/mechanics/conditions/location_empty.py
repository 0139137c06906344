"""The pile is empty.

`location_size` with 0, in a word that reads well.
"""

from __future__ import annotations

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts
from ...language.fields import Location
from ...language.places import reads_place
from ...language.words import place
from .condition import ConditionMechanic
from .location_size import LocationSize, say_held


class LocationEmpty(ConditionMechanic, tag="location_empty", frozen=True, kw_only=True):
    descriptions = {"": "The pile is empty.", "location": "The pile."}
    facts = Facts(makes=NONE, needs=NONE, reads=reads_place("location"), ends=NONE, prompts=NONE)
    location: Location

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        LocationSize(location=self.location).emit(asm, into, who)

    def rule(self, context: Context) -> str:
        if self.location in (Location.DECK, Location.DISCARD, Location.OWN_DISCARD, Location.PREVIOUS_DISCARD):
            return f"{place(self.location, context)} is empty"
        if self.location is Location.HAND:
            return "you have no cards left in hand"
        return say_held(self.location, "no cards", context)
