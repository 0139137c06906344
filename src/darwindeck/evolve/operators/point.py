"""Point mutation: another value for one field, within its range, as a rule a usual one and not far away."""

from __future__ import annotations

import random
from typing import Any

import msgspec
from msgspec import inspect

from ...genome.genome import GameGenome
from ...genome.values import plain
from ...language.facts import Makes
from ...language.fields import RANKS, SUITS, Mechanic
from ...language.walk import replace_at
from ...mechanics.phases.phase import PhaseMechanic
from .natural import UNKNOWN, FieldSlot, Natural, draw_number, draw_word, list_tables
from .sites import Site, is_optional, member_for, pick, sites

KEEP = 0.85  # new structures are mostly as usual
OTHER_KIND = 0.25  # a structure becomes one of another kind; otherwise something inside it changes
NEW_TABLE = 0.5  # of tables become one that a known game has; otherwise an entry changes


def point(genome: GameGenome, rng: random.Random) -> tuple[GameGenome, str] | None:
    """The genome with one field changed, and what was done."""
    site = pick(rng, sites(genome), lambda site: _is_point(site, rng))
    if site is None:
        return None
    new = another(site.kind, site.value, rng, site.slot)
    if new == site.value:
        return None
    return replace_at(genome, site.steps, new), f"{site.path} {brief(site.value)} → {brief(new)}"


def _is_point(site: Site, rng: random.Random) -> bool:
    """Not whole lists, nor phases, nor structures that are always there; of the others structures seldom."""
    if isinstance(site.value, PhaseMechanic):
        return False
    if isinstance(site.value, msgspec.Struct):
        return isinstance(site.kind, inspect.UnionType) and rng.random() < OTHER_KIND
    if isinstance(site.value, tuple):
        return isinstance(site.kind, inspect.UnionType | inspect.TupleType)
    return not (site.value is None and _is_rare(site.kind))


def _is_rare(kind: inspect.Type) -> bool:
    """An optional structure that is off is switched on by insertion."""
    return isinstance(kind, inspect.UnionType) and any(
        isinstance(member, inspect.StructType) for member in map(plain, kind.types)
    )


def another(kind: inspect.Type, value: Any, rng: random.Random, slot: FieldSlot = UNKNOWN) -> Any:
    """Another value of the type near this one; the same if there is none."""
    if is_optional(kind) and value is not None and rng.random() < 0.3:
        return None
    if isinstance(value, msgspec.Struct):
        return _other_kind(kind, value, rng, slot)
    member = member_for(kind, value)
    match member:
        case inspect.IntType() if value is not None:
            return draw_number(member, slot, rng, value)
        case inspect.StrType() if value is not None:
            return near_card(value, rng)
        case inspect.LiteralType() if set(member.values) == set(RANKS) and rng.random() < 0.5:
            return near_rank(value, rng)
        case inspect.LiteralType() | inspect.EnumType() if value is not None and member is kind:
            return _another_word(member, value, rng, slot)
        case inspect.BoolType():
            return not value
        case inspect.DictType():
            return _another_table(member, value, rng, slot)
        case inspect.TupleType():
            place = rng.randrange(len(value))
            return replace_at(value, [place], another(member.item_types[place], value[place], rng, slot))
        case inspect.VarTupleType():
            return reorder(value, rng)
    return _fresh(kind, value, rng, slot)


def _another_word(kind: inspect.LiteralType | inspect.EnumType, value: Any, rng: random.Random, slot: FieldSlot) -> Any:
    words = kind.values if isinstance(kind, inspect.LiteralType) else tuple(kind.cls)
    others = [word for word in words if word != value]
    return draw_word(others, (slot.site,), rng) if others else value


def near_rank(rank: str, rng: random.Random) -> str:
    return RANKS[(RANKS.index(rank) + rng.choice((-1, 1))) % len(RANKS)]


