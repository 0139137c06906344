"""Genomes with one thing changed: every field of every part, drawn anew from its type."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from darwindeck.compile.program import compile_genome
from darwindeck.genome.genome import METADATA, GameGenome
from darwindeck.genome.values import Values, type_info
from darwindeck.judge.check import check
from darwindeck.language.walk import replace_at, walk

STEP = re.compile(r"\.(\w+)|\[(\d+)\]")


def steps_of(path: str) -> list[str | int]:
    return [name or int(number) for name, number in STEP.findall(path)]


def changes(genome: GameGenome, rng: random.Random, tries: int = 3) -> Iterator[tuple[str, GameGenome]]:
    """Genomes without errors that differ in one field, each with the path of what was changed."""
    values = Values(rng, keep=0.6)
    for path, part in walk(genome):
        kinds = {field.name: field.type for field in type_info(type(part)).fields}  # type: ignore[attr-defined]
        for name in part.__struct_fields__:
            if path == "$" and name in METADATA:
                continue
            for new in alternatives(getattr(part, name), kinds[name], values, tries):
                changed = try_replace(genome, [*steps_of(path), name], new)
                if changed is not None:
                    yield f"{path}.{name}", changed


def alternatives(old: Any, kind: Any, values: Values, tries: int) -> list[Any]:
    """Other values of the type, and shorter lists."""
    drawn = [values.draw(kind) for _ in range(tries)]
    if isinstance(old, tuple):
        drawn += [(*old[:place], *old[place + 1 :]) for place in range(len(old))]
    return [new for new in drawn if new != old]


def try_replace(genome: GameGenome, steps: list[str | int], new: Any) -> GameGenome | None:
    """The changed genome, if its file could be read, passes `check` and compiles."""
    changed = replace_at(genome, steps, new)
    try:
        changed = msgspec.json.decode(msgspec.json.encode(changed), type=GameGenome)
    except msgspec.ValidationError:
        return None
    if check(changed).errors:
        return None
    try:
        compile_genome(changed)
    except (ValueError, OverflowError):  # no cards, or more constants than a program holds
        return None
    return changed
