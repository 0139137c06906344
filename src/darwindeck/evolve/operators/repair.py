"""Repair: a genome without the parts that `check` complains about. It removes; it never adds."""

from __future__ import annotations

from typing import Any

import msgspec

from ...genome.genome import GameGenome
from ...judge.check import check
from ...language.walk import default_of, replace_at, steps_of

MOST_REPAIRS = 30


def repair(genome: GameGenome) -> GameGenome | None:
    """The genome with faulty fields at their defaults and faulty items gone; None if that does not help."""
    for _ in range(MOST_REPAIRS):
        errors = check(genome).errors
        if not errors:
            return genome
        simpler = without(genome, steps_of(errors[-1].path))
        if simpler is None:
            return None
        genome = simpler
    return None


def without(part: Any, steps: list[str | int]) -> Any:
    """The part without what lies at the end of the steps, or else without the innermost thing around it that can go."""
    step, *rest = steps
    old = part[step] if isinstance(step, int) else getattr(part, step)
    new = without(old, rest) if rest else None
    if new is not None:
        return replace_at(part, [step], new)
    return _drop(part, step, old)


def _drop(part: Any, step: str | int, old: Any) -> Any:
    """The part without this item, unless it is the only one, or with this field at its default; None if that is no change."""
    if isinstance(step, int):
        return (*part[:step], *part[step + 1 :]) or None
    default = default_of(type(part), step)
    if default is msgspec.NODEFAULT or default == old:
        return None
    return replace_at(part, [step], default)
