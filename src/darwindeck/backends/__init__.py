"""Who plays the jobs of an evaluation: this machine, or several. All give the same records."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..simulation import Progress
    from .cache import UnitCache
    from .local import Local


def backend(name: str, workers: int, progress: Progress | None, cache: UnitCache | None) -> Local:
    """The backend of that name, ready to play."""
    if name == "ray":
        from .ray import Ray

        return Ray(workers, progress, cache)
    from .local import Local

    return Local(workers, progress, cache)
