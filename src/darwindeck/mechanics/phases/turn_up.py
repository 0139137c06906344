"""Turn up: cards from the stock, face up, for everyone."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Reads, always, when
from ...language.vocabulary import DECK, DISCARD, OPENLY, TABLEAU
from ...language.words import cards, place
from .phase import PhaseMechanic


class TurnUpPhase(PhaseMechanic, tag="TurnUpPhase", frozen=True, kw_only=True):
    noun = "turning up cards"
    descriptions = {"": "Turn up cards from the stock."}
    facts = Facts(
        makes=when(lambda part: part.target == "discard", Makes.DISCARDS)
        | when(lambda part: part.target == "tableau", Makes.TABLE),
        needs=always(Needs.STOCK),
        reads=always(Reads.STOCK),
        ends=NONE,
        prompts=NONE,
    )
    count: Annotated[int, Meta(ge=1, le=5)] = 1
    target: Literal["tableau", "discard"] = "tableau"

    def emit(self, asm: Assembler) -> None:
        """Cards go one at a time from the stock, until it is empty. It is not refilled: nobody draws, so no
        reshuffle is due.
        """
        over = Label()
        with asm.sets() as [stock]:
            for _ in range(self.count):
                asm.op("SPILE", stock, DECK)
                asm.op("JEMPTY", stock, over)
                asm.op("TAKE", DECK, DISCARD if self.target == "discard" else TABLEAU, OPENLY)
        asm.place(over)

    def count_laid_out(self, context: Context) -> int:
        return self.count if self.target == "tableau" else 0

    def rule(self, context: Context) -> str:
        return f"Turn {cards(self.count)} from the top of the stock face up onto {place(self.target, context)}."

    def brief(self, context: Context) -> str:
        return f"turn up {cards(self.count)}"
