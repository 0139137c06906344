"""Discard: put cards from your hand away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from msgspec import Meta

from ...language.assembler import Assembler, Label
from ...language.context import Context
from ...language.facts import NONE, Facts, Makes, Needs, Prompts, always, when
from ...language.fields import Group
from ...language.findings import Gate
from ...language.selection import Selection
from ...language.vocabulary import DISCARDED, NAMED, PICKED, TAKEN, TOP_FIRST, of
from ...language.words import between, going
from ..conditions import Condition
from ..conditions.condition import matching
from .phase import Doubts, PhaseMechanic, PhaseWho, acting_seats, too_many
from .play import GROUPS, Target, onto, target_pile


class DiscardPhase(PhaseMechanic, tag="DiscardPhase", frozen=True, kw_only=True):
    noun = "discarding"
    descriptions = {
        "": "Put cards from the hand onto a pile.",
        "filter": "Only cards that satisfy this condition; null: any.",
        "group_validation": "Whether several cards must be a set (one rank) or a run (one suit, in sequence); none: neither.",
        "not_taken": "Whether the card just taken from a discard pile must be kept.",
        "replace": "Whether as many cards are drawn before the discards are laid down.",
    }
    tuned = ("not_taken",)
    facts = Facts(
        makes=always(Makes.SHEDS)
        | when(lambda part: part.target == "discard", Makes.DISCARDS)
        | when(lambda part: part.target == "own_discard", Makes.OWN_DISCARDS)
        | when(lambda part: part.target == "tableau", Makes.TABLE)
        | when(lambda part: part.target == "capture_zone", Makes.CAPTURES)
        | when(lambda part: part.replace, Makes.DRAWS),
        needs=always(Needs.SETS),
        reads=NONE,
        ends=NONE,
        prompts=always(Prompts.CARD),
    )
    target: Target = "discard"
    min_cards: Annotated[int, Meta(ge=0, le=8)] = 1
    max_cards: Annotated[int, Meta(ge=1, le=8)] = 1
    mandatory: bool = True
    filter: Condition | None = None
    not_taken: bool = False
    group_validation: Group = "none"
    who: PhaseWho = "actor"
    replace: bool = False  # draw as many, before the cards reach the target

    def faults(self, context: Context) -> Iterator[tuple[str, str]]:
        yield from too_many(self.min_cards, self.max_cards, "cards")

    @property
    def selection(self) -> Selection:
        return Selection.between(self.min_cards, self.max_cards, self.group_validation, self.mandatory)

    def emit(self, asm: Assembler) -> None:
        """Chosen cards are put away. How many is noted where a later phase draws as many."""
        prompt = "Discard a card" if self.max_cards == 1 else f"Discard {self.min_cards} to {self.max_cards} cards"
        with acting_seats(asm, self.who) as (seat, over):
            # The count starts at 0, so that a seat that passes or cannot discard draws none afterwards.
            counts = any(getattr(phase, "count_equals_discarded", False) for phase in asm.context.phases)
            if counts:
                with asm.ints() as [number]:
                    asm.op("SETI", number, 0)
                    asm.op("STORE", DISCARDED, seat, number)
            self.selection.emit(asm, seat, lambda into: self._emit_candidates(asm, seat, into), prompt, over)
            if counts:
                with asm.ints() as [number]:
                    asm.op("SIZE", number, of(PICKED, seat))
                    asm.op("STORE", DISCARDED, seat, number)
            # The new cards come before the old ones are laid down. So a reshuffle for them cannot give the seat its
            # own discards.
            if self.replace:
                self._emit_replacement(asm, seat)
            asm.op("MOVEALL", of(PICKED, seat), target_pile(self.target, seat), TOP_FIRST)
            # A new top card has a suit of its own: a suit that was named for the old one no longer holds.
            if self.target == "discard":
                asm.op("SETI", NAMED, -1)

    @staticmethod
    def _emit_replacement(asm: Assembler, seat: int) -> None:
        """As many cards from the stock as are picked, which can so not come back with them."""
        enough = Label()
        with asm.ints() as [left]:
            asm.op("SIZE", left, of(PICKED, seat))
            again = asm.here()
            asm.draw_one(seat, enough)
            asm.op("ADDI", left, -1)
            asm.jump_if(left, ">", 0, again)
        asm.place(enough)

    def _emit_candidates(self, asm: Assembler, seat: int, into: int) -> None:
        """The cards that may be put away. With `not_taken` the card just taken may not, unless it is the only one."""
        asm.op("SHAND", into, seat)
        with asm.sets() as [other]:
            if self.filter is not None:
                self.filter.emit(asm, other, seat)
                asm.op("SAND", into, other)
            if self.not_taken:
                only = Label()
                asm.op("SMOV", other, into)
                with asm.sets() as [taken]:
                    asm.op("SCARD", taken, TAKEN)
                    asm.op("SANDN", into, taken)
                asm.op("JSOME", into, only)
                asm.op("SMOV", into, other)
                asm.place(only)

    def doubts(self, context: Context) -> Doubts:
        cards = self.filter.possible(context) if self.filter is not None else context.deck
        if not self.selection.is_possible(cards):
            yield Gate.NEVER, "filter", "the pack has no such cards to discard"
        if self.replace and self.mandatory and self.min_cards >= context.dealt_hand:
            yield Gate.ROOM, "min_cards", "everybody must put the whole hand away"

    def hand_change(self, context: Context) -> tuple[int, int]:
        if self.replace:
            return 0, 0
        low = self.selection.low
        limited = self.selection.optional or self.filter is not None or low > 1
        return -self.max_cards, 0 if limited else -low

    def rule(self, context: Context) -> str:
        low = max(1, self.min_cards)
        must = self.mandatory and self.min_cards > 0
        who = f"Everyone in turn, {going(context, self)}," if self.who == "all" else "" if must else "You"
        verb = {(True, True): "discards", (True, False): "may discard", (False, True): "Discard"}.get(
            (self.who == "all", must), "may discard"
        )
        text = f"{who} {verb} {between(low, self.max_cards)}{_away(self.target, context)}".strip()
        if self.max_cards > 1:
            text += GROUPS[self.group_validation]
        if self.filter is not None:
            each = "each " if self.max_cards > 1 else ""
            text += f"{', ' if self.filter.is_table() else f': {each}'}{matching(self.filter, context)}"
        if self.not_taken and context.takes_discards:
            text += ", but not the card just taken from a discard pile unless you have no other"
        if self.who == "all":
            text = text.replace("your own", "their own").replace("you have no other", "they have no other")
        text += f".{self._replacement(context)}"
        by_cards = self.filter is not None and not self.filter.is_table()
        if not must or not (by_cards or low > 1):
            return text
        unable = "no such card" if low == 1 else "too few such cards" if by_cards else "too few cards"
        return f"{text} With {unable}, go on without."

    def _replacement(self, context: Context) -> str:
        """What is drawn for the discards; that they come to the pile after that matters only where it becomes a new stock."""
        if not self.replace:
            return ""
        renewed = context.setup.reshuffle
        if self.who == "all":
            before = "before the discards are laid down and" * renewed or "before"
            return f" Whoever does so draws as many from the stock at once, {before} the next player's turn comes."
        return f" Then draw as many from the stock{'; only after that lay down the discards' * renewed}."

    def brief(self, context: Context) -> str:
        may = "" if self.mandatory and self.min_cards > 0 else "you may "
        who = "everyone: " if self.who == "all" else ""
        drawn = " and draw as many" if self.replace else ""
        return f"{who}{may}discard {between(max(1, self.min_cards), self.max_cards)}{drawn}"


def _away(target: str, context: Context) -> str:
    """Where discards go and how they lie, where that is not plain."""
    return (
        onto(target, context).removeprefix("to the discard pile")
        if target == "discard"
        else f" {onto(target, context)}"
    )
