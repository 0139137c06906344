"""How long a genome's rules are: the words needed to write down all that is not as usual."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from .genome import METADATA, GameGenome
from .walk import default_of

UNCOUNTED = (*METADATA, "max_turns")  # the limit is the engine's, not a rule that players read


def description_length(genome: GameGenome) -> int:
    """One word for each structure, for each field that differs from its default, and for each value in it."""
    return sum(_field(genome, name) for name in genome.__struct_fields__ if name not in UNCOUNTED)


def _field(part: msgspec.Struct, name: str) -> int:
    value = getattr(part, name)
    return 0 if value == default_of(type(part), name) else 1 + _words(value)


def _words(value: Any) -> int:
    if isinstance(value, msgspec.Struct):
        return 1 + sum(_field(value, name) for name in value.__struct_fields__)
    if isinstance(value, tuple):
        return sum(_words(item) for item in value)
    if isinstance(value, Mapping):
        return sum(1 + _words(item) for item in value.values())
    return 0 if value is None or value is False or value is True else 1
