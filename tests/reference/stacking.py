"""Stacked decks: first deals in which hands hold neighbours, so that melds, books and long suits are common."""

from __future__ import annotations

import random
from typing import Any

from .cards import deck_of, rank_of


def stacked_deck(setup: dict[str, Any], seats: int, rng: random.Random) -> list[int]:
    """The deck, top first: every seat gets groups of neighbours, by suit or by rank."""
    cards = _in_groups(deck_of(setup, seats), rng)
    each = setup["hand_sizes"].get(str(seats), setup["cards_per_player"]) or len(cards) // seats
    hands = [cards[seat * each : (seat + 1) * each] for seat in range(seats)]
    dealt = [card for turn in zip(*hands, strict=True) for card in turn]
    return dealt + cards[len(dealt) :]


def _in_groups(cards: list[int], rng: random.Random) -> list[int]:
    """The cards in groups of one to four neighbours, one after another in any order."""
    if rng.random() < 0.4:
        cards.sort(key=rank_of)
    groups = []
    while cards:
        size = rng.randint(1, 4)
        groups.append(cards[:size])
        cards = cards[size:]
    rng.shuffle(groups)
    return [card for group in groups for card in group]
