"""What the pages have in common: the games, what is remembered, and who does long work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request

from ...genome.genome import GameGenome
from ...play.rulebooks import minutes_of_play, name_key
from ...portrait.portrait import Portrait, portrait_of_row
from .library import Library, Shown
from .store import Store
from .studio import Studio

THINKERS = 2  # searches and measurements at a time


class House:
    """What the pages have in common: the games, what is remembered, and who does long work."""

    def __init__(self, runs: Path, store: Store) -> None:
        self.runs, self.store = runs, store
        self.library = Library(runs, store)
        self.studio = Studio(store)
        self._busy = asyncio.Semaphore(THINKERS)

    async def work(self, function: Callable[..., Any], *values: Any) -> Any:
        """Does long work on a thread, a few at a time, so that the event loop goes on."""
        async with self._busy:
            return await asyncio.to_thread(function, *values)

    def game(self, request: Request) -> Shown:
        """The game that an address names."""
        found = self.library.find(request.path_params["key"])
        if found is None:
            raise HTTPException(404, "There is no such game.")
        return found

    def portrait(self, game: Shown) -> Portrait | None:
        """What was measured of a game: here, for the package, or at the end of its run."""
        return self.studio.find(game.genome) or portrait_of_row(game.row)

    def minutes(self, genome: GameGenome) -> int | None:
        """How long a game takes, if that is known already."""
        found = self.store.fact(f"minutes {name_key(genome)}")
        if found is None and (portrait := self.studio.find(genome)) is not None:
            found = portrait.minutes or None
        return None if found is None else int(found)

    def measure_minutes(self, genome: GameGenome) -> int:
        minutes = self.minutes(genome)
        if minutes is None:
            minutes = minutes_of_play(genome)
            self.store.note(f"minutes {name_key(genome)}", minutes)
        return minutes
