"""DrawPhase and OfferPhase: taking cards into the hand."""

from __future__ import annotations

from typing import Any

from ..choices import DRAW, PASS, TAKE, Asking, ask
from ..conditions import cards_of, holds
from ..table import Table

Phase = dict[str, Any]


def draw_phase(table: Table, phase: Phase) -> Asking:
    seats = [table.actor] if phase["who"] == "actor" else table.playing_from(table.actor)
    for seat in seats:
        yield from _draw(table, phase, seat)


def _draw(table: Table, phase: Phase, seat: int) -> Asking:
    # Step 1. Not at all?
    if table.drawn_mark[seat]:
        table.drawn_mark[seat] = False
        return
    if not holds(table, seat, phase["condition"]):
        return
    # Step 2. How many?
    count = phase["count"]
    if phase["count_equals_discarded"]:
        count = table.discarded[seat]
    if phase["up_to"] > 0:
        count = max(0, phase["up_to"] - len(table.hand(seat)))
    if count == 0:
        return
    # Step 3. From where?
    source = yield from _choose_source(table, phase, seat)
    # Step 4. Draw.
    if source is not None:
        _draw_while_it_gives(table, source, seat, count)


def _choose_source(table: Table, phase: Phase, seat: int) -> Asking:
    """The location to draw from; None if it draws nothing."""
    source = table.location(seat, phase["source"])
    other = table.location(seat, phase["or_source"]) if phase["or_source"] else None
    refused, table.or_source_refused = table.or_source_refused, False
    options = [DRAW] if table.can_give(source) else []
    fits = other is not None and (phase["take_condition"] is None or _fits(table, phase, seat, other.cards))
    if other is not None and table.can_give(other) and not refused and fits:
        options.append(TAKE)
    if not options:
        return None
    if phase["mandatory"] and other is None and phase["source"] not in ("opponent_hand", "previous_hand"):
        return phase["source"]
    if not phase["mandatory"]:
        options.append(PASS)
    move = yield from ask(seat, options)
    return {DRAW: phase["source"], TAKE: phase["or_source"], PASS: None}[move]


def _fits(table: Table, phase: Phase, seat: int, cards: list[int]) -> bool:
    return bool(set(cards[:1]) & cards_of(table, seat, phase["take_condition"]))


def _draw_while_it_gives(table: Table, location: str, seat: int, count: int) -> None:
    for _ in range(count):
        source = table.location(seat, location)  # whose hand is the opponent's may change with each card
        if table.can_give(source):
            card = table.draw(source, seat)
            if location in ("discard", "previous_discard"):
                table.taken = card


def offer_phase(table: Table, phase: Phase) -> Asking:
    if not table.discard.cards:
        return
    for seat in table.playing_from(table.actor):
        if (yield from ask(seat, [PASS, TAKE])) == TAKE:
            table.taken = table.draw(table.discard, seat)
            table.drawn_mark[seat] = True
            table.next_seat = seat
            return
    table.or_source_refused = True
