"""What a search thinks of a position. Without an evaluator, positions are judged by material, mobility and captures."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from darwindeck.errors import ChessError
from darwindeck.search import BatchedMCTS, Evaluator, SearchOptions, heuristic_evaluator

from .position import Position

HALF_SURE = 300  # centipawns worth half a win, as in core/chess/evaluate.hpp
MOST_CENTIPAWNS = 10_000
FIRST_CHUNK = 512
MOST_ITERATIONS = 20_000_000
MEMORY = 2 << 30  # of a tree; a search that fills it ends there
CACHE = 32 << 20  # of evaluations
LEAVES = 16  # of the tree in one batch, for an evaluator
HEURISTIC_EXPLORATION = 3.0  # solves more than 1.75 and plays as well; 4.5 solves a little more and plays worse


@dataclass(frozen=True)
class Opinion:
    move: str
    visits: int
    value: float  # expected result for the side to move, from -1 to 1
    mate: int = 0  # n: the move is proven to mate in at most n moves, -n: to be mated; 0: neither


@dataclass(frozen=True)
class Analysis:
    """The legal moves, best first, and the line that both sides are expected to play."""

    opinions: list[Opinion]
    line: list[str]
    deepest: int = 0  # plies that a simulation went down

    @property
    def best(self) -> Opinion:
        return self.opinions[0]

    @property
    def iterations(self) -> int:
        return sum(opinion.visits for opinion in self.opinions)


@dataclass(frozen=True)
class Judgement:
    policy: dict[str, float]  # of every legal move; they add up to 1
    value: float  # expected result for the side to move, from -1 to 1


class Search:
    """A tree that grows on demand; `stop` may be called from any thread. With `only`, it thinks about these moves alone."""

    def __init__(
        self,
        position: Position,
        evaluate: Evaluator | None = None,
        leaves: int = LEAVES,
        memory: int = MEMORY,
        only: Sequence[str] = (),
    ) -> None:
        if not position.legal_moves():
            raise ChessError(f"there is no legal move in {position.fen()}")
        self.position = as_if_going_on(position)
        self.evaluate = evaluate
        by_heuristic = evaluate is None or evaluate is heuristic_evaluator
        options = SearchOptions(
            memory=memory,
            cache=CACHE if evaluate else 0,
            cache_by_position=by_heuristic or bool(getattr(evaluate, "ignores_history", False)),
            leaves_per_tree=leaves if evaluate else 1,
            c_puct=HEURISTIC_EXPLORATION if by_heuristic else SearchOptions.c_puct,
        )
        self._trees = BatchedMCTS([self.position], MOST_ITERATIONS, options=options)
        if only and not self._trees.root(0).is_over:
            self._trees.confine(0, only)
        self.stopped = False

    def grow(self, iterations: int) -> Analysis:
        """Thinks until there have been so many iterations in all, or until stopped; an evaluator may finish its batch."""
        wanted = min(iterations, MOST_ITERATIONS)
        if self.evaluate is None:
            missing = wanted - self.iterations
            if missing > 0:
                self._trees.grow("heuristic", missing)
            return self.analysis()
        while not self._trees.done and self.iterations < wanted:
            if self.stopped and self.iterations > 0:
                break
            self._trees.tell(*self.evaluate(self._trees.ask()))
        return self.analysis()

    @property
    def iterations(self) -> int:
        """How many there have been, those that are kept of an earlier search included."""
        return self._trees.root(0).simulations

    def follow(self, moves: Sequence[str]) -> bool:
        """Makes moves and keeps what was thought of what follows them. False: such a position must be searched anew."""
        after = self.position.copy()
        for move in moves:
            after.push(move)
        if as_if_going_on(after) is not after or not after.legal_moves():
            return False
        for move in moves:
            self._trees.advance([move])
        self.position, self.stopped = after, False
        self._trees.resume()
        return True

    def stop(self) -> None:
        self.stopped = True
        self._trees.stop()

    def analysis(self) -> Analysis:
        roots = self._trees.roots()
        columns = (of.tolist() for of in (roots.actions, roots.visits, roots.values, roots.proofs))
        opinions = [
            Opinion(self.position.move(action), visits, value, moves_of(plies))
            for action, visits, value, plies in zip(*columns, strict=True)
            if visits
        ]
        if not opinions:  # a dead position has no tree; any other is not known yet
            moves, visits = self.position.legal_moves(), int(self._trees.root(0).is_over)
            return Analysis([Opinion(move, visits, 0.0) for move in moves], moves[:1])
        chosen = self._trees.move_names(self._trees.best_moves())[0]
        opinions.sort(key=lambda of: (of.move != chosen, of.mate < 0, -of.visits, -of.value))
        return Analysis(opinions, self.line(), self._trees.stats().deepest)

    def line(self, move: str | None = None) -> list[str]:
        """What both sides are expected to play, from the best move or another one on."""
        at, names = self.position.copy(), []
        for action in self._trees.line(0, None if move is None else at.action(move)):
            names.append(at.move(action))
            at.push(names[-1])
        return names


def as_if_going_on(position: Position) -> Position:
    """The position, or if a search would call it drawn, the same without its past, or with its quiet moves forgotten."""
    if position.repeats >= 2:
        position = Position(position.fen(), position.chess960)
    fields = position.fen().split()
    if int(fields[4]) >= 100:
        fields[4] = "0"
        position = Position(" ".join(fields), position.chess960)
    return position


def moves_of(plies: int) -> int:
    """The moves until a mate that is proven within so many plies; negative for the one who is mated."""
    return (plies + 1) // 2 if plies > 0 else -(-plies // 2)


def search_in_chunks(search: Search, iterations: int, tell: Callable[[Analysis], None]) -> Analysis:
    """Grows the tree to its budget in chunks of doubling size; `tell` hears of each, so that somebody may watch. It ends
    sooner where the result is proven."""
    size = min(max(FIRST_CHUNK, 2 * search.iterations), iterations)
    analysis = search.grow(size)
    while size < iterations and not search.stopped and not analysis.best.mate:
        tell(analysis)
        size = min(2 * size, iterations)
        grown = search.grow(size)
        if grown.iterations == analysis.iterations:  # it cannot grow: no memory, or nothing to think about
            break
        analysis = grown
    return analysis


def analyze(position: Position | str, iterations: int = 10_000, evaluate: Evaluator | None = None) -> Analysis:
    at = Position(position) if isinstance(position, str) else position
    return Search(at, evaluate).grow(iterations)


def evaluate(position: Position | str, iterations: int = 1000, evaluator: Evaluator | None = None) -> Judgement:
    """Policy and value of a position whose game is not over: how often a search visited each move, and what it expects."""
    at = Position(position) if isinstance(position, str) else position
    analysis = analyze(at, iterations, evaluator)
    visits = dict.fromkeys(at.legal_moves(), 0) | {opinion.move: opinion.visits for opinion in analysis.opinions}
    total = sum(visits.values())
    value = sum(opinion.visits * opinion.value for opinion in analysis.opinions) / total
    return Judgement({move: count / total for move, count in visits.items()}, value)


def centipawns_of(value: float) -> int:
    """The lead that is worth such a value, the inverse of the core's fraction."""
    bounded = max(-0.97, min(0.97, value))
    return max(-MOST_CENTIPAWNS, min(MOST_CENTIPAWNS, math.trunc(HALF_SURE * bounded / (1 - abs(bounded)))))
