"""The order in which people hold their cards: that of the game."""

from __future__ import annotations

from collections.abc import Iterable

from ..language.context import Context
from ..language.facts import Makes

ALTERNATING = (0, 1, 3, 2)  # places of ♣ ♦ ♥ ♠ in a hand: black and red in turn
# What makes ranks count and suits not: cards are then held rank by rank.
BY_RANK = (Makes.BOOKS, Makes.SHOWDOWN, Makes.BATTLES, Makes.CATCHES, Makes.CLAIMS)


def is_by_rank(context: Context) -> bool:
    return any(phase.may(fact) for phase in context.phases for fact in BY_RANK)


def sort_hand(cards: Iterable[int], context: Context, trump: int = -1) -> list[int]:
    """Suit by suit in alternating colours with trumps last, or rank by rank where suits do not count; the strongest last."""
    if is_by_rank(context):
        return sorted(cards, key=lambda card: (context.strength[card % 16], card))
    return sorted(
        cards, key=lambda card: (card // 16 == trump, ALTERNATING[card // 16], context.strength[card % 16], card)
    )
