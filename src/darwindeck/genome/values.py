"""Random values of field types, within their ranges. Nothing here knows what a field is for."""

from __future__ import annotations

import functools
import random
from typing import Any

from msgspec import inspect

from ..language.facts import Makes
from ..language.fields import RANKS, SUITS, Mechanic

MAX_CONDITION_DEPTH = 3
ABOUT_CARDS = 0.6  # of the conditions
MOST_ITEMS = 3  # in a collection
SMALL, MIDDLING = 3, 20


@functools.cache
def type_info(kind: Any) -> inspect.Type:
    return inspect.type_info(kind)


def is_note(field: inspect.Field) -> bool:
    """Whether a field tells where a genome comes from, and is no rule."""
    return isinstance(field.type, inspect.Metadata) and bool((field.type.extra or {}).get("note"))


class Values:
    """Draws values; a field with a default keeps it with the chance `keep`."""

    def __init__(self, rng: random.Random, keep: float) -> None:
        self.rng, self.keep = rng, keep

    def of(self, kind: Any) -> Any:
        """A value of a field type."""
        return self.draw(type_info(kind))

    def draw(self, kind: inspect.Type, depth: int = 0) -> Any:
        """A value of an inspected type; conditions below `depth` are shallow."""
        rng = self.rng
        match kind:
            case inspect.Metadata():
                return self.draw(kind.type, depth)
            case inspect.UnionType():
                return self.draw(self._member(kind, depth), depth)
            case inspect.StructType():
                return self._struct(kind, depth + 1)
            case inspect.VarTupleType():
                return tuple(self.draw(kind.item_type, depth) for _ in range(self._length(kind)))
            case inspect.TupleType():
                return tuple(self.draw(item, depth) for item in kind.item_types)
            case inspect.DictType():
                return self._table(kind, depth)
            case inspect.IntType():
                return self._number(kind)
            case inspect.LiteralType():
                return self._word(kind.values)
            case inspect.EnumType():
                return self._word(tuple(kind.cls))
            case inspect.BoolType():
                return rng.random() < 0.5
            case inspect.NoneType():
                return None
            case inspect.StrType():
                return rng.choice(RANKS) + rng.choice(SUITS) if kind.pattern else ""
        raise TypeError(f"no random value for {kind}")

    def _struct(self, kind: inspect.StructType, depth: int) -> Any:
        drawn = [
            field for field in kind.fields if field.required or (not is_note(field) and self.rng.random() >= self.keep)
        ]
        return kind.cls(**{field.name: self._field(kind.cls, field, depth) for field in drawn})

    def _field(self, owner: type, field: inspect.Field, depth: int) -> Any:
        return self.draw(field.type, depth)

    def _word(self, words: tuple[Any, ...]) -> Any:
        return self.rng.choice(words)

    def _table(self, kind: inspect.DictType, depth: int) -> dict[Any, Any]:
        items = range(self._length(kind))
        return {self.draw(kind.key_type, depth): self.draw(kind.value_type, depth) for _ in items}

    def _member(self, kind: inspect.UnionType, depth: int) -> inspect.Type:
        """One member of a union; conditions are about cards more often than not, and deep ones not compound."""
        structs = [member for member in kind.types if isinstance(member, inspect.StructType)]
        about_cards = [member for member in structs if issubclass(member.cls, Mechanic) and member.cls.may(Makes.CARDS)]
        if about_cards and self.rng.random() < ABOUT_CARDS:
            return self._kind(tuple(about_cards))
        shallow = [member for member in structs if member.tag != "compound"]
        return self._kind(tuple(shallow if shallow and depth > MAX_CONDITION_DEPTH else kind.types))

    def _kind(self, kinds: tuple[inspect.Type, ...]) -> inspect.Type:
        return self.rng.choice(kinds)

    def _length(self, kind: inspect.VarTupleType | inspect.DictType) -> int:
        """Never nothing: where there may be nothing, that is the default."""
        least = max(1, kind.min_length or 0)
        return self.rng.randint(least, min(kind.max_length or MOST_ITEMS, MOST_ITEMS))

    def _number(self, kind: inspect.IntType) -> int:
        """Small most of the time, anything in range sometimes."""
        least = kind.ge if kind.ge is not None else 0
        most = kind.le if kind.le is not None else 1000
        size = self.rng.random()
        if size < 0.8:
            most = min(most, max(least, 0) + (SMALL if size < 0.4 else MIDDLING))
            least = max(least, -SMALL)
        return self.rng.randint(int(least), int(most))


def plain(kind: inspect.Type) -> inspect.Type:
    """The type without its annotations."""
    return plain(kind.type) if isinstance(kind, inspect.Metadata) else kind


def is_text(kind: inspect.Type) -> bool:
    """Whether a type is free text, which no rule reads."""
    return isinstance(kind, inspect.StrType) and kind.pattern is None
