"""Draw cards from the stock.

The effect of a 2 in many games: the next player draws two. Each seat draws all its cards before the next one does, so
if the stock gives out the later ones go without.
"""

from __future__ import annotations

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, always
from ...language.fields import Who
from ...language.words import cards
from .action import ActionMechanic, Amount, does, each_target


class DrawCards(ActionMechanic, tag="draw_cards", frozen=True, kw_only=True):
    descriptions = {"": "Draw cards from the stock."}
    facts = Facts(makes=always(Makes.DRAWS), needs=always(Needs.STOCK), reads=NONE, ends=NONE, prompts=NONE)
    count: Amount = 1
    who: Who = "actor"

    def act(self, asm: Assembler, who: int) -> None:
        with each_target(asm, self.who, who) as seat:
            empty = Label()
            for _ in range(self.count):
                asm.draw_one(seat, empty)
            asm.place(empty)

    def sentence(self, context: Context) -> str:
        who = "everyone, beginning with you, draws" if self.who == "all" else does(self.who, "draw")
        return f"{who} {cards(self.count)} from the stock"
