"""How long a genome's rules are: the words needed to write down all that is not as usual."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

import msgspec

from .genome import GameGenome

METADATA = (
    "schema_version", "genome_id", "generation", "parents", "lineage", "name", "description", "player_counts", "max_turns",
)  # fmt: skip


def description_length(genome: GameGenome) -> int:
    """One word for each structure, for each field that differs from its default, and for each value in it."""
    return sum(_field(genome, name) for name in genome.__struct_fields__ if name not in METADATA)


def _field(part: msgspec.Struct, name: str) -> int:
    value = getattr(part, name)
    return 0 if value == default_of(part, name) else 1 + _words(value)


def _words(value: Any) -> int:
    if isinstance(value, msgspec.Struct):
        return 1 + sum(_field(value, name) for name in value.__struct_fields__)
    if isinstance(value, tuple):
        return sum(_words(item) for item in value)
    if isinstance(value, Mapping):
        return sum(1 + _words(item) for item in value.values())
    return 0 if value is None or value is False or value is True else 1


def default_of(part: msgspec.Struct, name: str) -> Any:
    """The value of a field that nobody sets; NODEFAULT if it must be set."""
    default, factory = _defaults(type(part))[name]
    return factory() if factory is not msgspec.NODEFAULT else default


@functools.cache
def _defaults(kind: type[msgspec.Struct]) -> dict[str, tuple[Any, Any]]:
    return {field.name: (field.default, field.default_factory) for field in msgspec.structs.fields(kind)}
