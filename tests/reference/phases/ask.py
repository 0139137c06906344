"""AskPhase: asking others for cards of a rank, to lay down books."""

from __future__ import annotations

from typing import Any

from ..cards import rank_of
from ..choices import RANK, SEAT, Asking, ask
from ..table import Table

Phase = dict[str, Any]


def ask_phase(table: Table, phase: Phase) -> Asking:
    seat = table.actor
    goes_on = True
    while goes_on:
        _lay_down_books(table, phase, seat)
        if not table.hand(seat):
            if not (phase["draw_when_empty"] and table.can_give(table.deck)):
                return
            table.draw(table.deck, seat)
        rank = None
        givers = [other for other in table.others_after(seat) if table.hand(other)]
        if givers:
            giver = (yield from ask(seat, [SEAT + other for other in givers])) - SEAT
            rank = (yield from ask(seat, {RANK + rank_of(card) for card in table.hand(seat)})) - RANK
            if _asked_for(table, seat, giver, rank):
                continue
        goes_on = _draw(table, phase, seat, rank)
    _lay_down_books(table, phase, seat)


def _lay_down_books(table: Table, phase: Phase, seat: int) -> None:
    hand = table.hand(seat)
    ranks = [rank_of(card) for card in hand]
    books = sorted(card for card in hand if ranks.count(rank_of(card)) >= phase["book_size"])
    table.move(books, table.hands[seat], table.zone(seat), openly=True)


def _asked_for(table: Table, seat: int, giver: int, rank: int) -> bool:
    """Hands over all cards of the rank; whether there were any."""
    of_rank = {card for card in table.deck_in_use if rank_of(card) == rank}
    table.knowledge.holds_one_of(seat, of_rank)
    given = sorted(of_rank & set(table.hand(giver)))
    table.knowledge.lacks[giver] |= of_rank
    table.move(given, table.hands[giver], table.hands[seat], openly=True)
    return bool(given)


def _draw(table: Table, phase: Phase, seat: int, rank: int | None) -> bool:
    """Draws a card; whether it is one of the rank asked for and lets the seat go on."""
    if not table.can_give(table.deck):
        return False
    card = table.draw(table.deck, seat)
    if not phase["again_on_match"] or rank_of(card) != rank:
        return False
    table.show([card])
    return True
