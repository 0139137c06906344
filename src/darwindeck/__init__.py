"""DarwinDeck: software that invents card games. The public API is loaded on first use."""

from __future__ import annotations

import sys

TYPE_CHECKING = False  # not from typing, which takes 10 ms to import: Ctrl-C cannot be answered well so early
if TYPE_CHECKING:
    from types import ModuleType
    from typing import Any

    from . import chess, explain, search
    from .compile.validate import validate
    from .engine.game import Game
    from .evaluate.evaluate import evaluate
    from .experiment.evolve import evolve
    from .genome.text import exact_games, invented_games, known_games, load_genome
    from .simulate.simulate import Job, simulate, simulate_many

else:
    ModuleType = type(sys)

__version__ = "0.1.0"
__all__ = [
    "Game", "Job", "chess", "evaluate", "evolve", "exact_games", "explain", "invented_games", "known_games", "load_genome",
    "search", "simulate", "simulate_many", "validate",
]  # fmt: skip

# Where each name lives; a package is its own home.
_HOMES = {
    "Game": "engine.game",
    "Job": "simulate.simulate",
    "evaluate": "evaluate.evaluate",
    "evolve": "experiment.evolve",
    "exact_games": "genome.text",
    "invented_games": "genome.text",
    "known_games": "genome.text",
    "load_genome": "genome.text",
    "simulate": "simulate.simulate",
    "simulate_many": "simulate.simulate",
    "validate": "compile.validate",
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


class _Package(ModuleType):
    """Some functions have the name of the package that they live in. Importing that package would hide the function,
    because Python then sets the attribute of the parent: so setting these has no effect, and reading gives the function."""

    @property
    def simulate(self) -> Any:
        return __getattr__("simulate")

    @simulate.setter
    def simulate(self, package: ModuleType) -> None:
        pass

    @property
    def evaluate(self) -> Any:
        return __getattr__("evaluate")

    @evaluate.setter
    def evaluate(self, package: ModuleType) -> None:
        pass

    @property
    def evolve(self) -> Any:
        return __getattr__("evolve")

    @evolve.setter
    def evolve(self, package: ModuleType) -> None:
        pass


sys.modules[__name__].__class__ = _Package
