"""Play: put cards from your hand where the rules allow, with their special effects."""

from __future__ import annotations

import functools
import operator
from typing import Annotated, Literal

from msgspec import Meta

from ..assembler import (
    CAPTURE,
    DISCARD,
    HAND,
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
from ..fields import Group, Location
from .conditions import Condition
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

    @property
    def single(self) -> bool:
        return self.selection.low == self.max_cards == 1

    def emit(self, asm: Assembler) -> None:
        over, unable, chosen, turn_over = Label(), Label(), Label(), asm.context.turn_over
        with asm.sets(2) as [cards, options]:
            begin = asm.here()
            self._emit_condition(asm, cards)
            self._emit_test(asm, cards, options, unable)
            if self.single:
                self.selection.emit_choice(asm, TURN_SEAT, options, "Play a card", begin, over)
        asm.place(chosen)
        if self.single:
            asm.op("PLAY", of(HAND, TURN_SEAT), target_pile(self.target, TURN_SEAT))
            self._emit_single_effects(asm)
        else:
            prompt = f"Play {self.min_cards} to {self.max_cards} cards"
            self.selection.emit(asm, TURN_SEAT, lambda into: self._emit_candidates(asm, into), prompt, over)
            self._emit_group_effects(asm)
        asm.place(over)

        def emit_unable() -> None:
            asm.place(unable)
            with asm.sets(2) as again:
                assert again == [cards, options], "what was computed is still there"
                if self.draw_if_unable != "none":
                    self._emit_draw(asm, cards, options, unable, chosen, over)
                if self._shows_lack():
                    asm.op("LACK", TURN_SEAT, cards)
            asm.op("JUMP", over if self.pass_if_unable else turn_over)

        asm.context.aside.append(emit_unable)

    def _emit_condition(self, asm: Assembler, cards: int) -> None:
        self.valid_play_condition.emit(asm, cards, TURN_SEAT)

    def _emit_candidates(self, asm: Assembler, into: int) -> None:
        self._emit_condition(asm, into)
        asm.op("SANDH", into, TURN_SEAT)

    def _emit_test(self, asm: Assembler, cards: int, options: int, unable: Label) -> None:
        """The options among the cards that satisfy the condition; to `unable` if there are none."""
        asm.op("HELD", options, cards, TURN_SEAT, unable)
        if not self.single:
            self.selection.emit_options(asm, TURN_SEAT, options)
            asm.op("JEMPTY", options, unable)

    def _emit_draw(self, asm: Assembler, cards: int, options: int, unable: Label, chosen: Label, over: Label) -> None:
        """Draws a card and goes on to play if that helps; otherwise draws again or leaves the code at its end."""
        empty, begin, known = Label(), Label(), Label()
        steady = all(part.steady for part in self.valid_play_condition.parts())
        asm.draw_one(TURN_SEAT, empty)
        if not steady:
            asm.place(begin)
            self._emit_condition(asm, cards)
        asm.place(known)
        self._emit_test(asm, cards, options, unable if self.draw_if_unable == "until" else empty)
        if self.single:
            self.selection.emit_choice(asm, TURN_SEAT, options, "Play a card", begin, over)
        asm.op("JUMP", chosen)
        if steady:  # only the legal moves are computed from here on
            asm.place(begin)
            self._emit_condition(asm, cards)
            asm.op("JUMP", known)
        asm.place(empty)

    def _shows_lack(self) -> bool:
        """Being unable tells everybody which cards the seat does not hold."""
        public = not any(part.private for part in self.valid_play_condition.parts())
        return public and self.group_validation == "none" and self.min_cards <= 1

    def _emit_single_effects(self, asm: Assembler) -> None:
        """After one card was played, the chosen one."""
        if self.target == "discard" and asm.context.names_suits:
            asm.op("SETI", NAMED, -1)
        if asm.context.asks_last_played:
            asm.op("CHOSEN", LAST_PLAYED, 0)
        effects = asm.context.genome.special_effects
        if not effects:
            return
        none = Label()
        union = functools.reduce(operator.or_, (effect.cards for effect in effects))
        asm.op("JNOTIN", asm.constants(union), none)
        asm.op("SETI", PHASE_B, 0)
        for number, effect in enumerate(effects):
            other = Label()
            asm.op("JNOTIN", asm.constants(effect.cards), other)
            asm.op("ADDI", PHASE_B, 1 << number)
            asm.place(other)
        asm.op("CALL", asm.context.effects)
        asm.place(none)

    def _emit_group_effects(self, asm: Assembler) -> None:
        """Moves what was picked; the effects that are due have a bit each in PHASE_B."""
        effects = asm.context.genome.special_effects
        with asm.sets(2) as [cards, some]:
            asm.op("SPILE", cards, of(PICKED, TURN_SEAT))
            if effects:
                asm.op("SETI", PHASE_B, 0)
            for number, effect in enumerate(effects):
                none = Label()
                asm.set_constant(some, effect.cards)
                asm.op("SAND", some, cards)
                asm.op("JEMPTY", some, none)
                asm.op("ADDI", PHASE_B, 1 << number)
                asm.place(none)
            asm.op("MOVEALL", of(PICKED, TURN_SEAT), target_pile(self.target, TURN_SEAT), 0)
            if asm.context.asks_last_played:
                asm.op("HIGHCARD", LAST_PLAYED, cards)
        if self.target == "discard" and asm.context.names_suits:
            asm.op("SETI", NAMED, -1)
        if effects:
            asm.op("CALL", asm.context.effects)

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
