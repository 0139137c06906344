"""Conditions about sets and runs (docs/genome.md, section 7)."""

from __future__ import annotations

from typing import Any

from .cards import ALL_CARDS, rank_of
from .table import Table

Condition = dict[str, Any]


def set_of_n(table: Table, seat: int, condition: Condition) -> set[int]:
    hand = table.hand(seat)
    ranks = [rank_of(card) for card in hand]
    return {card for card in hand if ranks.count(rank_of(card)) >= condition["n"]}


def run_of_n(table: Table, seat: int, condition: Condition) -> set[int]:
    hand = set(table.hand(seat))
    runs = [set(range(card, card + condition["n"])) for card in hand]
    return set().union(*(run for run in runs if run <= hand))


def completes_meld(table: Table, seat: int, condition: Condition) -> set[int]:
    hand = set(table.hand(seat))
    held, laid = [[rank_of(card) for card in cards] for cards in (hand, table.tableau.cards)]
    lacks = [(-2, -1), (-1, 1), (1, 2)]  # the other two cards of a run of three
    found = {card for card in ALL_CARDS if any({card + i, card + j} <= hand for i, j in lacks)}
    # Beside two neighbours there are also the neighbours themselves.
    found |= {card for card in hand if {card - 1, card + 1} & hand}
    found |= {card for card in ALL_CARDS if held.count(rank_of(card)) >= 2}
    if condition["layoffs"]:
        found |= {card for card in ALL_CARDS if laid.count(rank_of(card)) >= 3}
        found |= {card for card in ALL_CARDS if {card - 1, card + 1} & set(table.trick.cards)}
    return found
