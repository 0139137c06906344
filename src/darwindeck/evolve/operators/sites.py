"""Sites: every place in a genome that can be changed, with the type that says what may stand there."""

from __future__ import annotations

import functools
import random
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
from msgspec import inspect

from ...genome.genome import METADATA, GameGenome
from ...genome.values import is_text, plain, type_info
from .natural import UNKNOWN, FieldSlot

Steps = tuple[str | int, ...]

# Not changed one at a time: a bound and no rule, or several fields that must change together (see setting.py).
APART = ("max_turns", "player_count", "hand_sizes", "teams", "custom_deck", "removed_cards", "even_deal_removals", "hand_suits",
         "hand_order", "resources", "starting_chips", "first_trick_forbidden", "post_deal_actions")  # fmt: skip
# How often a change falls into each part of a genome, where that part has anything to change.
SECTIONS = {
    "setup": 3.0,
    "turn_structure": 6.0,
    "special_effects": 1.5,
    "triggers": 0.3,
    "win_conditions": 1.0,
    "scoring_rules": 2.0,
    "sweep": 0.5,
    "match": 0.5,
}


class Site(NamedTuple):
    """A place: the steps to it, its type, and what stands there now."""

    steps: Steps
    kind: inspect.Type
    value: Any
    slot: FieldSlot = UNKNOWN  # the field that it is, or that it is an item of

    @property
    def path(self) -> str:
        return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in self.steps).lstrip(".")


def sites(genome: GameGenome) -> list[Site]:
    """All sites of a genome, outer ones first; metadata, texts and what is set apart are none."""
    found: list[Site] = []
    for name, kind in _fields(GameGenome):
        found += _below((name,), kind, getattr(genome, name), FieldSlot(GameGenome, name))
    return found


def pick(rng: random.Random, found: list[Site], fits: Callable[[Site], bool] = lambda site: True) -> Site | None:
    """A site that fits: first the part of the genome by its weight, then any place in it; None if there is none."""
    parts: dict[str, list[Site]] = {}
    for site in found:
        if fits(site):
            parts.setdefault(str(site.steps[0]), []).append(site)
    if not parts:
        return None
    names = list(parts)
    name = rng.choices(names, [SECTIONS.get(name, 0.5) for name in names])[0]
    return rng.choice(parts[name])


def _below(steps: Steps, kind: inspect.Type, value: Any, slot: FieldSlot) -> Iterator[Site]:
    kind = plain(kind)
    yield Site(steps, kind, value, slot)
    if isinstance(value, msgspec.Struct):
        for name, field in _fields(type(value)):
            yield from _below((*steps, name), field, getattr(value, name), FieldSlot(type(value), name))
    elif isinstance(value, tuple):
        for place, (item, inner) in enumerate(zip(value, _item_types(kind, value), strict=True)):
            yield from _below((*steps, place), inner, item, slot)


def _item_types(kind: inspect.Type, value: tuple[Any, ...]) -> tuple[inspect.Type, ...]:
    """The type of each item of a list or tuple."""
    member = member_for(kind, value)
    if isinstance(member, inspect.TupleType):
        return member.item_types
    assert isinstance(member, inspect.VarTupleType)
    return (member.item_type,) * len(value)


def member_for(kind: inspect.Type, value: Any) -> inspect.Type:
    """The member of a union that a value belongs to; a type that is no union is its own."""
    if not isinstance(kind, inspect.UnionType):
        return kind
    return next((member for member in map(plain, kind.types) if _holds(member, value)), kind)


def _holds(kind: inspect.Type, value: Any) -> bool:
    match kind:
        case inspect.StructType():
            return type(value) is kind.cls
        case inspect.NoneType():
            return value is None
        case inspect.LiteralType():
            return value in kind.values if isinstance(value, str) else False
        case inspect.VarTupleType() | inspect.TupleType():
            return isinstance(value, tuple)
        case inspect.StrType():
            return isinstance(value, str)
        case inspect.IntType():
            return isinstance(value, int)
    return False


@functools.cache
def _fields(kind: type) -> tuple[tuple[str, inspect.Type], ...]:
    """The fields of a structure that are rules and may change alone."""
    info = type_info(kind)
    assert isinstance(info, inspect.StructType)
    names = METADATA if kind is GameGenome else ()
    return tuple(
        (field.name, plain(field.type))
        for field in info.fields
        if field.name not in names and field.name not in APART and not is_text(plain(field.type))
    )


def is_optional(kind: inspect.Type) -> bool:
    return isinstance(kind, inspect.UnionType) and any(isinstance(member, inspect.NoneType) for member in kind.types)


def is_list(kind: inspect.Type, value: Any) -> bool:
    """Whether items can be added to or taken from the place."""
    return isinstance(value, tuple) and isinstance(member_for(kind, value), inspect.VarTupleType)
