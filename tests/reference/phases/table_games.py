"""BundlePhase, MeldPhase, CountPhase, LastRoundPhase and ExchangePhase: what is played to the table, and what is left in hand."""

from __future__ import annotations

from typing import Any

from ..cards import RANKS, rank_of
from ..choices import KNOCK, NUMBER, PASS, Asking, ask, offered, select
from ..table import NOBODY, Table
from .betting import hand_strength

Phase = dict[str, Any]
LEAST_MELD = 3


def bundle_phase(table: Table, phase: Phase) -> Asking:
    seat = table.actor
    if not table.hand(seat):
        return
    card = yield from ask(seat, table.hand(seat))
    table.move([card], table.hands[seat], table.trick)
    bundle = table.fronts[seat]
    for other in table.playing_from(seat):
        theirs = table.fronts[other]
        if other != seat and theirs.cards and rank_of(theirs.cards[0]) == rank_of(card):
            table.move(theirs.cards[::-1], theirs, bundle)
    taken = sorted(other for other in table.tableau.cards if rank_of(other) == rank_of(card))
    table.move(taken, table.tableau, bundle)
    if bundle.cards and rank_of(bundle.cards[0]) == rank_of(card):
        table.move([card], table.trick, bundle)
        table.last_capturer = seat
    else:
        table.move([card], table.trick, table.tableau)


def gather_bundles(table: Table, phase: Phase) -> None:
    give_table_away(table, phase)
    for seat in table.playing_from(0):
        table.move(table.fronts[seat].cards, table.fronts[seat], table.zone(seat))


def give_table_away(table: Table, phase: Phase) -> None:
    if table.last_capturer != NOBODY:
        table.move(table.tableau.cards, table.tableau, table.zone(table.last_capturer))


def meld_phase(table: Table, phase: Phase) -> Asking:
    seat = table.actor
    while True:
        ways = _ways(table, phase, seat)
        if not ways:
            return
        move = yield from ask(seat, [*ways, PASS])
        if move == PASS:
            return
        pile = table.tableau if move in (NUMBER, NUMBER + 2) else table.trick
        if move < NUMBER + 2:
            group, most = ("set", 4) if move == NUMBER else ("run", 13)
            cards = yield from select(table, seat, table.hand(seat), LEAST_MELD, most, group)
            table.move(cards, table.picked[seat], pile)
        else:
            card = yield from ask(seat, ways[move])
            table.move([card], table.hands[seat], pile)


def _ways(table: Table, phase: Phase, seat: int) -> dict[int, list[int]]:
    """What the seat can do, by the number of it, and the cards it can begin with."""
    hand = table.hand(seat)
    ranks = [rank_of(card) for card in table.tableau.cards]
    ways = {NUMBER: offered(hand, [], LEAST_MELD, "set"), NUMBER + 1: offered(hand, [], LEAST_MELD, "run")}
    if phase["layoffs"]:
        ways[NUMBER + 2] = [card for card in hand if ranks.count(rank_of(card)) >= LEAST_MELD]
        ways[NUMBER + 3] = [card for card in hand if {card - 1, card + 1} & set(table.trick.cards)]
    return {way: cards for way, cards in ways.items() if cards}


def count_phase(table: Table, phase: Phase) -> Asking:
    seat = table.actor
    if not table.hand(seat):
        return
    special = {*phase["minus"], *phase["to_limit"]}
    fitting = [
        card
        for card in table.hand(seat)
        if table.debt + table.value(card) <= phase["limit"] or RANKS[rank_of(card)] in special
    ]
    if not fitting:
        table.add_score(seat, phase["penalty"])
        table.deal_over = True
        return
    card = yield from ask(seat, fitting)
    table.move([card], table.hands[seat], table.discard)
    rank = RANKS[rank_of(card)]
    if rank in phase["to_limit"]:
        table.debt = phase["limit"]
    elif rank in phase["minus"]:
        table.debt = max(0, table.debt - phase["minus"][rank])
    else:
        table.debt += table.value(card)


def last_round_phase(table: Table, phase: Phase) -> Asking:
    seat = table.actor
    reached = [s for s in table.playing_from(seat) if phase["target"] and _worth(table, phase, s) >= phase["target"]]
    if phase["wait"]:
        table.bids[seat] += 1
    may_knock = table.creditor == NOBODY and (not phase["wait"] or table.bids[seat] >= phase["wait"])
    if reached or table.creditor == seat:
        table.deal_over = True
    elif may_knock and (yield from ask(seat, [KNOCK, PASS])) == KNOCK:
        table.creditor = seat
        return True
    return False


def _worth(table: Table, phase: Phase, seat: int) -> float:
    hand = table.hand(seat)
    worth = hand_strength(table, phase["hand_evaluator"], hand)[0]
    if len(hand) >= 3 and len({rank_of(card) for card in hand}) == 1:
        return max(worth, phase["set_halves"] / 2)
    return worth


def compare_hands(table: Table, phase: Phase) -> None:
    playing = table.playing_from(0)
    for seat in playing:
        table.show_hand(seat)
    worth = {seat: _worth(table, phase, seat) for seat in playing}
    best, worst = max(worth.values(), default=0), min(worth.values(), default=0)
    if phase["target"] and best >= phase["target"]:
        for seat in playing:
            table.add_score(seat, phase["penalty"] if worth[seat] < phase["target"] else 0)
    else:
        worst_seats = [seat for seat in playing if worth[seat] == worst]
        for seat in worst_seats:
            if seat != table.creditor:
                table.add_score(seat, phase["penalty"])
            elif len(worst_seats) == 1:
                table.add_score(seat, phase["knocker_penalty"])
    if phase["lives"]:
        table.out = [out or table.scores[table.head[seat]] >= phase["lives"] for seat, out in enumerate(table.out)]


def exchange_phase(table: Table, phase: Phase) -> Asking:
    seat, hand = table.actor, table.hands[table.actor]
    if not hand.cards or not table.tableau.cards:
        return
    move = yield from ask(seat, [*hand.cards, *([NUMBER] * phase["whole"]), *([PASS] * (not phase["mandatory"]))])
    if move == PASS:
        return
    given = list(hand.cards) if move == NUMBER else [move]
    taken = list(table.tableau.cards) if move == NUMBER else []
    for card in given:
        table.pick(seat, card)
    if move != NUMBER:
        taken = [(yield from ask(seat, table.tableau.cards))]
    table.move(taken, table.tableau, hand)
    table.move(given, table.picked[seat], table.tableau)
