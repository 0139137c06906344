"""ReservePhase: cards of the deck wait face down for every seat."""

from __future__ import annotations

from typing import Any

from ..choices import Asking
from ..table import Table

Phase = dict[str, Any]


def reserve_phase(table: Table, phase: Phase) -> Asking:
    for seat in table.playing_from(table.actor):
        cards = table.deck.cards[: phase["count"]]
        for card in cards:
            table.move([card], table.deck, table.aside)
        table.bids[seat] = len(cards)
        if phase["hands_up"]:
            table.move(table.hand(seat), table.hands[seat], table.zone(seat))
    yield from ()
