"""BuildPhase: taking cards of a value, and building totals that a card in hand can take."""

from __future__ import annotations

from typing import Any

from ..cards import RANKS, rank_of
from ..choices import NUMBER, RANK, SEAT, Asking, ask
from ..table import NOBODY, Table
from .trick import completable

Phase = dict[str, Any]
TAKE, LAY = NUMBER, NUMBER + 1
SEVERAL = 64  # added to the value of a build of several sets


def build_phase(table: Table, phase: Phase) -> Asking:
    seat = table.actor
    if not table.hand(seat):
        return
    card = yield from ask(seat, table.hand(seat))
    table.move([card], table.hands[seat], table.trick)
    move = yield from ask(seat, _options(table, phase, seat, card))
    if move == LAY:
        table.move([card], table.trick, table.tableau)
    elif move == TAKE:
        yield from _take(table, phase, seat, card)
    elif move >= SEAT:
        _raise(table, seat, card, move - SEAT)
    else:
        yield from _build(table, phase, seat, card, table.values[move - RANK])


def _options(table: Table, phase: Phase, seat: int, card: int) -> list[int]:
    own, value = _value(table, seat), table.value(card)
    held = {table.value(other) for other in table.hand(seat)}
    options = [TAKE] if _can_take(table, phase, card) else []
    if not options or own is None or own in held:
        options.append(LAY)
    if not _is_summed(phase, card):
        return options
    summed = {other for other in table.hand(seat) if _is_summed(phase, other)}
    for rank in {rank_of(other) for other in summed}:
        total = table.values[rank]
        if own in (None, total) and _parts(table, phase, [], total - value):
            options.append(RANK + rank)
    for other in table.playing_from(seat):
        can_own = other == seat or own is None
        is_single = 0 <= table.bids[other] < SEVERAL
        if can_own and is_single and table.bids[other] + value in {table.value(mine) for mine in summed}:
            options.append(SEAT + other)
    return options


def _value(table: Table, seat: int) -> int | None:
    """The value of the build of a seat."""
    return None if table.bids[seat] == NOBODY else table.bids[seat] % SEVERAL


def _is_summed(phase: Phase, card: int) -> bool:
    return RANKS[rank_of(card)] not in phase["unsummed"]


def _parts(table: Table, phase: Phase, picked: list[int], missing: int) -> list[int]:
    """The cards that may be picked next so that what is missing is reached."""
    if missing <= 0:
        return []
    return completable(table, [card for card in table.tableau.cards if _is_summed(phase, card)], picked, missing)


def _equals(table: Table, card: int) -> list[int]:
    return sorted(other for other in table.tableau.cards if table.value(other) == table.value(card))


def _can_take(table: Table, phase: Phase, card: int) -> bool:
    value = table.value(card)
    builds = any(_value(table, seat) == value for seat in table.playing_from(table.actor))
    sums = _is_summed(phase, card) and bool(_parts(table, phase, [], value))
    return bool(_equals(table, card)) or builds or sums


def _take(table: Table, phase: Phase, seat: int, card: int) -> Asking:
    value, zone = table.value(card), table.zone(seat)
    table.move(_equals(table, card), table.tableau, zone)
    for other in table.playing_from(seat):
        if _value(table, other) == value:
            table.move(table.fronts[other].cards, table.fronts[other], zone)
            table.bids[other] = NOBODY
    while _is_summed(phase, card) and _parts(table, phase, [], value):
        picked = yield from _pick(table, phase, seat, value)
        table.move(picked, table.picked[seat], zone)
    table.move([card], table.trick, zone)
    table.last_capturer = seat
    playing = table.playing_from(seat)
    is_clear = not table.tableau.cards and not any(table.fronts[other].cards for other in playing)
    if is_clear and (table.deck.cards or any(table.hand(other) for other in playing)):
        table.add_score(seat, phase["sweep_points"])


def _pick(table: Table, phase: Phase, seat: int, missing: int) -> Asking:
    """Cards of the tableau that add up to what is missing; they lie among the picked ones."""
    picked: list[int] = []
    while options := _parts(table, phase, picked, missing):
        card = yield from ask(seat, options)
        table.move([card], table.tableau, table.picked[seat])
        picked.append(card)
        missing -= table.value(card)
    return picked


def _build(table: Table, phase: Phase, seat: int, card: int, total: int) -> Asking:
    picked = yield from _pick(table, phase, seat, total - table.value(card))
    table.bids[seat] = total + (SEVERAL if table.bids[seat] != NOBODY else 0)
    table.move(picked, table.picked[seat], table.fronts[seat])
    table.move([card], table.trick, table.fronts[seat])


def _raise(table: Table, seat: int, card: int, other: int) -> None:
    total = table.bids[other] + table.value(card)
    theirs = table.fronts[other]
    if other != seat:
        table.move(theirs.cards[::-1], theirs, table.fronts[seat])
        table.bids[other] = NOBODY
    table.bids[seat] = total
    table.move([card], table.trick, table.fronts[seat])


def give_builds_away(table: Table, phase: Phase) -> None:
    if table.last_capturer != NOBODY:
        zone = table.zone(table.last_capturer)
        table.move(table.tableau.cards, table.tableau, zone)
        for seat in table.playing_from(0):
            table.move(table.fronts[seat].cards, table.fronts[seat], zone)
