"""Measuring games for their pages: in the background, one at a time on one thread, so that tables stay quick."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from ...errors import DarwinDeckError, RunError
from ...genome.genome import GameGenome
from ...play.rulebooks import name_key
from ...portrait.portrait import STEPS, Portrait, take_portrait
from ...portrait.shipped import find_shipped
from ...simulate.backends.local import Local
from .store import Store

MOST_WAITING = 8
FACT = "portrait 1"  # under which they are kept; the number changes with their shape


class Studio:
    """The portraits that there are, and those under way. A portrait that is done is kept in the store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.under_way: dict[str, dict[str, Any]] = {}
        self.failed: dict[str, str] = {}
        self._one = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._closed = False

    def find(self, genome: GameGenome) -> Portrait | None:
        """One that was measured here, or that is shipped."""
        kept = self.store.fact(f"{FACT} {name_key(genome)}")
        return find_shipped(genome) if kept is None else msgspec.convert(kept, Portrait)

    def begin(self, genome: GameGenome) -> None:
        """Measures the game as soon as those before it are done; nothing happens if it is under way already."""
        key = name_key(genome)
        if key in self.under_way:
            return
        if len(self.under_way) >= MOST_WAITING:
            raise RunError(f"{MOST_WAITING} games are waiting to be measured already; try again later")
        self.failed.pop(key, None)
        self.under_way[key] = {"step": "waiting", "done": 0, "of": len(STEPS)}
        task = asyncio.create_task(self._measure(key, genome))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _measure(self, key: str, genome: GameGenome) -> None:
        def tell(step: str, number: int) -> None:
            if self._closed:
                raise RunError("the server ends")
            self.under_way[key] = {"step": step, "done": number, "of": len(STEPS)}

        try:
            async with self._one:
                portrait = await asyncio.to_thread(take_portrait, genome, Local(threads=1), tell)
            self.store.note(f"{FACT} {key}", msgspec.to_builtins(portrait))
        except DarwinDeckError as error:
            self.failed[key] = str(error)
        finally:
            del self.under_way[key]

    def state(self, genome: GameGenome) -> dict[str, Any]:
        """How far it is: `done` steps `of` all, whether it is `ready`, or what went wrong."""
        key = name_key(genome)
        ready = key not in self.under_way and self.store.fact(f"{FACT} {key}") is not None
        return {"ready": ready, "failed": self.failed.get(key), **self.under_way.get(key, {})}

    async def close(self) -> None:
        """Ends what is under way after the step that is being measured."""
        self._closed = True
        await asyncio.gather(*self._tasks)
