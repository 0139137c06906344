"""Natural values: numbers, words, tables and kinds of parts as the known games choose them; odd ones come seldom.

How usual a value is, is what the judge says too (`genome/judge/description.py`): the fewer bits it takes to tell, the more likely.
"""

from __future__ import annotations

import enum
import math
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec import inspect

from ...genome.values import Values
from ...judge.description import Prior, make_prior
from ...judge.symbols import ROUND, Symbol, number_symbol
from ...language.walk import default_of

T = TypeVar("T")
ODD = 0.1  # of the numbers: anything in range
SMALL = range(11)
LARGEST_JUMP = 100
STEPS = (1, 2, 3)
ELSEWHERE = {"SetupRules.cards_per_player": "hand", "GameGenome.player_count": "players"}  # as the judge calls them


class FieldSlot(NamedTuple):
    """A field of a kind of structure, where known games may have chosen something; nothing is known of the empty one."""

    owner: type[msgspec.Struct] | None = None
    field: str = ""

    @property
    def site(self) -> str:
        """What the judge calls it."""
        name = f"{self.owner.__name__}.{self.field}" if self.owner else ""
        return ELSEWHERE.get(name, name)

    @property
    def default(self) -> Any:
        """What stands there if nobody says anything else; None if that cannot be."""
        found = default_of(self.owner, self.field) if self.owner else None
        return None if found is msgspec.NODEFAULT else found


UNKNOWN = FieldSlot()


def count_known() -> Prior:
    """What all known games choose where."""
    return make_prior(frozenset())


def draw_number(kind: inspect.IntType, slot: FieldSlot, rng: random.Random, near: int | None = None) -> int:
    """A number in range: one that known games have at this place, a usual one, or one not far from `near`, but another."""
    least = int(kind.ge) if kind.ge is not None else 0
    most = int(kind.le) if kind.le is not None else max(least, near or 0) + LARGEST_JUMP
    if rng.random() < ODD:
        found = [rng.randint(max(least, -LARGEST_JUMP), max(least, min(most, LARGEST_JUMP)))]
    else:
        found = _candidates(slot, near, least, most)
    found = [value for value in found if value != near]
    if not found:
        return near + 1 if near is not None and near < most else least
    return rng.choices(found, [_chance(slot, value) / _distance(value, near) for value in found])[0]


def _candidates(slot: FieldSlot, near: int | None, least: int, most: int) -> list[int]:
    """Numbers worth a thought, in order."""
    known = count_known().counts.get(slot.site, Counter[Any]())
    found = {value for value in known if isinstance(value, int)} | {*SMALL, *ROUND}
    if near is not None:
        reach = max(1, abs(near) // 10)
        found |= {near + sign * step * reach for step in STEPS for sign in (1, -1)} | {2 * near, near // 2}
    found |= {slot.default} if isinstance(slot.default, int) else set()
    return sorted(value for value in found if least <= value <= most)


def _distance(value: int, near: int | None) -> float:
    """How much less likely a number is for being far from the old one: twice as much or half is not far."""
    if near is None:
        return 1.0
    return 1.0 + abs(math.log2((1 + abs(value)) / (1 + abs(near)))) + (0.0 if value * near >= 0 else 2.0)


def _chance(slot: FieldSlot, value: int) -> float:
    """How likely known games are to have the number there; being as usual counts for a default."""
    site, prior, default = slot.site, count_known(), slot.default
    if default is None:
        return float(2.0 ** -prior.bits(number_symbol(site, value)))
    usual = prior.bits(Symbol((f"{site} usual",), value == default, 1.0, "$"))
    return float(2.0 ** -(usual if value == default else usual + prior.bits(number_symbol(site, value))))


def draw_word(words: Sequence[T], sites: tuple[str, ...], rng: random.Random) -> T:
    """One of some words, kinds or cards, by how usual each is at the first of the sites and, where little is known, at the next."""
    prior, spare = count_known(), math.log2(max(2, len(words)))
    bits = [prior.bits(Symbol(sites, _name_of(word), spare, "$")) for word in words]
    return rng.choices(words, [2.0**-bit for bit in bits])[0]


def _name_of(word: Any) -> Any:
    """A word as the judge counts it."""
    if isinstance(word, inspect.StructType):
        return word.tag
    return word.value if isinstance(word, enum.Enum) else word


def list_tables(slot: FieldSlot) -> list[dict[Any, Any]]:
    """The tables that known games have at this place."""
    counted = count_known().counts.get(slot.site, Counter[Any]())
    return [dict(table) for table in counted if isinstance(table, tuple)]


class Natural(Values):
    """Draws values of field types as known games have them."""

    def __init__(self, rng: random.Random, keep: float, slot: FieldSlot = UNKNOWN) -> None:
        super().__init__(rng, keep)
        self.slot = slot  # of what is drawn now

    def _field(self, owner: type, field: inspect.Field, depth: int) -> Any:
        self.slot = FieldSlot(owner, field.name)
        return super()._field(owner, field, depth)

    def _number(self, kind: inspect.IntType) -> int:
        return draw_number(kind, self.slot, self.rng)

    def _word(self, words: tuple[Any, ...]) -> Any:
        return draw_word(words, (self.slot.site,), self.rng)

    def _table(self, kind: inspect.DictType, depth: int) -> dict[Any, Any]:
        known = list_tables(self.slot)
        return self.rng.choice(known) if known else super()._table(kind, depth)

    def _kind(self, kinds: tuple[inspect.Type, ...]) -> inspect.Type:
        structs = [kind for kind in kinds if isinstance(kind, inspect.StructType)]
        if len(structs) < len(kinds):
            return super()._kind(kinds)
        return draw_word(structs, (self.slot.site, structs[0].cls.__mro__[1].__name__), self.rng)