def near_card(card: str, rng: random.Random) -> str:
    """The card with another suit, or the rank next to it."""
    if rng.random() < 0.5:
        return card[:-1] + rng.choice([suit for suit in SUITS if suit != card[-1]])
    return near_rank(card[:-1], rng) + card[-1]


def reorder(items: tuple[Any, ...], rng: random.Random) -> tuple[Any, ...]:
    """Two items change places."""
    if len(items) < 2:
        return items
    first, second = rng.sample(range(len(items)), 2)
    new = list(items)
    new[first], new[second] = new[second], new[first]
    return tuple(new)


def _another_table(
    kind: inspect.DictType, value: dict[Any, Any], rng: random.Random, slot: FieldSlot
) -> dict[Any, Any]:
    """The table of a known game, or one entry changed; without any known one, perhaps an entry more or less."""
    known = [table for table in list_tables(slot) if table != value]
    if known and (not value or rng.random() < NEW_TABLE):
        return rng.choice(known)
    keys = list(value)
    if not keys or (not known and rng.random() < 0.3):
        values = Natural(rng, KEEP, slot)
        return {**value, values.draw(kind.key_type): values.draw(kind.value_type)}
    key = rng.choice(keys)
    if not known and rng.random() < 0.3:
        return {name: entry for name, entry in value.items() if name != key}
    return {**value, key: another(plain(kind.value_type), value[key], rng)}


def _denotes_cards(kind: type) -> bool:
    return issubclass(kind, Mechanic) and kind.may(Makes.CARDS)


def _other_kind(kind: inspect.Type, value: msgspec.Struct, rng: random.Random, slot: FieldSlot) -> Any:
    """A structure of another kind that keeps what the two have in common."""
    assert isinstance(kind, inspect.UnionType)
    kinds = [
        member
        for member in map(plain, kind.types)
        if isinstance(member, inspect.StructType)
        and member.cls is not type(value)
        and _denotes_cards(member.cls) == _denotes_cards(type(value))
    ]
    if not kinds:
        return value
    member = draw_word(kinds, (slot.site, type(value).__mro__[1].__name__), rng)
    new = Natural(rng, KEEP, slot).draw(member, 9)
    common = {name: field for name, field in fields_of(member).items() if hasattr(value, name)}
    kept = {name: getattr(value, name) for name, field in common.items() if _allows(field, getattr(value, name))}
    return msgspec.structs.replace(new, **kept)


def fields_of(kind: inspect.StructType) -> dict[str, inspect.Type]:
    return {field.name: plain(field.type) for field in kind.fields}


def _allows(kind: inspect.Type, value: Any) -> bool:
    """Whether a simple value may stand in a field of the type."""
    if isinstance(kind, inspect.UnionType):
        return any(_allows(plain(member), value) for member in kind.types)
    match kind:
        case inspect.LiteralType():
            return isinstance(value, str) and value in kind.values
        case inspect.EnumType():
            return isinstance(value, kind.cls)
        case inspect.BoolType():
            return isinstance(value, bool)
        case inspect.IntType():
            in_range = isinstance(value, int) and not isinstance(value, bool)
            return in_range and (kind.ge is None or value >= kind.ge) and (kind.le is None or value <= kind.le)
        case inspect.NoneType():
            return value is None
    return False


def _fresh(kind: inspect.Type, value: Any, rng: random.Random, slot: FieldSlot) -> Any:
    """A value drawn anew, differing if that is easily had."""
    for _ in range(8):
        new = Natural(rng, KEEP, slot).draw(kind)
        if new != value:
            return new
    return value


def brief(value: Any) -> str:
    """A value in a few letters, for lineage notes."""
    if isinstance(value, msgspec.Struct):
        return str(type(value).__struct_config__.tag or getattr(value, "type", None) or type(value).__name__)
    text = str(getattr(value, "value", value))
    return text if len(text) <= 30 else f"{text[:29]}…"
