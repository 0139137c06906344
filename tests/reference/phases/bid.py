"""BidPhase: how many tricks each seat promises, and what the promises score."""

from __future__ import annotations

from typing import Any

from ..choices import NUMBER, Asking, ask
from ..table import Table

Phase = dict[str, Any]


def bid_phase(table: Table, phase: Phase) -> Asking:
    seats = table.playing_from(table.actor)
    for seat in seats:
        held = len(table.hand(seat))
        bids = [*range(min(phase["min_bid"], held), min(phase["max_bid"], held) + 1)]
        if phase["hook"] and seat == seats[-1]:
            wrong = held - sum(table.bids[other] for other in seats[:-1])
            bids = [bid for bid in bids if bid != wrong] or bids
        table.bids[seat] = (yield from ask(seat, [NUMBER + bid for bid in bids])) - NUMBER


def score_bids(table: Table, phase: Phase) -> None:
    """Each side's contract at the end of the deal, then its members' nils."""
    for side in table.sides:
        head = side[0]
        contract = sum(max(0, table.bids[seat]) for seat in side)
        over = table.tricks_of_side(head) - contract
        if over == 0:
            table.add_score(head, phase["exact_bonus"])
        if over < 0:
            table.add_score(head, -phase["trick_points"] * contract)
        else:
            table.add_score(head, phase["trick_points"] * contract + phase["overtrick_points"] * over)
            _count_bags(table, phase, head, over)
        for seat in side:
            if table.bids[seat] == 0 and phase["nil_bonus"] > 0:
                table.add_score(head, -phase["nil_bonus"] if table.tricks[seat] else phase["nil_bonus"])


def _count_bags(table: Table, phase: Phase, head: int, over: int) -> None:
    table.bags[head] += over
    while 0 < phase["bag_limit"] <= table.bags[head]:
        table.bags[head] -= phase["bag_limit"]
        table.add_score(head, -phase["bag_penalty"])
