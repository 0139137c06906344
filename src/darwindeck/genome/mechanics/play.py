"""Play: put cards from your hand where the rules allow, with their special effects."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from ..assembler import (
    CAPTURE,
    DISCARD,
    LAST_PLAYED,
    NAMED,
    PHASE_B,
    PICKED,
    TABLEAU,
    TURN_SEAT,
    Assembler,
    Label,
    of,
)
from ..fields import RANKS, Group, Location, rank_set
from .conditions import Condition
from .effects import SpecialEffect
from .phase import PhaseMechanic
from .selection import Selection

Target = Literal["discard", "tableau", "capture_zone"]


def target_pile(target: str, seat: int) -> int:
    return {"discard": DISCARD, "tableau": TABLEAU}.get(target, of(CAPTURE, seat))


class PlayPhase(PhaseMechanic, tag="PlayPhase", frozen=True, kw_only=True):
    target: Target = "discard"
    valid_play_condition: Condition
    min_cards: Annotated[int, Meta(ge=0, le=8)] = 1
    max_cards: Annotated[int, Meta(ge=1, le=8)] = 1
    mandatory: bool = True
    pass_if_unable: bool = True
    draw_if_unable: Literal["none", "one", "until"] = "none"
    group_validation: Group = "none"

    @property
    def selection(self) -> Selection:
        optional = not self.mandatory or self.min_cards == 0
        return Selection(
            low=max(1, self.min_cards), high=self.max_cards, group=self.group_validation, optional=optional
        )

    def emit_candidates(self, asm: Assembler, into: int) -> None:
        with asm.sets() as [hand]:
            self.valid_play_condition.emit(asm, into, TURN_SEAT)
            asm.op("SHAND", hand, TURN_SEAT)
            asm.op("SAND", into, hand)

    def emit(self, asm: Assembler) -> None:
        over, able = Label(), Label()
        if self.draw_if_unable != "none" or not self.pass_if_unable or self._shows_lack():
            self._emit_ability(asm, able, over)
        prompt = "Play a card" if self.max_cards == 1 else f"Play {self.min_cards} to {self.max_cards} cards"
        asm.place(able)
        self.selection.emit(asm, TURN_SEAT, lambda into: self.emit_candidates(asm, into), prompt, over)
        self._emit_played(asm)
        asm.place(over)

    def _emit_able(self, asm: Assembler, able: Label) -> None:
        with asm.sets() as [options], asm.ints() as [least]:
            selection = self.selection
            selection.emit_options(asm, TURN_SEAT, lambda into: self.emit_candidates(asm, into), options, least)
            asm.op("JSOME", options, able)

    def _emit_ability(self, asm: Assembler, able: Label, over: Label) -> None:
        """Draws if that is the rule, and leaves the turn or the phase if no play is possible."""
        again = asm.here()
        self._emit_able(asm, able)
        if self.draw_if_unable != "none":
            empty = Label()
            asm.draw_one(TURN_SEAT, empty)
            if self.draw_if_unable == "until":
                asm.op("JUMP", again)
            else:
                self._emit_able(asm, able)
            asm.place(empty)
        if self._shows_lack():
            with asm.sets() as [cards]:
                self.valid_play_condition.emit(asm, cards, TURN_SEAT)
                asm.op("LACK", TURN_SEAT, cards)
        asm.op("JUMP", over if self.pass_if_unable else asm.context.turn_over)

    def _shows_lack(self) -> bool:
        """Being unable tells everybody which cards the seat does not hold."""
        public = not any(part.private for part in self.valid_play_condition.parts())
        return public and self.group_validation == "none" and self.min_cards <= 1

    def _emit_played(self, asm: Assembler) -> None:
        effects = asm.context.genome.special_effects
        with asm.sets(2) as [cards, top], asm.ints() as [card]:
            asm.op("SPILE", cards, of(PICKED, TURN_SEAT))
            self._note_ranks(asm, effects, cards, top)
            asm.op("MOVEALL", of(PICKED, TURN_SEAT), target_pile(self.target, TURN_SEAT), 0)
            asm.op("HIGHCARD", card, cards)
            asm.op("MOVR", LAST_PLAYED, card)
        if self.target == "discard":
            asm.op("SETI", NAMED, -1)
        if effects:
            asm.op("CALL", asm.context.effects)

    @staticmethod
    def _note_ranks(asm: Assembler, effects: tuple[SpecialEffect, ...], cards: int, spare: int) -> None:
        """A bit for each effect whose rank is among the cards, in PHASE_B."""
        if not effects:
            return
        asm.op("SETI", PHASE_B, 0)
        for number, effect in enumerate(effects):
            none = Label()
            asm.set_constant(spare, rank_set(RANKS[RANKS.index(effect.trigger_card)]))
            asm.op("SAND", spare, cards)
            asm.op("JEMPTY", spare, none)
            asm.op("ADDI", PHASE_B, 1 << number)
            asm.place(none)

    def rule(self) -> str:
        many = "a card" if self.max_cards == 1 else f"{max(1, self.min_cards)} to {self.max_cards} cards"
        must = "must play" if self.mandatory and self.min_cards > 0 else "may play"
        group = {"none": "", "set": ", all of one rank", "run": ", consecutive cards of one suit (ace low)"}
        unable = {
            "none": "" if self.pass_if_unable else " If you cannot, your turn ends.",
            "one": " If you cannot, draw a card from the stock and play it if you can.",
            "until": " If you cannot, draw from the stock until you can.",
        }[self.draw_if_unable]
        condition = self.valid_play_condition
        allowed = f"if {condition.rule()}" if condition.is_table() else f"each {condition.rule()}"
        place = Location(self.target).phrase
        return f"You {must} {many} to {place}{group[self.group_validation]}: {allowed}.{unable}"
