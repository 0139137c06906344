"""Cards, their strength and value, decks and piles (docs/genome.md, section 1)."""

from __future__ import annotations

import bisect
from typing import Any

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SUITS = ("C", "D", "H", "S")
ALL_CARDS = frozenset(suit * 16 + rank for suit in range(4) for rank in range(13))
MISSING_RANKS = {"standard_52": "", "51_cards": "", "40_card": "8 9 10", "36_card": "2 3 4 5"}


def card_id(text: str) -> int:
    return SUITS.index(text[-1]) * 16 + RANKS.index(text[:-1])


def card_text(card: int) -> str:
    return RANKS[rank_of(card)] + SUITS[suit_of(card)]


def rank_of(card: int) -> int:
    return card % 16


def suit_of(card: int) -> int:
    return card // 16


def is_red(suit: int) -> bool:
    return SUITS[suit] in "DH"


def matching(suit: str | None, rank: str | None) -> set[int]:
    """All cards of that suit and rank; None is any."""
    return {
        card
        for card in ALL_CARDS
        if (suit is None or SUITS[suit_of(card)] == suit) and (rank is None or RANKS[rank_of(card)] == rank)
    }


def strengths(order: str | list[str]) -> list[int]:
    """Strength of each rank, A first."""
    if order == "ace_high":
        return [12, *range(12)]
    if order == "ace_low":
        return list(range(13))
    return [order.index(rank) + 1 if rank in order else 0 for rank in RANKS]


def values(card_values: dict[str, int]) -> list[int]:
    """Value of each rank, A first."""
    return [card_values.get(rank, number + 1) for number, rank in enumerate(RANKS)]


def deck_of(setup: dict[str, Any], seats: int) -> list[int]:
    """The cards a deal is played with, ascending."""
    kind = setup["initial_deck"]
    if kind == "custom":
        deck = {card_id(text) for text in setup["custom_deck"]}
    else:
        missing = MISSING_RANKS[kind].split()
        deck = {card for card in ALL_CARDS if RANKS[rank_of(card)] not in missing}
        if kind == "51_cards":
            deck.remove(card_id("QC"))
    deck -= {card_id(text) for text in setup["removed_cards"]}
    for text in setup["even_deal_removals"]:
        if len(deck) % seats == 0:
            break
        deck.discard(card_id(text))
    return sorted(deck)


class Pile:
    """Cards in one place: top first if ordered, else ascending. `seat` is -1 for shared piles."""

    def __init__(self, kind: str, seat: int, ordered: bool) -> None:
        self.kind = kind
        self.seat = seat
        self.ordered = ordered
        self.cards: list[int] = []

    def __len__(self) -> int:
        return len(self.cards)

    def __repr__(self) -> str:
        return f"{self.kind}[{self.seat}]{self.cards}"

    def put(self, card: int) -> None:
        """Adds a card: on top, but at the bottom of a hand that is a queue."""
        if not self.ordered:
            bisect.insort(self.cards, card)
        elif self.kind == "hand":
            self.cards.append(card)
        else:
            self.cards.insert(0, card)

    def take(self, card: int) -> None:
        self.cards.remove(card)
