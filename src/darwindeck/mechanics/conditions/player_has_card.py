"""How many such cards the seat holds.

"Valid plays" are the cards that the turn's first PlayPhase would allow. That play's own condition may ask this one in
turn: inside it, the whole hand counts, or the code would contain itself without end.
"""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Facts, Reads, always
from ...language.fields import Operator, Rank, Suit
from ...language.words import amount, name_card
from .captured import find_cards
from .condition import ConditionMechanic, compare_register


class PlayerHasCard(ConditionMechanic, tag="player_has_card", frozen=True, kw_only=True):
    descriptions = {
        "": "How many such cards the seat holds.",
        "reference": "All of the hand, or only what could be played now.",
    }
    facts = Facts(makes=NONE, needs=NONE, reads=always(Reads.HELD), ends=NONE, prompts=NONE)
    suit: Suit | None = None
    rank: Rank | None = None
    reference: Literal["hand", "valid_plays"] = "hand"
    operator: Operator = Operator.GE
    value: Annotated[int, Meta(ge=0, le=52)] = 1

    def emit(self, asm: Assembler, into: int, who: int) -> None:
        """Whether the hand has so many of these cards, or so many that may be played now."""
        with asm.ints() as [size], asm.sets() as [other]:
            play = asm.context.valid_plays if self.reference == "valid_plays" else None
            if play is not None:
                asm.context.inside_valid_plays = True
                play.emit(asm, into, who)
                asm.context.inside_valid_plays = False
            else:
                asm.op("SHAND", into, who)
            asm.op("SHAND", other, who)
            asm.op("SAND", into, other)
            asm.set_constant(other, find_cards(self.suit, self.rank))
            asm.op("SAND", into, other)
            asm.op("COUNT", size, into)
            compare_register(asm, into, size, self.operator, self.value)

    def rule(self, context: Context) -> str:
        what = f"you hold {amount(self.operator, self.value, 'card')}"
        like = f" of this kind: {name_card(self.suit, self.rank)}" if self.suit or self.rank else ""
        return f"{what}{' that could be played' if self.reference == 'valid_plays' else ''}{like}"
