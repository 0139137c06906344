"""Move cards from one pile to another."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from ...language.assembler import Assembler
from ...language.context import Context
from ...language.facts import NONE, Declared, Fact, Facts, Makes, Needs, Reads, when
from ...language.fields import Location
from ...language.places import emit_place
from ...language.vocabulary import PRIVATELY, TOP_FIRST
from ...language.words import cards, place
from .action import ActionMechanic

CAPTURED = (Location.CAPTURE_ZONE, Location.TEAM_CAPTURE_PILE, Location.OPPONENT_DISCARD)

# How people say where cards of the table go.
TAKING = {Location.HAND: "take {what} into your hand", Location.CAPTURE_ZONE: "capture {what}"}
OWN_DISCARDS = (Location.OWN_DISCARD, Location.PREVIOUS_DISCARD)


def moves(part: Any) -> bool:
    """Whether cards go anywhere: a side's captured cards are one pile under two names."""
    same = {part.source, part.target} == {Location.CAPTURE_ZONE, Location.TEAM_CAPTURE_PILE}
    return part.source is not part.target and not same


def moves_to(places: tuple[Location, ...], fact: Fact) -> Declared:
    return when(lambda part: part.target in places and moves(part), fact)


def moves_from(places: tuple[Location, ...], fact: Fact) -> Declared:
    return when(lambda part: part.source in places and moves(part), fact)


class TransferCards(ActionMechanic, tag="transfer_cards", frozen=True, kw_only=True):
    descriptions = {
        "": "Move cards from one pile to another.",
        "count": "How many cards; 0: all.",
    }
    facts = Facts(
        makes=moves_to((Location.DISCARD,), Makes.DISCARDS)
        | moves_to(OWN_DISCARDS, Makes.OWN_DISCARDS)
        | moves_to((Location.TABLEAU,), Makes.TABLE)
        | moves_to((Location.DECK,), Makes.STOCK)
        | moves_to(CAPTURED, Makes.CAPTURES)
        | moves_from((Location.DISCARD,), Makes.DISCARDS_TAKEN)
        | moves_from((Location.HAND,), Makes.SHEDS)
        | when(
            lambda part: (
                part.source in CAPTURED
                and (part.count > 0 if part.target not in CAPTURED else part.target is Location.OPPONENT_DISCARD)
            ),
            Makes.CAPTURES_LOST,
        ),
        needs=moves_from((Location.DECK,), Needs.STOCK)
        | moves_from((Location.DISCARD,), Needs.DISCARDS)
        | moves_from(OWN_DISCARDS, Needs.OWN_DISCARDS)
        | moves_from((Location.TABLEAU,), Needs.TABLE)
        | moves_from(CAPTURED, Needs.CAPTURES),
        reads=when(lambda part: Location.DECK in (part.source, part.target), Reads.STOCK),
        ends=NONE,
        prompts=NONE,
    )
    source: Location
    target: Location
    count: Annotated[int, Meta(ge=0, le=5)] = 1

    def act(self, asm: Assembler, who: int) -> None:
        # The opponent and the seat before have a seat variable each, so finding one place does not upset the other.
        source, target = emit_place(asm, self.source, who), emit_place(asm, self.target, who)
        # Two names of one pile, such as the capture zone and that of the team: nothing would move.
        if source == target:
            return
        if self.count == 0:
            asm.op("MOVEALL", source, target, TOP_FIRST)
        for _ in range(self.count):
            asm.op("TAKE", source, target, PRIVATELY)

    def sentence(self, context: Context) -> str:
        source, target = place(self.source, context), place(self.target, context)
        what = "all cards" if self.count == 0 else cards(self.count)
        ordered = self.source in (Location.DECK, Location.DISCARD, Location.TABLEAU, *OWN_DISCARDS) or (
            context.queue and self.source in (Location.HAND, Location.OPPONENT_HAND, Location.PREVIOUS_HAND)
        )
        if self.source is Location.TABLEAU and self.target in TAKING:
            top = f"the top {'card' if self.count == 1 else cards(self.count)} of the table"
            return TAKING[self.target].format(what=top if self.count else "all cards on the table")
        how = "" if self.count == 0 else " from the top of" if ordered else " at random from"
        return f"move {what}{how or ' from'} {source} to {target}"
