"""Special cards and triggers: rules that act by themselves."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from ..language.assembler import Assembler, Label
from ..language.context import Context
from ..language.fields import ALL_CARDS, Rank, rank_set
from ..language.vocabulary import LAST_PLAYED, PHASE_B, TURN_SEAT
from ..language.words import a_rank, capitalise
from .actions import Action
from .actions.action import in_turn
from .conditions import Condition
from .conditions.condition import clause, emit_unless

Actions = Annotated[tuple[Action, ...], Meta(min_length=1, max_length=8)]


class SpecialEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What playing a card of a rank does."""

    trigger_card: Rank | None = None  # null: any card
    trigger_condition: Condition | None = None
    actions: Actions

    @property
    def cards(self) -> int:
        """The cards that set it off, as one word."""
        return rank_set(self.trigger_card) if self.trigger_card else ALL_CARDS

    def emit(self, asm: Assembler, who: int) -> None:
        """What the card that was just played sets off, if its condition holds.

        A card condition asks about that card, not about the hand: "if it is a heart".
        """
        skip = Label()
        if self.trigger_condition is not None:
            with asm.sets(2) as [cards, played]:
                self.trigger_condition.emit(asm, cards, who)
                if not self.trigger_condition.is_table():
                    asm.op("SCARD", played, LAST_PLAYED)
                    asm.op("SAND", cards, played)
                asm.op("JEMPTY", cards, skip)
        asm.note("points", f"{a_rank(self.trigger_card) if self.trigger_card else 'a card'} was played")
        for action in self.actions:
            action.emit(asm, who)
        asm.place(skip)

    def rule(self, context: Context) -> str:
        name = a_rank(self.trigger_card) if self.trigger_card else "any card"
        when = f"When you play {name}"
        condition = self.trigger_condition
        if condition is not None:
            when += f", if {condition.rule(context) if condition.is_table() else f'it is {condition.rule(context)}'}"
        return f"{when}, {in_turn(self.actions, context)}."


class TriggerEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a state of the table does at the end of a turn."""

    trigger_condition: Condition
    actions: Actions
    priority: Annotated[int, Meta(ge=-100, le=100)] = 0

    def emit(self, asm: Assembler, who: int) -> None:
        skip = Label()
        emit_unless(asm, self.trigger_condition, who, skip)
        asm.note("points", clause(self.trigger_condition, asm.context))
        for action in self.actions:
            action.emit(asm, who)
        asm.place(skip)

    def rule(self, context: Context) -> str:
        return f"{capitalise(f'if {clause(self.trigger_condition, context)}')}, {in_turn(self.actions, context)}."


def emit_effects(asm: Assembler) -> None:
    """The subroutine that plays call: PHASE_B has a bit for each effect that is due.

    It is written once and called by every PlayPhase. The bits were found when the cards were played: an effect may move
    cards, and must not set off another by that.
    """
    asm.place(asm.context.effects)
    for number, effect in enumerate(asm.context.genome.special_effects):
        skip = Label()
        asm.op("JBIT", PHASE_B, number, skip)
        effect.emit(asm, TURN_SEAT)
        asm.place(skip)
    asm.op("RET")
