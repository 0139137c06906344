"""The duty to beat what lies in a trick (docs/genome.md, section 7)."""

from __future__ import annotations

from typing import Any

from .cards import ALL_CARDS, suit_of
from .table import Table

Condition = dict[str, Any]


def must_beat(table: Table, seat: int, condition: Condition) -> set[int]:
    if table.lead_card is None:
        return set(ALL_CARDS)
    hand, best = set(table.hand(seat)), table.highest_played
    following = {card for card in hand if suit_of(card) == suit_of(table.lead_card)}
    trumps = {card for card in hand if suit_of(card) == table.trump}
    wanted = following or trumps or hand
    better = {card for card in wanted if _beats(table, card, best)}
    return better or wanted


def _beats(table: Table, card: int, best: int) -> bool:
    if suit_of(card) == suit_of(best):
        return table.strength(card) > table.strength(best)
    return suit_of(card) == table.trump
