"""Move cards from one pile to another."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, ClassVar

from msgspec import Meta

from ...assembler import (
    Assembler,
)
from ...context import Context
from ...fields import Location
from ...words import cards, place
from ..action import ActionMechanic
from ..places import emit_place


class TransferCards(ActionMechanic, tag="transfer_cards", frozen=True, kw_only=True):
    descriptions: ClassVar[Mapping[str, str]] = {
        "": "Move cards from one pile to another.",
        "count": "How many cards; 0: all.",
    }
    source: Location
    target: Location
    count: Annotated[int, Meta(ge=0, le=5)] = 1

    def act(self, asm: Assembler, who: int) -> None:
        source, target = emit_place(asm, self.source, who), emit_place(asm, self.target, who)
        if source == target:
            return
        if self.count == 0:
            asm.op("MOVEALL", source, target, 0)
        for _ in range(self.count):
            asm.op("TAKE", source, target, 0)

    def sentence(self, context: Context) -> str:
        source, target = place(self.source, context), place(self.target, context)
        what = "all cards" if self.count == 0 else cards(self.count)
        ordered = self.source in (Location.DECK, Location.DISCARD, Location.TABLEAU) or (
            context.queue and self.source in (Location.HAND, Location.OPPONENT_HAND, Location.PREVIOUS_HAND)
        )
        how = "" if self.count == 0 else " from the top of" if ordered else " at random from"
        return f"move {what}{how or ' from'} {source} to {target}"
