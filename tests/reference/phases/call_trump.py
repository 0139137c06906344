"""CallTrumpPhase: who makes trumps, with partners or alone, and what that scores."""

from __future__ import annotations

from typing import Any

from ..cards import suit_of
from ..choices import ACCEPT, PASS, SEAT, SUIT, Asking, ask
from ..table import NOBODY, Table

Phase = dict[str, Any]


def call_trump_phase(table: Table, phase: Phase) -> Asking:
    table.trump = NOBODY
    turned = table.tableau.cards[0] if table.tableau.cards else None
    accepted = turned is not None and (yield from _accept(table))
    if accepted:
        table.trump = suit_of(turned)
        if phase["dealer_takes"]:
            yield from _exchange(table)
    elif phase["second_round"]:
        yield from _name_suit(table, phase, turned)
    if table.declarer == NOBODY:
        table.deal_over = True
        return
    table.bids[table.declarer] = 0
    if phase["alone"] and table.genome["teams"]:
        yield from _play_alone(table)


def _accept(table: Table) -> Asking:
    for seat in table.playing_from(table.actor):
        if (yield from ask(seat, [ACCEPT, PASS])) == ACCEPT:
            table.declarer = seat
            return True
    return False


def _exchange(table: Table) -> Asking:
    dealer = table.dealer
    table.move(table.tableau.cards[:1], table.tableau, table.hands[dealer], openly=True)
    card = yield from ask(dealer, table.hand(dealer))
    table.move([card], table.hands[dealer], table.aside)


def _name_suit(table: Table, phase: Phase, turned: int | None) -> Asking:
    suits = {suit_of(card) for card in table.deck_in_use}
    others = sorted(suits if turned is None else suits - {suit_of(turned)})
    seats = table.playing_from(table.actor)
    for seat in seats:
        must = phase["forced"] and seat == seats[-1] and len(suits) > 1
        move = yield from ask(seat, [SUIT + suit for suit in others] + ([] if must else [PASS]))
        if move != PASS:
            table.declarer, table.trump = seat, move - SUIT
            return


def _play_alone(table: Table) -> Asking:
    declarer = table.declarer
    if (yield from ask(declarer, [SEAT + declarer, PASS])) == PASS:
        return
    table.bids[declarer] = 1
    for seat in range(table.n):
        if seat != declarer and table.head[seat] == table.head[declarer]:
            table.folded[seat] = True


def score_call(table: Table, phase: Phase) -> None:
    if table.declarer == NOBODY:
        return
    own, tricks = table.head[table.declarer], table.tricks_of_side(table.declarer)
    if tricks < phase["needed"]:
        for head in table.scores:
            if head != own:
                table.add_score(head, phase["failed_points"])
        return
    every = "alone_points" if table.bids[table.declarer] == 1 else "all_points"
    table.add_score(own, phase[every if tricks == sum(table.tricks) else "made_points"])
