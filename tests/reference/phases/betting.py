"""BettingPhase and ShowdownPhase: chips into the pot, and out of it."""

from __future__ import annotations

from typing import Any

from ..cards import suit_of
from ..choices import ALL_IN, BET, CALL, CHECK, FOLD, RAISE, Asking, ask
from ..hands import poker_strength
from ..table import Table

Phase = dict[str, Any]


def betting_phase(table: Table, phase: Phase) -> Asking:
    for seat in table.playing_from(table.actor):
        table.pay(seat, phase["ante"], as_bet=False)
    pointer = table.actor if phase["opener"] == "turn" else (table.dealer + 1) % table.n
    raises = last_raise = 0
    to_act = {seat for seat in table.playing_from(0) if table.chips[seat]}
    while len(table.playing_from(0)) >= 2 and to_act:
        seat = next(seat for seat in table.from_left(pointer) if seat in to_act)
        to_act.remove(seat)
        pointer = (seat + 1) % table.n
        others_with_chips = {s for s in table.playing_from(0) if s != seat and table.chips[s]}
        current = max(table.bets)
        if current == table.bets[seat] and not others_with_chips:
            continue
        payments = _options(table, phase, seat, raises, last_raise)
        move = yield from ask(seat, payments)
        table.pay(seat, payments[move], as_bet=True)
        if move == FOLD:
            table.folded[seat] = True
        if move >= RAISE:
            raises += 1
        if max(table.bets) > current:
            last_raise = max(last_raise, max(table.bets) - current)
            to_act = others_with_chips
    table.bets = [0] * table.n
    playing = table.playing_from(0)
    if len(playing) == 1:
        table.win_pot(playing[0])


def _options(table: Table, phase: Phase, seat: int, raises: int, last_raise: int) -> dict[int, int]:
    """What the seat may do, and what it pays for it."""
    chips = table.chips[seat]
    current = max(table.bets)
    to_call = current - table.bets[seat]
    can_raise = phase["allow_raise"] and raises < phase["max_raises"] and to_call >= last_raise
    if to_call > 0:
        options = {CALL: to_call} if chips >= to_call else {ALL_IN: chips}
        if phase["allow_fold"]:
            options[FOLD] = 0
        return options | (_sizes(table, phase, seat, RAISE, last_raise) if can_raise else {})
    if current > 0:
        options = _sizes(table, phase, seat, RAISE, last_raise) if can_raise else {}
    else:
        options = _sizes(table, phase, seat, BET, 0)
        if not options and chips < least_bet(table, phase) and _within(phase, chips):
            options = {ALL_IN: chips}
    if phase["allow_check"] or not options:
        options[CHECK] = 0
    return options


def least_bet(table: Table, phase: Phase) -> int:
    resources = table.setup["resources"]
    return phase["min_bet"] or (resources["min_bet"] if resources else 10)


def _within(phase: Phase, amount: int) -> bool:
    return phase["max_bet"] is None or amount <= phase["max_bet"]


def _sizes(table: Table, phase: Phase, seat: int, verb: int, last_raise: int) -> dict[int, int]:
    """The bets or raises offered, and what each pays."""
    to_call = max(table.bets) - table.bets[seat]
    base, pot = least_bet(table, phase), table.pot
    if verb == RAISE:
        base = max(last_raise, base if phase["raise_increment"] is None else phase["raise_increment"])
        pot += to_call
    amounts = {
        "min": base,
        "double": 2 * base,
        "half_pot": max(base, pot // 2),
        "pot": max(base, pot),
        "all_in": table.chips[seat] - to_call,
    }
    options: dict[int, int] = {}
    others = [other for other in table.playing_from(0) if other != seat]
    if not any(table.chips[other] + table.bets[other] > max(table.bets) for other in others):
        return options  # nobody could pay more
    for place, size in enumerate(phase["bet_sizes"]):
        amount = amounts[size]
        affordable = amount >= 1 and to_call + amount <= table.chips[seat] and _within(phase, amount)
        if affordable and to_call + amount not in options.values():
            options[verb + place] = to_call + amount
    return options


def showdown_phase(table: Table, phase: Phase) -> Asking:
    table.deal_over = True
    if not table.playing_from(0):
        return
    for seat in table.playing_from(0):
        table.show_hand(seat)
    strongest = max(_strength(table, phase, seat) for seat in table.playing_from(0))
    best_seats = [seat for seat in table.playing_from(0) if _strength(table, phase, seat) == strongest]
    if len(best_seats) == 1:
        table.deal_winner = best_seats[0]
    share_pot(table, {seat: _strength(table, phase, seat) for seat in table.playing_from(0)})
    yield from ()


def share_pot(table: Table, strength: dict[int, tuple[int, ...]]) -> None:
    """Each pot is shared by the strongest seats that can win it; `strength` is that of the seats in play."""
    for pot, eligible in _pots(table):
        best = max(strength[seat] for seat in eligible)
        winners = [s for s in table.from_left((table.dealer + 1) % table.n) if s in eligible and strength[s] == best]
        for place, seat in enumerate(winners):
            table.chips[seat] += pot // len(winners) + (1 if place < pot % len(winners) else 0)
        table.changed = True
    table.contributions = [0] * table.n


def _pots(table: Table) -> list[tuple[int, list[int]]]:
    """The pot and the side pots, each with the seats that can win it."""
    pots: list[tuple[int, list[int]]] = []
    below = 0
    for level in sorted(set(table.contributions) - {0}):
        payers = [seat for seat in range(table.n) if table.contributions[seat] >= level]
        chips = (level - below) * len(payers)
        below = level
        eligible = [seat for seat in payers if table.in_play(seat)] or table.playing_from(0)
        eligible.sort()
        if pots and pots[-1][1] == eligible:
            chips += pots.pop()[0]
        pots.append((chips, eligible))
    return pots


def _strength(table: Table, phase: Phase, seat: int) -> tuple[int, ...]:
    hand = table.hand(seat) + (table.tableau.cards if phase["community"] else [])
    return hand_strength(table, phase["hand_evaluator"], hand)


def hand_strength(table: Table, evaluator: str, hand: list[int]) -> tuple[int, ...]:
    if evaluator == "poker_5card":
        return poker_strength(hand)
    if evaluator == "suit_total":
        return (max(table.total_value(card for card in hand if suit_of(card) == suit) for suit in range(4)),)
    if evaluator == "high_card":
        return tuple(sorted((table.strength(card) for card in hand), reverse=True)[:12])
    return (table.total_value(hand),)
