"""TributePhase: court cards are paid for, and an unanswered one takes the pile."""

from __future__ import annotations

from typing import Any

from ..cards import RANKS, rank_of
from ..choices import FLIP, Asking, ask
from ..table import NOBODY, Table

Phase = dict[str, Any]


def tribute_phase(table: Table, phase: Phase) -> Asking:
    seat = table.actor
    if not table.hand(seat):
        _leave(table, seat)
        return
    yield from ask(seat, [FLIP])
    card = table.hands[seat].cards[0]
    table.move([card], table.hands[seat], table.tableau)
    payment = phase["payments"].get(RANKS[rank_of(card)])
    if payment is not None:
        table.debt, table.creditor = payment, seat
    elif table.debt > 0:
        table.debt -= 1
        if table.debt > 0:
            table.next_seat = seat
        else:
            _take_the_pile(table)
    if not any(table.hand(other) for other in table.playing_from(seat)):
        _take_the_pile(table)  # nobody can go on
    while len({table.head[other] for other in table.playing_from(seat)}) > 1:
        chosen = table.next_seat
        next_to_play = chosen if chosen != NOBODY and table.in_play(chosen) else table.next_in_play(seat)
        if table.hand(next_to_play):
            return
        _leave(table, next_to_play)


def _leave(table: Table, seat: int) -> None:
    """The seat cannot play: it is out, and what is owed to it is forgotten."""
    table.out[seat] = True
    if table.creditor == seat:
        table.debt = 0


def _take_the_pile(table: Table) -> None:
    """The creditor, if in play, takes the pile, first played first under; who has no cards then is out."""
    creditor = table.creditor
    if creditor == NOBODY or not table.in_play(creditor):
        return
    table.debt = 0
    table.move(list(reversed(table.tableau.cards)), table.tableau, table.hands[creditor])
    table.next_seat = creditor
    for other in table.playing_from(creditor):
        if not table.hand(other):
            table.out[other] = True
