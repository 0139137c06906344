"""What a search thinks of a position. Until a network is given, positions are judged by material and mobility."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from darwindeck import _core
from darwindeck.errors import ChessError

from .position import Position

EXPLORATION = 1.5
HALF_SURE = 300  # centipawns worth half a win, as in core/chess/evaluate.hpp
MOST_CENTIPAWNS = 10_000
FIRST_CHUNK = 512
MOST_ITERATIONS = 20_000_000  # two gigabytes of tree


@dataclass(frozen=True)
class Opinion:
    move: str
    visits: int
    value: float  # expected result for the side to move, from -1 to 1


@dataclass(frozen=True)
class Analysis:
    """The legal moves, best first, and the line that both sides are expected to play."""

    opinions: list[Opinion]
    line: list[str]

    @property
    def best(self) -> Opinion:
        return self.opinions[0]

    @property
    def iterations(self) -> int:
        return sum(opinion.visits for opinion in self.opinions)


@dataclass(frozen=True)
class Evaluation:
    policy: dict[str, float]  # of every legal move; they add up to 1
    value: float  # expected result for the side to move, from -1 to 1


class Search:
    """A tree that grows on demand; `stop` may be called from any thread."""

    def __init__(self, position: Position, seed: int = 0, exploration: float = EXPLORATION) -> None:
        try:
            self._core = _core.ChessSearch(position._core, exploration, seed)
        except ValueError:
            raise ChessError(f"there is no legal move in {position.fen()}") from None
        self.stopped = False

    def grow(self, iterations: int) -> Analysis:
        """Thinks until there have been so many iterations in all, or until stopped."""
        self._core.grow(min(iterations, MOST_ITERATIONS))
        return self.analysis()

    def stop(self) -> None:
        self.stopped = True
        self._core.stop()

    def analysis(self) -> Analysis:
        opinions = sorted(
            (Opinion(*opinion) for opinion in self._core.opinions()), key=lambda of: (-of.visits, -of.value)
        )
        return Analysis(opinions, self._core.line())


def search_in_chunks(search: Search, iterations: int, tell: Callable[[Analysis], None]) -> Analysis:
    """Grows the tree to its budget in chunks of doubling size; `tell` hears of each, so that somebody may watch."""
    size = min(FIRST_CHUNK, iterations)
    analysis = search.grow(size)
    while size < iterations and not search.stopped:
        tell(analysis)
        size = min(2 * size, iterations)
        analysis = search.grow(size)
    return analysis


def analyze(position: Position | str, iterations: int = 10_000, seed: int = 0) -> Analysis:
    at = Position(position) if isinstance(position, str) else position
    return Search(at, seed).grow(iterations)


def evaluate(position: Position | str, iterations: int = 1000, seed: int = 0) -> Evaluation:
    """Policy and value of a position whose game is not over: how often a search visited each move, and what it expects."""
    at = Position(position) if isinstance(position, str) else position
    analysis = analyze(at, iterations, seed)
    visits = dict.fromkeys(at.legal_moves(), 0) | {opinion.move: opinion.visits for opinion in analysis.opinions}
    total = sum(visits.values())
    value = sum(opinion.visits * opinion.value for opinion in analysis.opinions) / total
    return Evaluation({move: count / total for move, count in visits.items()}, value)


def centipawns_of(value: float) -> int:
    """The lead that is worth such a value, the inverse of the core's fraction."""
    bounded = max(-0.97, min(0.97, value))
    return max(-MOST_CENTIPAWNS, min(MOST_CENTIPAWNS, math.trunc(HALF_SURE * bounded / (1 - abs(bounded)))))
