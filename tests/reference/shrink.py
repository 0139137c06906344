"""Makes a failing genome smaller: drops parts and returns fields to their defaults while it still fails."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

MOST_ATTEMPTS = 600


def variants(value: Any) -> Iterator[Any]:
    """Everything that is one step simpler: an item dropped, a field at its default, or a part simplified."""
    import msgspec

    if isinstance(value, (tuple, list)):
        for i, item in enumerate(value):
            yield type(value)([*value[:i], *value[i + 1 :]])
            for simpler in variants(item):
                yield type(value)([*value[:i], simpler, *value[i + 1 :]])
    elif isinstance(value, dict):
        for key in value:
            yield {other: entry for other, entry in value.items() if other != key}
    elif isinstance(value, msgspec.Struct):
        for info in msgspec.structs.fields(value):
            now = getattr(value, info.name)
            default = info.default if info.default_factory is msgspec.NODEFAULT else info.default_factory()
            if default is not msgspec.NODEFAULT and default != now:
                yield msgspec.structs.replace(value, **{info.name: default})
            for simpler in variants(now):
                yield msgspec.structs.replace(value, **{info.name: simpler})


def is_legal(genome: Any) -> bool:
    """Whether it can be saved, loaded and checked without a complaint."""
    from darwindeck.genome.text import format_genome, parse_genome
    from darwindeck.judge.check import check

    try:
        return not check(parse_genome(format_genome(genome))).errors
    except Exception:
        return False


def shrink(genome: Any, fails: Callable[[Any], bool]) -> Any:
    """The simplest genome found, in a bounded number of attempts, that is legal and still fails."""
    attempts = 0
    restart = True
    while restart:
        restart = False
        for simpler in variants(genome):
            if attempts >= MOST_ATTEMPTS:
                return genome
            if is_legal(simpler):
                attempts += 1
                if fails(simpler):
                    genome, restart = simpler, True
                    break
    return genome
