"""Self-play without end, to see that nothing breaks: every move is checked by the rules outside the search, every position
compared, and memory watched. The players are batched searches with few simulations, noise and a temperature."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from ..chess import Position
from ..engine.game import Game
from ..errors import SearchError
from ..search import BatchedMCTS, SearchOptions, heuristic_evaluator, run

TREES = 64
OPTIONS = SearchOptions(
    dirichlet_epsilon=0.25, temperature_plies=30, full_share=0.5, quick_simulations=4, memory=1 << 28, cache=4 << 20
)
STATM = Path("/proc/self/statm")
LOOKS = 10  # at memory: after each tenth of the soak
WARM = 0.2  # the share of the soak after which memory should have stopped growing


@dataclass(frozen=True)
class Limit:
    """When to stop: after so many games, or else after so many seconds."""

    games: int | None = None
    seconds: float = 0.0

    def share(self, games: int, seconds: float) -> float:
        """How much of the soak is done."""
        if self.games is not None:
            return games / self.games
        return seconds / self.seconds if self.seconds > 0 else 1.0


@dataclass
class SoakResult:
    """What was played of one game."""

    game: str
    games: int = 0
    plies: int = 0
    simulations: int = 0
    seconds: float = 0.0
    endings: Counter[str] = field(default_factory=Counter)
    is_stopped: bool = False  # by Ctrl-C, before its end
    memory: list[tuple[float, int]] = field(default_factory=list)  # share of the soak, resident bytes

    def look(self, share: float) -> None:
        """Notes what memory is held, once for each tenth of the soak: the notes must not grow with the games."""
        last = self.memory[-1][0] if self.memory else 0.0
        if int(share * LOOKS) > int(last * LOOKS):
            self.memory.append((share, resident_bytes()))

    @property
    def warm_memory(self) -> int:
        return next((held for share, held in self.memory if share >= WARM), self.last_memory)

    @property
    def last_memory(self) -> int:
        return self.memory[-1][1]


def resident_bytes() -> int:
    """What this process holds now, or where that is not known the most it ever held."""
    if STATM.exists():
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    import resource

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


class ChessSelfPlay:
    """Chess by ask and tell."""

    def __init__(self, trees: int, simulations: int, threads: int, seed: int) -> None:
        self.positions = [Position() for _ in range(trees)]
        self.search = BatchedMCTS(self.positions, simulations, seed=seed, threads=threads, options=OPTIONS)

    def think(self) -> None:
        run(self.search, heuristic_evaluator)

    def make(self, tree: int, move: int) -> None:
        position = self.positions[tree]
        position.push(position.move(move))  # an error if it is not legal

    def compare(self, tree: int) -> bool:
        return self.search._core.position(tree).fen() == self.positions[tree].fen()

    def ending(self, tree: int) -> str | None:
        outcome = self.positions[tree].outcome(claim_draw=True)
        return outcome and outcome.reason

    def begin(self, tree: int) -> None:
        self.positions[tree] = Position()
        self.search.restart(tree, self.positions[tree])


class CardSelfPlay:
    """A card game, judged by random games inside the core."""

    def __init__(self, name: str, trees: int, simulations: int, threads: int, seed: int) -> None:
        self.game, self.seed, self.next = Game(name), seed, trees
        self.states = [self.game.start(seed, index) for index in range(trees)]
        self.search = BatchedMCTS(self.states, simulations, seed=seed, threads=threads, options=OPTIONS)

    def think(self) -> None:
        self.search.grow("heuristic")

    def make(self, tree: int, move: int) -> None:
        self.states[tree] = self.game.apply(self.states[tree], move)  # an error if it is not legal

    def compare(self, tree: int) -> bool:
        return self.search.state(tree) == self.states[tree]

    def ending(self, tree: int) -> str | None:
        return self.game.ending(self.states[tree])

    def begin(self, tree: int) -> None:
        self.states[tree] = self.game.start(self.seed, self.next)
        self.next += 1
        self.search.restart(tree, self.states[tree])


def soak(
    name: str,
    limit: Limit,
    simulations: int = 16,
    threads: int = 1,
    seed: int = 0,
    progress: Callable[[int], None] = lambda more: None,
) -> SoakResult:
    """Plays games of chess or of a card game until the limit or Ctrl-C; what should never happen is an error."""
    trees = min(TREES, limit.games or TREES)
    result, begin = SoakResult(name), monotonic()
    self_play = ChessSelfPlay(trees, simulations, threads, seed) if name == "chess" else CardSelfPlay(name, trees, simulations, threads, seed)  # fmt: skip
    share = 0.0
    try:
        while share < 1.0:
            make_moves(self_play, result)
            note_ends(self_play, result, progress)
            result.seconds = monotonic() - begin
            share = limit.share(result.games, result.seconds)
            result.look(share)
    except KeyboardInterrupt:
        result.is_stopped = True
        result.memory.append((share, resident_bytes()))
    result.simulations = self_play.search.stats().simulations
    return result


def make_moves(self_play: ChessSelfPlay | CardSelfPlay, result: SoakResult) -> None:
    """A search and a move in each game; outside the search the move is made by the rules."""
    self_play.think()
    moves = self_play.search.sample_moves()
    for tree, move in enumerate(moves):
        if move >= 0:
            self_play.make(tree, move)
            result.plies += 1
    self_play.search.advance(moves)


def note_ends(self_play: ChessSelfPlay | CardSelfPlay, result: SoakResult, progress: Callable[[int], None]) -> None:
    """Compares the positions with those played outside, counts the games that are over and begins others."""
    ended = 0
    for tree in range(self_play.search.trees):
        if not self_play.compare(tree):
            raise SearchError(f"{result.game}: after {result.games} games the tree and the table differ")
        if not self_play.search.root(tree).is_over:
            continue
        ending = self_play.ending(tree)
        if ending is None:
            raise SearchError(f"{result.game}: after {result.games} games a search calls a game over that is not")
        result.endings[ending] += 1
        ended += 1
        self_play.begin(tree)
    result.games += ended
    if ended:
        progress(ended)


def shares(total: int | None, hours: float | None, names: Sequence[str]) -> list[Limit]:
    """The limit of each game: an equal part of the games or of the time."""
    if total is not None:
        return [Limit(games=total // len(names) + (place < total % len(names))) for place in range(len(names))]
    return [Limit(seconds=(hours or 0.0) * 3600 / len(names)) for _ in names]
