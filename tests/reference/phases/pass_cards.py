"""PassCardsPhase: everybody hands cards on at the same time."""

from __future__ import annotations

from typing import Any

from ..choices import Asking, select
from ..table import Table

Phase = dict[str, Any]


def pass_cards_phase(table: Table, phase: Phase) -> Asking:
    directions = [d for d in phase["directions"] if d != "across" or table.n % 2 == 0]
    seats = table.playing_from(table.actor)
    if not directions or len(seats) < 2:
        return
    direction = directions[table.deals % len(directions)]
    if direction == "hold":
        return
    for seat in seats:
        if len(table.hand(seat)) >= phase["count"]:
            cards = yield from select(table, seat, table.hand(seat), phase["count"], phase["count"])
            table.move(cards, table.picked[seat], table.fronts[seat])
    for seat in seats:
        front = table.fronts[seat]
        table.move(sorted(front.cards), front, table.hands[_receiver(table, seat, direction)])


def _receiver(table: Table, seat: int, direction: str) -> int:
    if direction == "right":
        return next(s for s in reversed(table.from_left(seat)) if table.in_play(s))
    first = seat + 1 if direction == "left" else seat + table.n // 2
    return table.playing_from(first % table.n)[0]
