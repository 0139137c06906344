"""KnockPhase: showing a melded hand to end the deal."""

from __future__ import annotations

from typing import Any

from ..choices import KNOCK, PASS, Asking, ask
from ..hands import best_arrangement, deadwood, deadwood_after_layoffs
from ..table import Table

Phase = dict[str, Any]


def knock_phase(table: Table, phase: Phase) -> Asking:
    seat = table.actor
    own = deadwood(table.hand(seat), table.values)
    if own <= phase["limit"] and (yield from ask(seat, [PASS, KNOCK])) == KNOCK:
        _settle(table, phase, seat, own)
        table.deal_over = True
    elif phase["void_stock"] is not None and len(table.deck) <= phase["void_stock"]:
        table.deal_over = True


def _settle(table: Table, phase: Phase, knocker: int, own: int) -> None:
    seats = table.playing_from(knocker)
    for seat in seats:
        table.show_hand(seat)
    melds = best_arrangement(table.hand(knocker), table.values)
    for seat in seats:
        if table.head[seat] == table.head[knocker]:
            continue
        laying_off = phase["layoffs"] and own > 0
        theirs = deadwood_after_layoffs(table.hand(seat), melds if laying_off else [], table.values)
        if own == 0:
            table.add_score(knocker, theirs + phase["gin_bonus"])
        elif theirs <= own:
            table.add_score(seat, own - theirs + phase["undercut_bonus"])
        else:
            table.add_score(knocker, theirs - own)
