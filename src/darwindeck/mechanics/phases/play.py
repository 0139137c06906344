"""Play: put cards from your hand where the rules allow, with their special effects."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterator
from typing import Annotated, Literal

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, Reads, always, when
from ...language.fields import Group
from ...language.findings import Gate
from ...language.selection import Selection
from ...language.vocabulary import (
    CAPTURE,
    CARD_MOVES,
    DISCARD,
    FRONT,
    HAND,
    LAST_PLAYED,
    NAMED,
    PHASE_B,
    PICKED,
    TABLEAU,
    TOP_FIRST,
    TURN_SEAT,
    of,
)
from ...language.words import between, place
from ..conditions import Condition
from ..conditions.condition import matching
from .phase import MANY, Doubts, PhaseMechanic, too_many

Target = Literal["discard", "tableau", "capture_zone", "own_discard"]


GROUPS = {"none": "", "set": ", all of one rank", "run": ", in sequence and all of one suit (ace low)"}

UNABLE = {
    "none": "",
    "one": "; unable: draw one",
    "until": "; unable: draw until you can",
    "discards": "; unable: take the discard pile",
}


def onto(target: str, context: Context) -> str:
    """Where cards are put, and how they lie there."""
    down = ", face down" if context.setup.discard_visibility == "face_down" else ""
    return {
        "discard": f"to the discard pile{down}",
        "tableau": "to the table, face up",
        "own_discard": f"to {place('own_discard', context)}, face up",
    }.get(target, f"onto {place('capture_zone', context)}")


def target_pile(target: str, seat: int) -> int:
    return {"discard": DISCARD, "tableau": TABLEAU, "own_discard": of(FRONT, seat)}.get(target, of(CAPTURE, seat))


class PlayPhase(PhaseMechanic, tag="PlayPhase", frozen=True, kw_only=True):
    noun = "playing cards"
    descriptions = {
        "": "Play cards from the hand.",
        "draw_if_unable": "Whether a seat that cannot play draws a card, or cards until it can, or takes the whole discard pile.",
        "group_validation": "Whether several cards must be a set (one rank) or a run (one suit, in sequence); none: neither.",
        "pass_if_unable": "Whether a seat that cannot play passes.",
        "valid_play_condition": "Which cards may be played.",
    }
    facts = Facts(
        makes=always(Makes.PLAYS, Makes.SHEDS)
        | when(lambda part: part.target == "discard", Makes.DISCARDS)
        | when(lambda part: part.target == "own_discard", Makes.OWN_DISCARDS)
        | when(lambda part: part.target == "tableau", Makes.TABLE)
        | when(lambda part: part.target == "capture_zone", Makes.CAPTURES)
        | when(lambda part: part.draw_if_unable in ("one", "until"), Makes.DRAWS)
        | when(lambda part: part.draw_if_unable == "discards", Makes.DISCARDS_TAKEN)
        | when(lambda part: any(each.may(Makes.LAYOUT) for each in part.valid_play_condition.parts()), Makes.LAYOUT),
        needs=always(Needs.SETS),
        reads=NONE,
        ends=NONE,
        prompts=always(Prompts.CARD),
    )
    target: Target = "discard"
    valid_play_condition: Condition
    min_cards: Annotated[int, Meta(ge=0, le=8)] = 1
    max_cards: Annotated[int, Meta(ge=1, le=8)] = 1
    mandatory: bool = True
    pass_if_unable: bool = True
    draw_if_unable: Literal["none", "one", "until", "discards"] = "none"
    group_validation: Group = "none"

    @property
    def selection(self) -> Selection:
        return Selection.between(self.min_cards, self.max_cards, self.group_validation, self.mandatory)

    @property
    def single(self) -> bool:
        return self.selection.low == self.max_cards == 1

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        yield from too_many(self.min_cards, self.max_cards, "cards")

    def emit(self, asm: Assembler) -> None:
        """The seat plays one card or several of those that its rules allow.

        The code for a seat that has none is put aside, behind the turn: it is seldom run.

        One card is the common case and has short code: the card goes straight from hand to pile. Several cards are
        picked one after the other into `picked` first.
        """
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

        # Written later, but with the same two registers: `cards` must still hold the condition's cards there.
        def emit_unable() -> None:
            asm.place(unable)
            with asm.sets(2) as again:
                assert again == [cards, options], "what was computed is still there"
                if self.draw_if_unable in ("one", "until"):
                    self._emit_draw(asm, cards, options, unable, chosen, over)
                # Everybody saw that the seat could not play: so it has none of these cards.
                if self._shows_lack():
                    asm.op("LACK", TURN_SEAT, cards)
                if self.draw_if_unable == "discards":
                    self._emit_take_discards(asm, cards)
            asm.op("JUMP", over if self.pass_if_unable else turn_over)

        asm.context.aside.append(emit_unable)

    def _emit_condition(self, asm: Assembler, cards: int) -> None:
        self.valid_play_condition.emit(asm, cards, TURN_SEAT)

    def _emit_candidates(self, asm: Assembler, into: int) -> None:
        self._emit_condition(asm, into)
        asm.op("SANDH", into, TURN_SEAT)

    def _emit_test(self, asm: Assembler, cards: int, options: int, unable: Label) -> None:
        """The options among the cards that satisfy the condition; to `unable` if there are none.

        For a single card, any candidate will do. For several, PICKS leaves those with which a whole group can be
        picked.
        """
        asm.op("HELD", options, cards, TURN_SEAT, unable)
        if not self.single:
            self.selection.emit_options(asm, TURN_SEAT, options)
            asm.op("JEMPTY", options, unable)

    def _emit_draw(self, asm: Assembler, cards: int, options: int, unable: Label, chosen: Label, over: Label) -> None:
        """Draws a card and goes on to play if that helps; otherwise draws again or leaves the code at its end.

        A condition is steady if a drawn card does not change its cards ("a heart or an eight"). Its set is still in the
        register then, and need not be computed again. But whoever later asks for the legal moves of the state starts at
        `begin` with no registers: for those the condition is written once more, out of the way.
        """
        empty, begin, known = Label(), Label(), Label()
        steady = all(part.may(Makes.STEADY) for part in self.valid_play_condition.parts())
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

    @staticmethod
    def _emit_take_discards(asm: Assembler, cards: int) -> None:
        """The whole discard pile goes to the hand, unless the seat is without cards: then it has nothing to play any more."""
        finished = Label()
        asm.op("SHAND", cards, TURN_SEAT)
        asm.op("JEMPTY", cards, finished)
        asm.op("MOVEALL", DISCARD, of(HAND, TURN_SEAT), TOP_FIRST)
        asm.place(finished)

    def _shows_lack(self) -> bool:
        """Being unable tells everybody which cards the seat does not hold.

        Only if the condition reads nothing that is hidden, and if one fitting card would have been enough to play.
        """
        public = not any(part.may(Reads.HELD) for part in self.valid_play_condition.parts())
        return public and self.group_validation == "none" and self.min_cards <= 1

    def _emit_single_effects(self, asm: Assembler) -> None:
        """After one card was played, the chosen one.

        Most cards have no effect, so one test of all trigger cards together comes first.
        """
        if self.target == "discard" and asm.context.names_suits:
            asm.op("SETI", NAMED, -1)
        if asm.context.asks_last_played:
            asm.op("CHOSEN", LAST_PLAYED, CARD_MOVES)
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
        """Moves what was picked; the effects that are due have a bit each in PHASE_B.

        The bits are found before the move, because afterwards `picked` is empty. The highest card ends on top, and so
        is the card played last.
        """
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
            asm.op("MOVEALL", of(PICKED, TURN_SEAT), target_pile(self.target, TURN_SEAT), TOP_FIRST)
            if asm.context.asks_last_played:
                asm.op("HIGHCARD", LAST_PLAYED, cards)
        if self.target == "discard" and asm.context.names_suits:
            asm.op("SETI", NAMED, -1)
        if effects:
            asm.op("CALL", asm.context.effects)

    def doubts(self, context: Context) -> Doubts:
        if not self.selection.is_possible(self.valid_play_condition.possible(context)):
            yield Gate.NEVER, "valid_play_condition", "the pack has no such cards to play"

    def can_block(self, context: Context) -> bool:
        alone = context.phases == (self,) and not context.actions and context.stock == 0
        return not (alone and self.valid_play_condition.fits_in_time())

    def hand_change(self, context: Context) -> tuple[int, int]:
        return -self.max_cards, {"none": 0, "one": 1, "until": MANY, "discards": MANY}[self.draw_if_unable]

    def rule(self, context: Context) -> str:
        low, must = max(1, self.min_cards), self.mandatory and self.min_cards > 0
        condition = self.valid_play_condition
        text = f"{'Play' if must else 'You may play'} {between(low, self.max_cards)} {onto(self.target, context)}"
        if self.max_cards > 1:
            text += GROUPS[self.group_validation]
        if condition.is_table():
            text += f", {matching(condition, context)}."
        else:
            text += f": {'each ' if self.max_cards > 1 else ''}{matching(condition, context)}."
        return f"{text}\n{self._unable_words(context)}"

    def _unable_words(self, context: Context) -> str:
        """What happens if no card can be played."""
        end = "you pass" if self.pass_if_unable else "your turn ends"
        if self.pass_if_unable and len(context.genome.turn_structure.phases) > 1:
            end = "go on without playing"
        if self.draw_if_unable == "one":
            return f"If you cannot, draw a card from the stock and play if you now can; otherwise {end}."
        if self.draw_if_unable == "until":
            return f"If you cannot, draw card by card from the stock until you can; if it gives out, {end}."
        if self.draw_if_unable == "discards":
            return f"If you have cards but cannot play, take the whole discard pile into your hand, and {end}."
        must = self.mandatory and self.min_cards
        return f"{'You must play if you can; otherwise' if must else 'If you cannot,'} {end}."

    def brief(self, context: Context) -> str:
        may = "" if self.mandatory and self.min_cards > 0 else "you may "
        unable = UNABLE[self.draw_if_unable]
        named = {"discard": "the discard pile", "tableau": "the table", "own_discard": "your own discard pile"}
        target = named.get(self.target, "your captured cards")
        return f"{may}play {between(max(1, self.min_cards), self.max_cards)} to {target}{unable}"
