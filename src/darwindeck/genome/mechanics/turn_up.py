"""Turn up: cards from the stock, face up, for everyone."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from ..assembler import DECK, DISCARD, TABLEAU, Assembler, Label
from ..fields import Location
from .phase import PhaseMechanic


class TurnUpPhase(PhaseMechanic, tag="TurnUpPhase", frozen=True, kw_only=True):
    queue_ok: ClassVar[bool] = True
    offers_choice: ClassVar[bool] = False
    count: Annotated[int, Meta(ge=1, le=5)] = 1
    target: Literal["tableau", "discard"] = "tableau"

    def emit(self, asm: Assembler) -> None:
        over = Label()
        with asm.sets() as [stock]:
            for _ in range(self.count):
                asm.op("SPILE", stock, DECK)
                asm.op("JEMPTY", stock, over)
                asm.op("TAKE", DECK, DISCARD if self.target == "discard" else TABLEAU, 1)
        asm.place(over)

    def rule(self) -> str:
        many = "a card" if self.count == 1 else f"{self.count} cards"
        return f"Turn {many} from the stock face up onto {Location(self.target).phrase}."
