"""Hands: poker, deadwood and laying off (docs/genome.md, section 9)."""

from __future__ import annotations

import functools
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from .cards import rank_of, suit_of

Meld = frozenset[int]
MOST_ARRANGEMENTS = 16
STRAIGHT_FLUSH, FOUR, FULL_HOUSE, FLUSH, STRAIGHT, THREE, TWO_PAIRS, PAIR, HIGH = range(8, -1, -1)


def poker_strength(cards: Iterable[int]) -> tuple[int, ...]:
    """The best five-card hand as a tuple that compares by strength; category first."""
    hand = sorted(cards)
    high = sorted(((rank_of(card) or 13) for card in hand), reverse=True)  # ace 13, king 12 … deuce 1
    found = [(HIGH, *high[:5])]
    for suit in range(4):
        suited = sorted(((rank_of(card) or 13) for card in hand if suit_of(card) == suit), reverse=True)
        if len(suited) >= 5:
            found.append((FLUSH, *suited[:5]))
            found += [(STRAIGHT_FLUSH, top) for top in _straight_tops(suited)]
    found += [(STRAIGHT, top) for top in _straight_tops(high)]
    count = Counter(high)
    for rank in count:
        for size, category in ((4, FOUR), (3, THREE), (2, PAIR)):
            if count[rank] >= size:
                kickers = [other for other in high if other != rank][: 5 - size]
                found.append((category, rank, *kickers))
    for first, second in itertools.permutations(count, 2):
        if count[first] >= 3 and count[second] >= 2:
            found.append((FULL_HOUSE, first, second))
        if count[first] >= 2 and count[second] >= 2 and first > second:
            kicker = [other for other in high if other not in (first, second)][:1]
            found.append((TWO_PAIRS, first, second, *kicker))
    return max(found)


def _straight_tops(ranks: Iterable[int]) -> list[int]:
    present = set(ranks)
    if 13 in present:
        present.add(0)  # the ace below the deuce
    return [top for top in present if all(top - step in present for step in range(5))]


def melds_in(cards: Iterable[int]) -> list[Meld]:
    """All sets of 3 or 4 and runs of 3 or more among the cards, by their number."""
    hand = set(cards)
    found: list[Meld] = []
    for rank in {rank_of(card) for card in hand}:
        alike = [card for card in hand if rank_of(card) == rank]
        found += [frozenset(group) for size in (3, 4) for group in itertools.combinations(alike, size)]
    for first in hand:
        last = first + 1
        while last in hand:
            last += 1
            if last - first >= 3:
                found.append(frozenset(range(first, last)))
    return sorted(found, key=lambda meld: sum(1 << card for card in meld))


def deadwood(cards: Iterable[int], values: Sequence[int]) -> int:
    """The least value of cards left over: rank by rank, each card is dead, in a set or in a run."""
    hand = set(cards)
    # Length of the run now open in each suit (3: at least three) -> least deadwood so far.
    least: dict[tuple[int, ...], int] = {(0, 0, 0, 0): 0}
    for rank in range(13):
        after: dict[tuple[int, ...], int] = {}
        held = [suit * 16 + rank in hand for suit in range(4)]
        for fates in itertools.product(*(("dead", "set", "run") if has else ("none",) for has in held)):
            if fates.count("set") not in (0, 3, 4):
                continue
            cost = values[rank] * fates.count("dead")
            for runs, so_far in least.items():
                grown = _grow_runs(runs, fates)
                if grown is not None:
                    after[grown] = min(after.get(grown, so_far + cost), so_far + cost)
        least = after
    return min(cost for runs, cost in least.items() if all(run in (0, 3) for run in runs))


def _grow_runs(runs: tuple[int, ...], fates: tuple[str, ...]) -> tuple[int, ...] | None:
    """The open runs one rank further, None if a run would end too short."""
    if any(run in (1, 2) and fate != "run" for run, fate in zip(runs, fates, strict=True)):
        return None
    return tuple(min(run + 1, 3) if fate == "run" else 0 for run, fate in zip(runs, fates, strict=True))


def arrangements(cards: Iterable[int], others: set[int], values: Sequence[int]) -> list[list[Meld]]:
    """The knocker's arrangements that differ in which of the other cards fit them (section 9)."""
    different: dict[tuple[frozenset[int], ...], list[Meld]] = {}
    for melds in itertools.islice(least_arrangements(frozenset(cards), tuple(values)), MOST_ARRANGEMENTS):
        different.setdefault(_fitting(melds, others), melds)
    return list(different.values())


def least_arrangements(cards: Meld, values: tuple[int, ...]) -> Iterator[list[Meld]]:
    """All arrangements of least deadwood, each from its highest meld down, in ascending order."""
    melds = melds_in(cards)
    if not melds:
        yield []
        return
    highest = max(map(max, melds))
    least, without = _deadwood(cards, values), cards - {highest}
    if _deadwood(without, values) + values[rank_of(highest)] == least:
        yield from least_arrangements(without, values)
    for meld in melds:
        if max(meld) == highest and _deadwood(cards - meld, values) == least:
            yield from ([meld, *more] for more in least_arrangements(cards - meld, values))


@functools.lru_cache(maxsize=4096)
def _deadwood(cards: Meld, values: tuple[int, ...]) -> int:
    return deadwood(cards, values)


def _fitting(melds: list[Meld], others: set[int]) -> tuple[frozenset[int], ...]:
    """The cards that could be laid off on sets, and on runs upwards and downwards."""
    to_sets, up, down = set(), set(), set()
    for meld in melds:
        if len({rank_of(card) for card in meld}) == 1:
            to_sets |= {card for card in others if rank_of(card) == rank_of(min(meld))}
        else:
            up |= set(itertools.takewhile(others.__contains__, itertools.count(max(meld) + 1)))
            down |= set(itertools.takewhile(others.__contains__, itertools.count(min(meld) - 1, -1)))
    return frozenset(to_sets), frozenset(up), frozenset(down)


def deadwood_after_layoffs(cards: Iterable[int], melds: list[Meld], values: Sequence[int]) -> int:
    """The least deadwood when cards may be laid off on these melds."""
    hand = frozenset(cards)
    laid: set[Meld] = {frozenset()}
    for meld in melds:
        laid = {before | more for before in laid for more in _layoffs(hand, meld)}
    return min(deadwood(hand - off, values) for off in laid)


def _layoffs(hand: Meld, meld: Meld) -> list[Meld]:
    """All collections of cards of the hand that one meld takes."""
    if len({rank_of(card) for card in meld}) == 1:
        return [frozenset(), *(frozenset([card]) for card in hand if rank_of(card) == rank_of(min(meld)))]
    up, down = [max(meld) + 1], [min(meld) - 1]
    while up[-1] in hand:
        up.append(up[-1] + 1)
    while down[-1] in hand:
        down.append(down[-1] - 1)
    return [frozenset(up[:i] + down[:j]) for i in range(len(up)) for j in range(len(down))]
