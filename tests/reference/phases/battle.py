"""BattlePhase: everybody turns up a card, the highest takes all."""

from __future__ import annotations

from typing import Any

from ..choices import FLIP, Asking, ask
from ..table import Table
from .betting import share_pot

Phase = dict[str, Any]
BEATS_ALL = 99


def battle_phase(table: Table, phase: Phase) -> Asking:
    fighting = [seat for seat in table.playing_from(table.actor) if table.hand(seat)]
    if len(fighting) < 2:
        return
    up: dict[int, int] = {}
    for seat in fighting:
        up[seat] = yield from _turn_up(table, seat, down=0)
    table.show(up.values())
    while True:
        best = max(table.strength(up[seat]) for seat in fighting)
        fighting = [seat for seat in fighting if table.strength(up[seat]) == best]
        if len(fighting) == 1:
            break
        if phase["on_tie"] == "nobody":
            _put_aside(table)
            return
        fighting, turned = yield from _go_on(table, phase, fighting)
        up |= turned
        table.show(turned.values())
        if not turned:
            _put_aside(table)
            return
        if len(fighting) == 1:
            break
    _take_spoils(table, phase, fighting[0])
    table.next_seat = fighting[0]


def _go_on(table: Table, phase: Phase, tied: list[int]) -> Asking:
    """One more round between tied seats: those still in the battle, and the cards newly turned up."""
    left, turned = [], {}
    for seat in tied:
        cards = len(table.hand(seat))
        if cards <= phase["cards_down"] and phase["short_of_cards"] == "lose":
            table.move(list(table.hand(seat)), table.hands[seat], table.fronts[seat])
            continue
        left.append(seat)
        if cards:
            turned[seat] = yield from _turn_up(table, seat, min(phase["cards_down"], cards - 1))
    return left, turned


def _turn_up(table: Table, seat: int, down: int) -> Asking:
    """The seat puts `down` cards face down and one more, its up-card (of a set, still face down)."""
    hand, front = table.hands[seat], table.fronts[seat]
    if table.queues:
        yield from ask(seat, [FLIP])
    for _ in range(down):
        place = 0 if table.queues else table.chance.below(len(hand))
        table.move([hand.cards[place]], hand, front)
    card = hand.cards[0] if table.queues else (yield from ask(seat, hand.cards))
    table.move([card], hand, front, openly=table.queues)
    return card


def _put_aside(table: Table) -> None:
    for front in table.fronts:
        table.move(list(reversed(front.cards)), front, table.aside)


def _take_spoils(table: Table, phase: Phase, winner: int) -> None:
    if phase["spoils"] == "tableau":
        table.move(table.tableau.cards, table.tableau, table.zone(winner))
        _put_aside(table)
        return
    if phase["spoils"] == "pot":
        _take_pot(table, winner)
    _collect(table, phase, winner)


def _take_pot(table: Table, winner: int) -> None:
    """What the winner cannot win goes by the first card that each other seat turned up, the lowest of its front."""
    strength: dict[int, tuple[int, ...]] = {}
    for seat in table.playing_from(0):
        strength[seat] = tuple(table.strength(card) for card in table.fronts[seat].cards[-1:])
    strength[winner] = (BEATS_ALL,)
    share_pot(table, strength)


def _collect(table: Table, phase: Phase, winner: int) -> None:
    target = table.zone(winner) if phase["take_to"] == "capture_zone" else table.hands[winner]
    fronts = [table.fronts[seat] for seat in table.from_left(winner)]
    in_order = [card for front in fronts for card in reversed(front.cards)]
    for front in fronts:
        table.move(list(reversed(front.cards)), front, target)
    if phase["pickup"] == "shuffled" and target.ordered:
        target.cards[-len(in_order) :] = table.chance.shuffle(in_order)
