"""Locations as piles: relative to a seat, resolved in code."""

from __future__ import annotations

from .assembler import Assembler
from .facts import Declared, Reads, when
from .fields import Location
from .vocabulary import CAPTURE, DECK, DISCARD, FRONT, HAND, OTHER_SEAT, PREVIOUS_SEAT, TABLEAU, of

UNSEEN = ("opponent_hand", "previous_hand")  # hands of others


def emit_place(asm: Assembler, location: Location, who: int) -> int:
    """The pile operand of a location for the seat variable `who`. May set OTHER_SEAT or PREVIOUS_SEAT to its opponent.

    The opponent is found each time the code runs, because it depends on who has cards and which way play goes.
    """
    if location in (Location.OPPONENT_HAND, Location.OPPONENT_DISCARD):
        asm.op("OPPONENT", OTHER_SEAT, who)
        return of(HAND if location is Location.OPPONENT_HAND else CAPTURE, OTHER_SEAT)
    if location in (Location.PREVIOUS_HAND, Location.PREVIOUS_DISCARD):
        asm.op("PREVIOUS", PREVIOUS_SEAT, who)
        return of(HAND if location is Location.PREVIOUS_HAND else FRONT, PREVIOUS_SEAT)
    return {
        Location.DECK: DECK,
        Location.DISCARD: DISCARD,
        Location.TABLEAU: TABLEAU,
        Location.HAND: of(HAND, who),
        Location.OWN_DISCARD: of(FRONT, who),
        Location.CAPTURE_ZONE: of(CAPTURE, who),
        Location.TEAM_CAPTURE_PILE: of(CAPTURE, who),
    }[location]


def reads_place(field: str) -> Declared:
    """What a mechanic looks at that looks at the location in one of its fields."""
    captured = (Location.CAPTURE_ZONE, Location.TEAM_CAPTURE_PILE, Location.OPPONENT_DISCARD)
    discards = (Location.DISCARD, Location.OWN_DISCARD, Location.PREVIOUS_DISCARD)
    hands = (Location.HAND, Location.OPPONENT_HAND, Location.PREVIOUS_HAND)
    return (
        when(lambda part: getattr(part, field) is Location.DECK, Reads.STOCK)
        | when(lambda part: getattr(part, field) in discards, Reads.DISCARDS)
        | when(lambda part: getattr(part, field) is Location.TABLEAU, Reads.TABLE)
        | when(lambda part: getattr(part, field) in captured, Reads.CAPTURED)
        | when(lambda part: getattr(part, field) in hands, Reads.HAND_SIZES)
    )
