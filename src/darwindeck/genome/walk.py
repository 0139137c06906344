"""Walking a genome: every structure in it, with its path. Checks, variation and shrinking go through here."""

from __future__ import annotations

from collections.abc import Iterator
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
