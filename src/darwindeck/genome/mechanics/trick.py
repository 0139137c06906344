"""Trick: one card from everyone; the best takes them all."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ..assembler import (
    BEST,
    BROKEN,
    EACH_SEAT,
    FORWARD,
    LEAD_SUIT,
    PLAYING_WITH_CARDS,
    START_SEAT,
    TRICKS_PLAYED,
    TURN_SEAT,
    Assembler,
    Label,
)
from ..fields import RANK_NAMES, SUIT_NAMES, SUITS, Card, RankOrder, Suit, card_set, strengths, suit_set
from .action import Action
from .conditions import Condition
from .phase import PhaseMechanic


class TrickPhase(PhaseMechanic, tag="TrickPhase", frozen=True, kw_only=True):
    lead_suit_required: bool = True
    trump_suit: Literal["none", "selected", "C", "D", "H", "S"] = "none"
    trump_beats_suit: bool = True
    high_card_wins: bool = True
    breaking_suit: Suit | None = None
    opening_lead: Card | None = None
    first_trick_forbidden: Annotated[tuple[Card, ...], Meta(max_length=20)] = ()
    trump_order: RankOrder | None = None
    play_condition: Condition | None = None
    winner_actions: Annotated[tuple[Action, ...], Meta(max_length=4)] = ()

    def emit(self, asm: Assembler) -> None:
        over, later, won = Label(), Label(), Label()
        if self.opening_lead is not None or self.first_trick_forbidden:  # code of its own, not a question at every card
            asm.jump_if(TRICKS_PLAYED, ">", 0, later)
            self._emit_cards(asm, over, first=True)
            asm.op("JUMP", won)
        asm.place(later)
        self._emit_cards(asm, over, first=False)
        asm.place(won)
        asm.op("WINTRICK", START_SEAT)
        for action in self.winner_actions:
            action.emit(asm, START_SEAT)
        asm.place(over)

    def _emit_cards(self, asm: Assembler, over: Label, first: bool) -> None:
        """One card from everyone, in the first trick of the deal or a later one."""
        with asm.sets() as [cards], asm.each_seat(TURN_SEAT, PLAYING_WITH_CARDS, FORWARD, nobody=over):
            self._emit_choice(asm, cards, first)
            self._emit_card(asm)

    def _emit_choice(self, asm: Assembler, cards: int, first: bool) -> None:
        begin, ready, follow = asm.here(), Label(), Label()
        asm.op("SHAND", cards, EACH_SEAT)
        if first or self.breaking_suit is not None:
            asm.jump_if(BEST, ">=", 0, follow)
            self._emit_lead(asm, cards, ready, first)
            asm.op("JUMP", ready)
            asm.place(follow)
        self._emit_follow(asm, cards, first)
        asm.place(ready)
        if self.play_condition is not None:
            self._emit_condition(asm, self.play_condition, cards)
        asm.ask_card(EACH_SEAT, "Play a card to the trick", cards, begin)

    @staticmethod
    def _emit_condition(asm: Assembler, condition: Condition, cards: int) -> None:
        with asm.sets() as [allowed]:
            condition.emit(asm, allowed, EACH_SEAT)
            asm.op("PREFER", cards, allowed)

    def _emit_follow(self, asm: Assembler, cards: int, first: bool) -> None:
        """The suit led if there is any; what is forbidden in the first trick is forbidden off suit only."""
        if first and self.first_trick_forbidden:
            with asm.sets(2) as [suit, forbidden]:
                asm.set_constant(forbidden, card_set(self.first_trick_forbidden))
                if self.lead_suit_required:
                    asm.op("SSUIT", suit, LEAD_SUIT)
                    asm.op("SANDN", forbidden, suit)
                asm.op("AVOID", cards, forbidden)
        if self.lead_suit_required:
            asm.op("PREFERS", cards, LEAD_SUIT)

    def _emit_lead(self, asm: Assembler, cards: int, ready: Label, first: bool) -> None:
        """In the first trick the opening lead if it is held; else without the suit to be broken, then without what is
        forbidden."""
        with asm.sets() as [some]:
            if first and self.opening_lead is not None:
                asm.set_constant(some, card_set([asm.context.present(self.opening_lead)]))
                asm.op("PREFER", cards, some)
                asm.op("SAND", some, cards)
                asm.op("JSOME", some, ready)
            if self.breaking_suit is not None:
                if not first:
                    asm.jump_if(BROKEN, "!=", 0, ready)
                asm.set_constant(some, suit_set(self.breaking_suit))
                asm.op("AVOID", cards, some)
            if first and self.first_trick_forbidden:
                asm.set_constant(some, card_set(self.first_trick_forbidden))
                asm.op("AVOID", cards, some)

    def _emit_card(self, asm: Assembler) -> None:
        trump = {"none": 0, "C": 1, "D": 2, "H": 3, "S": 4, "selected": 5}[self.trump_suit]
        flags = self.high_card_wins | (trump if self.trump_beats_suit else 0) << 2 | self.lead_suit_required << 5
        order = strengths(self.trump_order) if self.trump_order else asm.context.strength
        breaks = -1 if self.breaking_suit is None else SUITS.index(self.breaking_suit)
        asm.op("BEAT", EACH_SEAT, START_SEAT, asm.tables(asm.context.strength, order), flags, breaks)

    def rule(self) -> str:
        parts = ["Everyone plays one card to a trick."]
        parts.append(
            "You must follow the suit led if you can." if self.lead_suit_required else "You may play any card."
        )
        if self.opening_lead:
            parts.append(f"The first trick of a deal is led with {card_phrase(self.opening_lead)}.")
        if self.breaking_suit:
            parts.append(
                f"You may not lead {SUIT_NAMES[self.breaking_suit]} until one has been played, unless you hold nothing else."
            )
        if self.first_trick_forbidden:
            names = ", ".join(self.first_trick_forbidden)
            parts.append(f"In the first trick these may not be played off suit unless you hold nothing else: {names}.")
        if self.play_condition:
            condition = self.play_condition
            only = f"if {condition.rule()}" if condition.is_table() else condition.rule()
            parts.append(f"Among these you must choose, if you can: {only}.")
        best = "highest" if self.high_card_wins else "lowest"
        if self.trump_suit != "none" and self.trump_beats_suit:
            suit = "trumps" if self.trump_suit == "selected" else f"{SUIT_NAMES[self.trump_suit]} (trumps)"
            parts.append(f"The {best} of {suit} wins, or else the {best} card of the suit led.")
            if self.trump_order and not isinstance(self.trump_order, str):
                parts.append(f"Trumps rank, from the highest: {' '.join(reversed(self.trump_order))}.")
        else:
            parts.append(f"The {best} card of the suit led wins.")
        parts.append("The winner takes the trick and leads next.")
        if self.winner_actions:
            parts.append(f"Then, for the winner: {'; '.join(action.rule() for action in self.winner_actions)}.")
        return " ".join(parts)


def card_phrase(card: str) -> str:
    return f"the {RANK_NAMES.get(card[:-1], card[:-1])} of {SUIT_NAMES[card[-1]]}"
