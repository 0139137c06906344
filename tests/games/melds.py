"""Melds, deadwood and laying off by trying everything, to compare gin rummy with."""

from __future__ import annotations

import itertools

from darwindeck.language.fields import RANKS, SUITS

Place = tuple[int, int]  # rank and suit
SETS = [
    frozenset((rank, suit) for suit in suits)
    for rank in range(13)
    for size in (3, 4)
    for suits in itertools.combinations(range(4), size)
]
RUNS = [
    frozenset((rank, suit) for rank in range(low, high))
    for suit in range(4)
    for low in range(13)
    for high in range(low + 3, 14)
]
ALL_MELDS = {*SETS, *RUNS}


def places_of(hand: list[str]) -> frozenset[Place]:
    return frozenset((RANKS.index(card[:-1]), SUITS.index(card[-1])) for card in hand)


def points(places: frozenset[Place]) -> int:
    return sum(min(rank + 1, 10) for rank, _ in places)


def deadwood(hand: list[str]) -> int:
    """An independent count: the least over all ways to lay disjoint melds."""
    places = places_of(hand)
    return least_deadwood(places, [meld for meld in SETS + RUNS if meld <= places])


def least_deadwood(places: frozenset[Place], melds: list[frozenset[Place]]) -> int:
    best = points(places)
    for number, meld in enumerate(melds):
        if meld <= places:
            best = min(best, least_deadwood(places - meld, melds[number + 1 :]))
    return best


def best_ways(hand: list[str]) -> list[tuple[frozenset[Place], ...]]:
    """All ways to lay down disjoint melds that leave least."""
    places = places_of(hand)
    ways = [((), places)]
    for meld in (meld for meld in SETS + RUNS if meld <= places):
        ways += [((*melds, meld), left - meld) for melds, left in ways if meld <= left]
    least = min(points(left) for _, left in ways)
    return [melds for melds, left in ways if points(left) == least]


def after_layoffs(hand: frozenset[Place], melds: tuple[frozenset[Place], ...]) -> int:
    """The least deadwood of a hand that may add cards to these melds."""
    best = least_deadwood(hand, [meld for meld in SETS + RUNS if meld <= hand])
    for place, (number, meld) in itertools.product(hand, enumerate(melds)):
        if meld | {place} in ALL_MELDS:
            longer = (*melds[:number], meld | {place}, *melds[number + 1 :])
            best = min(best, after_layoffs(hand - {place}, longer))
    return best
