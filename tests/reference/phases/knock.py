"""KnockPhase: showing a melded hand to end the deal."""

from __future__ import annotations

from typing import Any

from ..choices import KNOCK, NUMBER, PASS, Asking, ask
from ..hands import Meld, arrangements, deadwood, deadwood_after_layoffs
from ..table import Table

Phase = dict[str, Any]


def knock_phase(table: Table, phase: Phase) -> Asking:
    seat = table.actor
    own = deadwood(table.hand(seat), table.values)
    if own <= phase["limit"] and (yield from ask(seat, [PASS, KNOCK])) == KNOCK:
        melds: list[Meld] = []
        if phase["layoffs"] and own > 0:
            melds = yield from _lay_down(table, seat)
        _settle(table, phase, seat, own, melds)
        table.deal_over = True
    elif phase["void_stock"] is not None and len(table.deck) <= phase["void_stock"]:
        table.deal_over = True


def _lay_down(table: Table, knocker: int) -> Asking:
    """The melds that the knocker lays down."""
    hand = table.hand(knocker)
    ways = arrangements(hand, table.deck_in_use - set(hand), table.values)
    number = (yield from ask(knocker, range(NUMBER, NUMBER + len(ways)))) - NUMBER if len(ways) > 1 else 0
    return ways[number]


def _settle(table: Table, phase: Phase, knocker: int, own: int, melds: list[Meld]) -> None:
    seats = table.playing_from(knocker)
    for seat in seats:
        table.show_hand(seat)
    for seat in seats:
        if table.head[seat] == table.head[knocker]:
            continue
        theirs = deadwood_after_layoffs(table.hand(seat), melds, table.values)
        if own == 0:
            table.add_score(knocker, theirs + phase["gin_bonus"])
        elif theirs <= own:
            table.add_score(seat, own - theirs + phase["undercut_bonus"])
        else:
            table.add_score(knocker, theirs - own)
