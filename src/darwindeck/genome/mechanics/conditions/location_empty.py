"""The pile is empty."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from ...assembler import Assembler
from ...context import Context
from ...facts import NONE, Facts
from ...fields import Location
from ...words import place
from ..condition import ConditionMechanic
from ..places import reads_place
from .location_size import LocationSize, say_held


class LocationEmpty(ConditionMechanic, tag="location_empty", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {"": "The pile is empty.", "location": "The pile."}
    facts: ClassVar[Facts] = Facts(
        makes=NONE,
        needs=NONE,
        reads=reads_place("location"),
        ends=NONE,
        prompts=NONE,
    )
    location: Location

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        LocationSize(location=self.location).emit(asm, into, who)

    def rule(self, context: Context) -> str:
        if self.location in (Location.DECK, Location.DISCARD):
            return f"{place(self.location, context)} is empty"
        return say_held(self.location, "no cards", context)
