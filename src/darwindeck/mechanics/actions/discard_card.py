"""Discard cards of one's choice."""

from __future__ import annotations

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, always
from ...language.fields import Who
from ...language.selection import Selection
from ...language.vocabulary import DISCARD, PICKED, TOP_FIRST, of
from ...language.words import cards
from ..conditions import Condition
from ..conditions.condition import matching
from .action import ActionMechanic, Amount, does, each_target


class DiscardCard(ActionMechanic, tag="discard_card", frozen=True, kw_only=True):
    descriptions = {"": "Discard cards of one's choice."}
    facts = Facts(
        makes=always(Makes.DISCARDS, Makes.SHEDS),
        needs=always(Needs.SETS),
        reads=NONE,
        ends=NONE,
        prompts=always(Prompts.CARD),
    )
    count: Amount = 1
    who: Who = "actor"
    card_filter: Condition | None = None

    def act(self, asm: Assembler, who: int) -> None:
        """The seat chooses cards and puts them away, as far as it has any.

        The number is cut to what there is (`capped`): with one fitting card of two wanted, that one must go.
        """
        with each_target(asm, self.who, who) as seat:
            none = Label()

            def candidates(into: int) -> None:
                if self.card_filter is None:
                    asm.op("SHAND", into, seat)
                else:
                    self.card_filter.emit(asm, into, seat)
                    asm.op("SANDH", into, seat)

            selection = Selection(low=self.count, high=self.count, capped=True)
            selection.emit(asm, seat, candidates, f"Discard {cards(self.count)}", none)
            asm.op("MOVEALL", of(PICKED, seat), DISCARD, TOP_FIRST)
            asm.place(none)

    def sentence(self, context: Context) -> str:
        which = (
            f", {'each ' if self.count > 1 else ''}{matching(self.card_filter, context)}" if self.card_filter else ""
        )
        return f"{does(self.who, 'discard')} {cards(self.count)}{which}"
