"""HiddenBidPhase: cards laid aside whose suits are a bid, and what the bids score."""

from __future__ import annotations

from typing import Any

from ..cards import SUITS, suit_of
from ..choices import Asking, select
from ..table import NOBODY, Table

Phase = dict[str, Any]
NAMES = {"C": "club", "D": "diamond", "H": "heart", "S": "spade"}


def hidden_bid_phase(table: Table, phase: Phase) -> Asking:
    if phase["trump_by_success"]:
        table.trump = SUITS.index("DSHC"[sum(table.titles) % 4]) if table.deals else NOBODY
    for seat in table.playing_from(table.actor):
        laid = yield from select(table, seat, table.hand(seat), phase["count"], phase["count"])
        table.move(laid, table.picked[seat], table.fronts[seat])


def score_hidden_bids(table: Table, phase: Phase) -> None:
    playing = table.playing_from(0)
    for seat in playing:
        laid = list(table.fronts[seat].cards)
        table.show(laid)
        table.bids[seat] = sum(phase[NAMES[SUITS[suit_of(card)]]] for card in laid)
        table.titles[seat] = int(table.bids[seat] == table.tricks[seat])
    successes = sum(table.titles[seat] for seat in playing)
    for seat in playing:
        bonus = phase["bonus"][min(successes, len(phase["bonus"])) - 1] if table.titles[seat] else 0
        table.add_score(seat, phase["trick_points"] * table.tricks[seat])
        table.add_score(seat, bonus)
