"""Walking a genome: every structure in it with its path, the defaults of fields, and the same with one part replaced.

Checks, repair, variation and shrinking go through here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec

PLAIN = frozenset((int, str, bool, dict, type(None)))  # kinds of values without structures in them: most there are
STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


def walk(part: Any, path: str = "$") -> Iterator[tuple[str, Any]]:
    """All structures below `part`, itself first, each with its path as in error messages."""
    found: list[tuple[str, Any]] = []
    _collect(part, path, found)
    return iter(found)


def _collect(part: Any, path: str, found: list[tuple[str, Any]]) -> None:
    if isinstance(part, msgspec.Struct):
        found.append((path, part))
        for name in part.__struct_fields__:
            value = getattr(part, name)
            if type(value) not in PLAIN:
                _collect(value, f"{path}.{name}", found)
    elif isinstance(part, tuple):
        for number, item in enumerate(part):
            if type(item) not in PLAIN:
                _collect(item, f"{path}[{number}]", found)


def steps_of(path: str) -> list[str | int]:
    """The field names and places on a path."""
    return [field or int(place) for field, place in STEP.findall(path)]


def default_of(kind: type[msgspec.Struct], name: str) -> Any:
    """The value of a field that nobody sets; NODEFAULT if it must be set."""
    default, factory = _defaults(kind)[name]
    return default if factory is msgspec.NODEFAULT else factory()


@cache
def _defaults(kind: type[msgspec.Struct]) -> dict[str, tuple[Any, Any]]:
    return {field.name: (field.default, field.default_factory) for field in msgspec.structs.fields(kind)}


def replace_at(part: Any, steps: Sequence[str | int], new: Any) -> Any:
    """The part with `new` at the end of the steps, field names and places."""
    if not steps:
        return new
    step, *rest = steps
    if isinstance(step, int):
        return (*part[:step], replace_at(part[step], rest, new), *part[step + 1 :])
    return msgspec.structs.replace(part, **{step: replace_at(getattr(part, step), rest, new)})
