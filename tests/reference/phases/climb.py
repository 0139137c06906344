"""ClimbPhase and TitleExchangePhase: sets that must be beaten, places, and what they cost in the next deal."""

from __future__ import annotations

from typing import Any

from ..choices import PASS, Asking, ask, offered, select
from ..table import NOBODY, Table

Phase = dict[str, Any]


def climb_phase(table: Table, phase: Phase) -> Asking:
    order = [seat for seat in [table.actor, *table.after(table.actor)[:-1]] if table.in_play(seat) and table.hand(seat)]
    if not order:
        return
    last, passed = order[0], set[int]()
    cards = yield from select(table, last, table.hand(last), 1, phase["max_set"], "set")
    while cards:
        _play(table, last, cards)
        holding = [seat for seat in range(table.n) if table.in_play(seat) and table.hand(seat)]
        if len(holding) < 2:
            return
        number, strength, cards = len(cards), table.strength(cards[0]), []
        for seat in table.after(last)[:-1]:
            if seat not in holding or (phase["pass_binds"] and seat in passed):
                continue
            stronger = [card for card in table.hand(seat) if table.strength(card) > strength]
            if offered(stronger, [], number, "set"):
                cards = yield from select(table, seat, stronger, number, number, "set", optional=True)
            else:
                yield from ask(seat, [PASS])
            if cards:
                last = seat
                break
            passed.add(seat)


def _play(table: Table, seat: int, cards: list[int]) -> None:
    table.move(cards, table.picked[seat], table.discard, openly=True)
    table.next_seat = seat
    if not table.hand(seat):
        table.bids[seat] = max(table.bids) + 1


def give_titles(table: Table, phase: Phase) -> None:
    last = max(table.bids) + 1
    for seat in range(table.n):
        if not table.out[seat]:
            place = last if table.bids[seat] == NOBODY else table.bids[seat]
            table.titles[seat] = place + 1
            points = phase["place_points"]
            table.add_score(table.head[seat], points[place] if place < len(points) else 0)


def title_exchange_phase(table: Table, phase: Phase) -> Asking:
    for number, count in enumerate(phase["counts"], 1):
        worst = max(table.titles) + 1 - number
        seats = table.playing_from(table.actor)
        better = next((seat for seat in seats if table.titles[seat] == number), NOBODY)
        worse = next((seat for seat in seats if table.titles[seat] == worst), NOBODY)
        if worst <= number or NOBODY in (better, worse):
            continue
        for _ in range(count):
            best = max(sorted(table.hand(worse)), key=table.strength, default=None)  # the lowest of equals
            if best is not None:
                table.move([best], table.hands[worse], table.hands[better])
        if len(table.hand(better)) >= count:
            cards = yield from select(table, better, table.hand(better), count, count)
            table.move(cards, table.picked[better], table.hands[worse])
