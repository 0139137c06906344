"""ColumnsPhase: a card that was drawn replaces one of those in columns of two before the seat."""

from __future__ import annotations

from typing import Any

from ..cards import RANKS, rank_of
from ..choices import NUMBER, Asking, ask
from ..table import NOBODY, Table

Phase = dict[str, Any]
COVER, COMPLETE, THROW = range(NUMBER, NUMBER + 3)


def columns_phase(table: Table, phase: Phase) -> Asking:
    seat = table.actor
    if len(table.hand(seat)) != 1:
        return
    hand, zone, front = table.hands[seat], table.zone(seat), table.fronts[seat]
    [drawn] = table.hand(seat)
    move = yield from ask(seat, _options(table, seat))
    if move == THROW:
        table.move([drawn], hand, table.discard)
    elif move == COVER:
        table.move([drawn], hand, zone)
        _uncover(table, seat)
    elif move == COMPLETE:
        single = yield from ask(seat, zone.cards)
        table.move([single], zone, front)
        table.move([drawn], hand, front)
        _uncover(table, seat)
    elif move in zone.cards:
        table.move([move], zone, table.discard)
        table.move([drawn], hand, zone)
    else:
        column = next((pair for pair in _columns(phase, front.cards) if move in pair), [move])
        table.move([move], front, table.discard)
        others = [card for card in column if card != move]
        table.move(others, front, table.trick)
        table.move(others, table.trick, front)
        table.move([drawn], hand, front)


def _options(table: Table, seat: int) -> list[int]:
    zone, hidden = table.zone(seat).cards, table.bids[seat]
    options = [*table.fronts[seat].cards, *zone]
    if hidden > len(zone):
        options.append(COVER)
    if hidden > 0 and zone:
        options.append(COMPLETE)
    return options if options and table.taken is not None else [*options, THROW]


def _columns(phase: Phase, cards: list[int]) -> list[list[int]]:
    return [cards[2 * column : 2 * column + 2] for column in range(phase["columns"])]


def _uncover(table: Table, seat: int) -> None:
    _turn_up(table, seat, table.discard)
    if table.bids[seat] <= 0:
        table.deal_over = True


def _turn_up(table: Table, seat: int, to: Any) -> None:
    table.bids[seat] -= 1
    if table.aside.cards:
        card = table.aside.cards[table.chance.below(len(table.aside))]
        table.move([card], table.aside, to, openly=True)


def count_columns(table: Table, phase: Phase) -> None:
    first = 0 if table.actor == NOBODY else table.actor
    for seat in table.from_left(first):
        if table.out[seat]:
            continue
        zone, front = table.zone(seat), table.fronts[seat]
        while table.bids[seat] > 0 and zone.cards:
            table.move([min(zone.cards)], zone, front)
            _turn_up(table, seat, front)
        while table.bids[seat] > 0:
            _turn_up(table, seat, front)
        counted = [*zone.cards]
        for column in _columns(phase, front.cards):
            if len(column) < 2 or rank_of(column[0]) != rank_of(column[1]):
                counted += column
        for rank, points in phase["points"].items():
            table.add_score(seat, points * sum(RANKS[rank_of(card)] == rank for card in counted))
        plain = [card for card in counted if RANKS[rank_of(card)] not in phase["points"]]
        table.add_score(seat, table.total_value(plain))
