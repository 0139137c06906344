"""Conditions about the trick in progress: what must be followed and beaten (docs/genome.md, section 7)."""

from __future__ import annotations

from typing import Any

from .cards import ALL_CARDS, suit_of
from .table import Table

Condition = dict[str, Any]


def must_follow_suit(table: Table, seat: int, condition: Condition) -> set[int]:
    if table.lead_card is None:
        return set(ALL_CARDS)
    led = {card for card in ALL_CARDS if suit_of(card) == suit_of(table.lead_card)}
    return led if led & set(table.hand(seat)) else set(ALL_CARDS)


def must_beat(table: Table, seat: int, condition: Condition) -> set[int]:
    if table.lead_card is None:
        return set(ALL_CARDS)
    hand, best = set(table.hand(seat)), table.highest_played
    following = {card for card in hand if suit_of(card) == suit_of(table.lead_card)}
    trumps = {card for card in hand if suit_of(card) == table.trump}
    wanted = following or trumps or hand
    better = {card for card in wanted if table.beats(card, best)}
    return better or wanted
