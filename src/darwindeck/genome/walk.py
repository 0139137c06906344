"""Walking a genome: every structure in it, with its path, and the same with one part replaced.

Checks, repair, variation and shrinking go through here.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec


def walk(part: Any, path: str = "$") -> Iterator[tuple[str, Any]]:
    """All structures below `part`, itself first, each with its path as in error messages."""
    if isinstance(part, msgspec.Struct):
        yield path, part
        for name in part.__struct_fields__:
            yield from walk(getattr(part, name), f"{path}.{name}")
    elif isinstance(part, tuple):
        for number, item in enumerate(part):
            yield from walk(item, f"{path}[{number}]")


def replaced(part: Any, steps: Sequence[str | int], new: Any) -> Any:
    """The part with `new` at the end of the steps, field names and places."""
    if not steps:
        return new
    step, *rest = steps
    if isinstance(step, int):
        return (*part[:step], replaced(part[step], rest, new), *part[step + 1 :])
    return msgspec.structs.replace(part, **{step: replaced(getattr(part, step), rest, new)})
