"""What hands are called and counted at the end of a deal: poker hands, totals, melds and layoffs, pots.

The numbers are the core's own; what stands here is their words, and which cards they come from.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

from .. import _core
from ..language.context import Context
from ..language.fields import RANKS
from ..language.words import rank_word, rank_words

CATEGORIES = ("high card", "pair", "two pairs", "three", "straight", "flush", "full house", "four", "straight flush")


def word_of(cards: Iterable[int]) -> int:
    """Cards as the core's set of them."""
    return sum(1 << card for card in set(cards))


def cards_of(word: int) -> list[int]:
    return [card for card in range(64) if word >> card & 1]


def row_of(numbers: Sequence[int]) -> list[int]:
    """One number a rank, as long as the core wants it."""
    return [*numbers, *[0] * (16 - len(numbers))]


def rank_hand(cards: Sequence[int], evaluator: str, context: Context) -> int:
    """How good a hand is at a showdown: greater is better, equal is a tie."""
    numbers = context.strength if evaluator == "high_card" else context.value
    return _core.showdown_rank(_core.EVALUATORS[evaluator], word_of(cards), row_of(numbers))


def name_hand(cards: Sequence[int], evaluator: str, context: Context) -> str:
    """A hand at a showdown in words: `a pair of kings`, `23 in all`."""
    if not cards:
        return "no cards"
    if evaluator == "suit_total":
        return f"{rank_hand(cards, evaluator, context)} in one suit"
    if evaluator == "card_total":
        return f"{sum(context.value[card % 16] for card in cards)} in all"
    if evaluator == "high_card":
        ranks = sorted((card % 16 for card in cards), key=lambda rank: -context.strength[rank])
        return f"{rank_word(RANKS[ranks[0]])} high"
    return name_poker_hand(cards)


def name_poker_hand(cards: Sequence[int]) -> str:
    """The best poker hand in the cards; aces are high."""
    category = CATEGORIES[_core.poker_category(word_of(cards))]
    count = Counter(card % 16 for card in cards)
    high = sorted(count, key=lambda rank: -(rank or 13))  # aces first
    groups = sorted(count, key=lambda rank: (-min(count[rank], 4), -(rank or 13)))
    first, second = rank_words(RANKS[groups[0]]), rank_words(RANKS[groups[min(1, len(groups) - 1)]])
    if "straight" in category or category == "flush":
        return name_run(cards, category)
    return {
        "high card": f"{rank_word(RANKS[high[0]])} high",
        "pair": f"a pair of {first}",
        "two pairs": f"two pairs, {first} and {second}",
        "three": f"three {first}",
        "full house": f"a full house, {first} over {second}",
        "four": f"four {first}",
    }[category]


def name_run(cards: Sequence[int], category: str) -> str:
    """A straight or a flush, by its highest card."""
    suits = [[card for card in cards if card // 16 == suit] for suit in range(4)]
    pools = [suit for suit in suits if len(suit) >= 5] if "flush" in category else [list(cards)]
    best = max(pools, key=lambda pool: _core.showdown_rank(_core.EVALUATORS["poker_5card"], word_of(pool), [0] * 16))
    ranks = {card % 16 for card in best}
    if category == "flush":
        return f"a flush, {rank_word(RANKS[0 if 0 in ranks else max(ranks)])} high"
    line = ranks | ({13} if 0 in ranks else set())  # an ace also stands above the king
    top = max(end for end in line if {end - step for step in range(5)} <= line)
    return f"a {category} to the {rank_word(RANKS[top % 13])}"


def find_melds(hand: Sequence[int], context: Context, number: int = 0) -> tuple[tuple[int, ...], ...]:
    """The melds of a hand, laid down in that way of those with the least deadwood."""
    word = word_of(hand)
    ways = _core.meld_ways(word, context.deck & ~word, row_of(context.value))
    return tuple(tuple(cards_of(meld)) for meld in ways[number]) if number < len(ways) else ()


def count_deadwood(hand: Iterable[int], context: Context) -> int:
    return _core.deadwood(word_of(hand), row_of(context.value))


def find_layoffs(
    hand: Sequence[int], melds: Sequence[Sequence[int]], deadwood: int, context: Context
) -> tuple[int, ...]:
    """The fewest cards of a hand that, added to the melds of another, leave it with so much deadwood."""
    fitting = sorted(add_to_melds(hand, melds))
    for count in range(len(fitting) + 1):
        for laid in combinations(fitting, count):
            fits = add_to_melds(laid, melds) == set(laid)
            if fits and count_deadwood(set(hand) - set(laid), context) == deadwood:
                return laid
    return ()


def add_to_melds(cards: Iterable[int], melds: Sequence[Sequence[int]]) -> set[int]:
    """Those of the cards that can be added to the melds one after the other."""
    rest, grown = set(cards), [set(meld) for meld in melds]
    added: set[int] = set()
    while found := [(card, meld) for card in rest for meld in grown if continues(card, meld)]:
        card, meld = min(found, key=lambda pair: pair[0])
        meld.add(card)
        added.add(card)
        rest.discard(card)
    return added


def continues(card: int, meld: set[int]) -> bool:
    """A fourth of a rank, or the next of a run."""
    if len({other % 16 for other in meld}) == 1:
        return card % 16 == next(iter(meld)) % 16
    return card // 16 == next(iter(meld)) // 16 and card in (min(meld) - 1, max(meld) + 1)


@dataclass(frozen=True)
class Pot:
    """A part of the pot: its chips, who paid for it and is still in, and what each of its winners is given."""

    chips: int
    sharers: frozenset[int]
    payers: frozenset[int]
    shares: dict[int, int]


def divide_pot(contributions: Sequence[int], ranks: dict[int, int], first: int) -> list[Pot]:
    """The pot in its layers, as the core divides it at a showdown.

    `ranks` has the hands of the seats still in; odd chips go one each from the seat `first`, going left.
    """
    pots: list[tuple[int, frozenset[int], frozenset[int]]] = []
    above = 0
    for upto in sorted({paid for paid in contributions if paid > 0}):
        payers = frozenset(seat for seat, paid in enumerate(contributions) if paid >= upto)
        sharers = payers & set(ranks) or frozenset(ranks)
        chips, above = (upto - above) * len(payers), upto
        if pots and pots[-1][1] == sharers:
            chips, payers = chips + pots[-1][0], pots.pop()[2]
        pots.append((chips, sharers, payers))
    return [Pot(chips, sharers, payers, share(chips, sharers, ranks, first, len(contributions)))
            for chips, sharers, payers in pots]  # fmt: skip


def share(chips: int, sharers: frozenset[int], ranks: dict[int, int], first: int, seats: int) -> dict[int, int]:
    """What each of the best hands is given of a pot; nothing if nobody is left to share it."""
    if not sharers:
        return {}
    best = max(ranks[seat] for seat in sharers)
    winners = [seat for seat in sharers if ranks[seat] == best]
    winners.sort(key=lambda seat: (seat - first) % seats)
    part, odd = divmod(chips, len(winners))
    return {seat: part + (place < odd) for place, seat in enumerate(winners)}
