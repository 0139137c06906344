"""DarwinDeck: software that invents card games. The public API is loaded on first use."""

from __future__ import annotations

TYPE_CHECKING = False  # not from typing, which takes 10 ms to import: Ctrl-C cannot be answered well so early
if TYPE_CHECKING:
    from typing import Any

    from . import chess, evolve, explain, search
    from .evaluation import evaluate
    from .game import Game
    from .genome.text import known_games, load_genome
    from .simulation import Job, simulate, simulate_many
    from .validation import validate

__version__ = "0.1.0"
__all__ = [
    "Game", "Job", "chess", "evaluate", "evolve", "explain", "known_games", "load_genome", "search", "simulate",
    "simulate_many", "validate",
]  # fmt: skip

# Where each name lives; a module is its own home. No module has the name of a function: importing it would hide the function.
_HOMES = {
    "Game": "game",
    "Job": "simulation",
    "evaluate": "evaluation",
    "known_games": "genome.text",
    "load_genome": "genome.text",
    "simulate": "simulation",
    "simulate_many": "simulation",
    "validate": "validation",
}


def __getattr__(name: str) -> Any:
    import importlib

    if name not in __all__:
        raise AttributeError(f"module 'darwindeck' has no attribute {name!r}")
    if name not in _HOMES:
        return importlib.import_module(f".{name}", __name__)
    return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
