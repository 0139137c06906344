"""TributePhase: court cards are paid for, and an unanswered one takes the pile."""

from __future__ import annotations

from typing import Any

from ..cards import RANKS, rank_of
from ..choices import FLIP, Asking, ask
from ..table import Table

Phase = dict[str, Any]


def tribute_phase(table: Table, phase: Phase) -> Asking:
    seat = table.actor
    if not table.hand(seat):
        table.out[seat] = True
        if table.creditor == seat:
            table.debt = 0
        return
    yield from ask(seat, [FLIP])
    card = table.hands[seat].cards[0]
    table.move([card], table.hands[seat], table.tableau)
    payment = phase["payments"].get(RANKS[rank_of(card)])
    if payment is not None:
        table.debt, table.creditor = payment, seat
    elif table.debt > 0:
        table.debt -= 1
        _go_on(table, seat)


def _go_on(table: Table, payer: int) -> None:
    """The payer goes on paying, or the creditor, if still in play, takes the pile: first played, first under."""
    creditor = table.creditor
    if table.debt > 0:
        table.next_seat = payer
    elif table.in_play(creditor):
        table.move(list(reversed(table.tableau.cards)), table.tableau, table.hands[creditor])
        table.next_seat = creditor
