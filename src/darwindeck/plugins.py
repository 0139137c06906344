"""What other packages bring, found by their entry points: players, metrics, operators and profiles."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from .errors import PluginError

PLAYERS, METRICS, MUTATIONS, CROSSOVERS, TWISTS, PROFILES = (
    f"darwindeck.{kind}" for kind in ("players", "metrics", "mutations", "crossovers", "twists", "profiles")
)


def names(group: str) -> list[str]:
    """What there is to load in a group."""
    return sorted({entry.name for entry in entry_points(group=group)})


def load(group: str, name: str) -> Any:
    """The object that a package brings under that name; None if no package does."""
    entry = _find(group, name)
    try:
        return None if entry is None else entry.load()
    except Exception as error:  # whatever importing another's package may raise
        raise PluginError(f"{group}: {name!r} cannot be loaded: {' '.join(str(error).split())}") from None


def origins(used: Sequence[tuple[str, str]]) -> dict[str, str]:
    """For each (group, name) that a package brings: which package, and its version."""
    found = {}
    for group, name in used:
        if entry := _find(group, name):
            found[f"{group}.{name}"] = f"{entry.dist.name} {entry.dist.version}" if entry.dist else entry.value
    return found


def _find(group: str, name: str) -> EntryPoint | None:
    return next(iter(entry_points(group=group, name=name)), None)
