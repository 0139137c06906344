"""A UCI engine: reads commands, answers at once, thinks in a thread of its own. Input that means nothing is ignored."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from time import perf_counter
from typing import BinaryIO

from darwindeck.errors import ChessError, DarwinDeckError
from darwindeck.search import Evaluator

from .position import START_FEN, Position
from .search import MOST_ITERATIONS, Analysis, Search, centipawns_of, search_in_chunks

NAME = "DarwinDeck"
LONGEST_LINE = 1 << 20
ITERATIONS_PER_DEPTH = 2000  # a tree search has no depth; a deeper one gets more
TELL_EVERY = 0.2  # seconds
MOVES_LEFT = 30  # of a game, to share the clock among
LEAST_SECONDS = 0.005
NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime")
OPTIONS = (
    "option name UCI_Chess960 type check default false",
    "option name Move Overhead type spin default 30 min 0 max 5000",
)


@dataclass(frozen=True)
class GoLimits:
    """When to stop thinking. Waiting: not before the GUI says so."""

    iterations: int = MOST_ITERATIONS
    seconds: float | None = None
    waiting: bool = False
    moves: tuple[str, ...] = ()  # only these, if any


def read_limits(words: list[str], side: str, overhead: float) -> GoLimits:
    """What follows `go`; what cannot be understood there is as if it were not."""
    numbers = dict(read_numbers(words))
    iterations, seconds = MOST_ITERATIONS, None
    if "nodes" in numbers:
        iterations = numbers["nodes"]
    elif "depth" in numbers or "mate" in numbers:
        iterations = ITERATIONS_PER_DEPTH * (numbers.get("depth") or numbers.get("mate", 1))
    if "movetime" in numbers:
        seconds = numbers["movetime"] / 1000 - overhead
    elif f"{side[0]}time" in numbers:
        left, bonus = numbers[f"{side[0]}time"] / 1000, numbers.get(f"{side[0]}inc", 0) / 1000
        share = left / min(numbers.get("movestogo") or MOVES_LEFT, MOVES_LEFT) + 0.7 * bonus
        seconds = min(share, 0.6 * left) - overhead
    waiting = "infinite" in words or "ponder" in words
    only = tuple(words[words.index("searchmoves") + 1 :]) if "searchmoves" in words else ()
    return GoLimits(max(1, min(iterations, MOST_ITERATIONS)), seconds and max(seconds, LEAST_SECONDS), waiting, only)


def read_numbers(words: list[str]) -> Iterator[tuple[str, int]]:
    for name, value in pairwise(words):
        if name in NUMBERS and value.lstrip("-").isdecimal() and len(value) < 19:
            yield name, max(0, int(value))


class Engine:
    """One conversation. `say` prints a line; it is called from two threads, never at once."""

    def __init__(self, say: Callable[[str], None], evaluate: Evaluator | None = None) -> None:
        self.evaluate = evaluate
        self.position = Position()
        self.chess960 = False
        self.overhead = 0.03
        self._say = say
        self._speaking = threading.Lock()
        self._search: Search | None = None
        self._worker: threading.Thread | None = None
        self._may_answer = threading.Event()

    def say(self, line: str) -> None:
        with self._speaking:
            self._say(line)

    def hear(self, line: str) -> bool:
        """Acts on one line; False once the conversation is over."""
        words = line.split()
        act = getattr(self, f"on_{words[0]}", None) if words and words[0].isalpha() else None
        if act is None:
            return True
        try:
            return act(words[1:]) is not False
        except DarwinDeckError as error:
            self.say(f"info string {error}")
        except (ValueError, ArithmeticError, LookupError, MemoryError) as error:
            self.say(f"info string {type(error).__name__}")
        return True

    def on_uci(self, words: list[str]) -> None:
        self.say(f"id name {NAME}")
        self.say("id author the DarwinDeck authors")
        for option in OPTIONS:
            self.say(option)
        self.say("uciok")

    def on_isready(self, words: list[str]) -> None:
        self.say("readyok")

    def on_ucinewgame(self, words: list[str]) -> None:
        self.on_stop([])
        self.position = Position()

    def on_setoption(self, words: list[str]) -> None:
        name, _, value = " ".join(words).lower().removeprefix("name ").partition(" value ")
        if name == "uci_chess960":
            self.chess960 = value == "true"
        elif name == "move overhead":
            self.overhead = max(0, min(int(value), 5000)) / 1000

    def on_position(self, words: list[str]) -> None:
        split = words.index("moves") if "moves" in words else len(words)
        place, moves = words[:split], words[split + 1 :]
        if place[:1] not in (["startpos"], ["fen"]):
            raise ChessError("a position is startpos or fen")
        position = Position(START_FEN if place[0] == "startpos" else " ".join(place[1:]), self.chess960)
        for move in moves:
            position.push(move)
        self.position = position

    def on_go(self, words: list[str]) -> None:
        self.on_stop([])
        if not self.position.legal_moves():
            self.say("bestmove (none)")
            return
        limits = read_limits(words, self.position.turn, self.overhead)
        self._search = Search(self.position, self.evaluate)
        self._may_answer.clear()
        if not limits.waiting:
            self._may_answer.set()
        self._worker = threading.Thread(target=self._think, args=(self._search, limits), daemon=True)
        self._worker.start()

    def on_stop(self, words: list[str]) -> None:
        if self._search and self._worker:
            self._search.stop()
            self._may_answer.set()
            self._worker.join()
        self._search = self._worker = None

    def on_ponderhit(self, words: list[str]) -> None:
        """We never ask to ponder; who makes us do so all the same gets the move now."""
        self.on_stop(words)

    def on_quit(self, words: list[str]) -> bool:
        self.on_stop(words)
        return False

    def finish(self) -> None:
        """No more commands will come: a search with an end may reach it, any other is stopped."""
        if self._worker and self._may_answer.is_set():
            self._worker.join()
        self.on_stop([])

    def _think(self, search: Search, limits: GoLimits) -> None:
        begin = told = perf_counter()
        timer = threading.Timer(limits.seconds, search.stop) if limits.seconds and not limits.waiting else None
        if timer:
            timer.daemon = True
            timer.start()

        def tell(analysis: Analysis) -> None:
            nonlocal told
            if perf_counter() - told >= TELL_EVERY:
                told = perf_counter()
                self.say(info(analysis, told - begin))

        try:
            analysis = search_in_chunks(search, limits.iterations, tell)
        except DarwinDeckError as error:  # an evaluator failed: the move is the best of what is known
            self.say(f"info string {error}")
            analysis = search.analysis()
        if timer:
            timer.cancel()
        self._may_answer.wait()
        self.say(info(analysis, perf_counter() - begin))
        allowed = [opinion.move for opinion in analysis.opinions if opinion.move in limits.moves]
        self.say(f"bestmove {(allowed or [analysis.best.move])[0]}")


def info(analysis: Analysis, seconds: float) -> str:
    nodes = analysis.iterations
    score = f"score cp {centipawns_of(analysis.best.value)}"
    speed = f"nodes {nodes} nps {int(nodes / max(seconds, 1e-6))} time {int(seconds * 1000)}"
    return f"info depth {max(1, len(analysis.line))} {score} {speed} pv {' '.join(analysis.line)}"


def serve(source: BinaryIO | None = None, evaluate: Evaluator | None = None) -> None:
    """Talks to standard input and output until `quit` or the end of the input."""
    engine = Engine(lambda line: print(line, flush=True), evaluate)
    source = source or sys.stdin.buffer
    while line := source.readline(LONGEST_LINE):
        if not engine.hear(line.decode("utf-8", "replace")):
            return
    engine.finish()
