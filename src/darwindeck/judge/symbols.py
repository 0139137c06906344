"""Symbols: a genome as the choices one makes in telling its rules, in order.

Each symbol says where a choice is made, what was chosen, and how many bits that takes if no game is known. Names, notes
and the engine's limit on turns are no rules, and have no symbols. Fields at their defaults are told by one symbol each.
"""

from __future__ import annotations

import enum
import math
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from ..genome.genome import METADATA, GameGenome
from ..genome.setup import SetupRules
from ..genome.values import is_text, plain, type_info
from ..language.context import Context
from ..language.fields import ALL_CARDS, RANKS, SUITS, card_set, rank_set, suit_set
from ..language.walk import default_of

USUAL, UNUSUAL = -math.log2(0.9), -math.log2(0.1)  # that a field is as usual, or not, before any game is known
LAST = "last"  # the end of a list
GROUP = 2.0  # bits to say that a whole suit or rank is meant
CARD, RANK, SUIT = math.log2(52) + 1, math.log2(13), 2.0
ROUND = (1, 2, 5, 10, 20, 25, 50, 100, 200, 500, 1000)
# Told by other symbols: the pack, the size of a hand, the sides.
ELSEWHERE = ("initial_deck", "custom_deck", "removed_cards", "cards_per_player", "hand_sizes", "player_count", "teams")
CARDS = ("even_deal_removals", "first_trick_forbidden")  # sets of cards


class Symbol(NamedTuple):
    """A choice: the places to learn from, the nearest first, what was chosen, its bits where nothing is known, its path."""

    sites: tuple[str, ...]
    value: Any
    spare: float
    path: str


def symbols(genome: GameGenome) -> Iterator[Symbol]:
    """All choices of a genome."""
    context = Context(genome)
    yield number_symbol("players", genome.player_count, "$.player_count")
    sides = tuple(sorted(tuple(sorted(team)) for team in genome.teams))
    yield Symbol(("sides",), sides, _sides_bits(sides, genome.player_count), "$.teams")
    yield Symbol(("deck",), context.deck, deck_bits(context.deck), "$.setup.initial_deck")
    yield number_symbol("hand", context.hand_size, "$.setup.cards_per_player")
    yield from _fields(genome, "$")


def _fields(part: msgspec.Struct, path: str) -> Iterator[Symbol]:
    kind = type(part)
    skipped = {*ELSEWHERE, *METADATA, "max_turns"} if kind in (GameGenome, SetupRules) else set()
    for field in _list_fields(kind):
        if field.name in skipped:
            continue
        value, site, place = getattr(part, field.name), f"{kind.__name__}.{field.name}", f"{path}.{field.name}"
        if not field.required:
            usual = value == default_of(kind, field.name)
            yield Symbol((f"{site} usual",), usual, USUAL if usual else UNUSUAL, place)
            if usual:
                continue
        yield from _value(value, site, plain(field.type), place)


@cache
def _list_fields(kind: type[msgspec.Struct]) -> tuple[inspect.Field, ...]:
    info = type_info(kind)
    assert isinstance(info, inspect.StructType)
    return tuple(field for field in info.fields if not is_text(plain(field.type)))


def _value(value: Any, site: str, kind: inspect.Type, path: str) -> Iterator[Symbol]:
    if isinstance(value, msgspec.Struct):
        if value.__struct_config__.tag is not None:
            yield _kind_of(value, (site,), path)
        yield from _fields(value, path)
    elif isinstance(value, tuple):
        yield from _items(value, site, path)
    elif isinstance(value, Mapping):
        yield Symbol((site,), tuple(sorted(value.items())), _table_bits(value), path)
    elif isinstance(value, bool) or value is None:
        yield Symbol((site,), value, 1.0, path)
    elif isinstance(value, int):
        yield number_symbol(site, value, path)
    else:
        word = value.value if isinstance(value, enum.Enum) else value
        yield Symbol((site,), word, _choices(kind), path)


def _kind_of(part: msgspec.Struct, sites: tuple[str, ...], path: str) -> Symbol:
    """Which mechanic it is; what any mechanic of its sort is elsewhere says something too."""
    sort = type(part).__mro__[1]
    return Symbol((*sites, sort.__name__), part.__struct_config__.tag, math.log2(len(sort.__subclasses__()) + 1), path)


