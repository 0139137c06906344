"""Who plays the jobs of an evaluation: this machine, or several. All give the same records."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..simulate import Progress
    from .cache import UnitCache
    from .local import Local


def is_there(name: str) -> None:
    """An error if the library of a backend is missing."""
    if name == "ray":
        from .ray import library

        library()


def backend(
    name: str, workers: int, progress: Progress | None, cache: UnitCache | None, address: str = "", memory: float = 2.0
) -> Local:
    """The backend of that name, ready to play. `address` and `memory` (GiB a worker) are those of a cluster."""
    if name == "ray":
        from .ray import Ray

        return Ray(workers, progress, cache, address, memory)
    from .local import Local

    return Local(workers, progress, cache)