def _items(items: tuple[Any, ...], site: str, path: str) -> Iterator[Symbol]:
    """A list: what follows what, and that it ends. Sets of cards are told by suits and ranks."""
    if site.rpartition(".")[2] in CARDS:
        yield Symbol((site,), items, cards_bits(card_set(items)), path)
        return
    before = ""
    for number, item in enumerate(items):
        place = f"{path}[{number}]"
        if isinstance(item, msgspec.Struct) and item.__struct_config__.tag is not None:
            symbol = _kind_of(item, (f"{site} after {before}", site), place)
            before = str(symbol.value)
            yield symbol
        else:
            yield Symbol((f"{site} more",), True, 1.0, place)
        if isinstance(item, msgspec.Struct):
            yield from _fields(item, place)
        else:
            word = item.value if isinstance(item, enum.Enum) else item
            yield Symbol((site,), word, RANK, place)
    if before:
        yield Symbol((f"{site} after {before}", site), LAST, 1.0, path)
    else:
        yield Symbol((f"{site} more",), False, 1.0, path)


def _choices(kind: inspect.Type) -> float:
    """Bits of one of the words that a field allows."""
    members = kind.types if isinstance(kind, inspect.UnionType) else (kind,)
    words = 0
    for member in members:
        if isinstance(member, inspect.LiteralType):
            words += len(member.values)
        elif isinstance(member, inspect.EnumType):
            words += len(list(member.cls))
    return math.log2(words) if words else CARD


# Numbers, packs and tables.


def number_symbol(site: str, value: int, path: str = "$") -> Symbol:
    """A number that stands at a site; what numbers are usual anywhere says something too."""
    return Symbol((site, "number"), value, number_bits(value), path)


def number_bits(value: int) -> float:
    """Small numbers and round ones are cheap."""
    size = abs(value)
    sign = 2.0 if value < 0 else 0.0
    if size in ROUND:
        return sign + 3.0 + math.log2(1 + ROUND.index(size))
    zeros = 0
    while size and size % 10 == 0:
        size, zeros = size // 10, zeros + 1
    return sign + 2.0 + 2 * math.log2(1 + size) + zeros


def cards_bits(cards: int) -> float:
    """Bits to name a set of cards: whole suits and whole ranks first, then card by card."""
    bits = GROUP
    groups = [(suit_set(suit), SUIT) for suit in SUITS] + [(rank_set(rank), RANK) for rank in RANKS]
    for group, cost in groups:
        if group & ~cards == 0 and group.bit_count() * CARD > cost + GROUP:
            bits += cost + GROUP
            cards &= ~group
    return bits + CARD * cards.bit_count()


@cache
def deck_bits(deck: int) -> float:
    """A pack is told as a range of ranks in some suits, and what is missing of it."""
    suits = sum(suit_set(suit) for suit in SUITS if deck & suit_set(suit))
    best = math.inf
    for low in range(13):
        for length in range(1, 14):
            pack = suits & sum(rank_set(RANKS[(low + step) % 13]) for step in range(length))
            missing = pack & ~deck
            if deck & ~pack == 0:
                bits = (2 * RANK if length < 13 else 0.0) + (cards_bits(missing) if missing else 0.0)
                best = min(best, bits)
    return best if suits == ALL_CARDS else best + len(SUITS)


def _sides_bits(sides: tuple[tuple[int, ...], ...], players: int) -> float:
    """Partners that sit across from each other, or anybody with anybody."""
    if not sides:
        return 1.0
    across = tuple(tuple(range(first, players, len(sides))) for first in range(len(sides)))
    return 3.0 if sides == across else 3.0 + players * math.log2(len(sides))


def _table_bits(table: Mapping[Any, int]) -> float:
    """Ranks with equal numbers are told together, and ranks next to each other as a range."""
    bits = GROUP
    for number in dict.fromkeys(table.values()):
        places = sorted(RANKS.index(rank) for rank, value in table.items() if value == number)
        ranges = sum(1 for place in places if place - 1 not in places)
        bits += number_bits(number) + ranges * RANK + (len(places) > ranges) * RANK
    return bits
