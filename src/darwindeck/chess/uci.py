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
from .search import MEMORY, MOST_ITERATIONS, Analysis, Opinion, Search, centipawns_of, search_in_chunks

NAME = "DarwinDeck"
LONGEST_LINE = 1 << 20
ITERATIONS_PER_DEPTH = 2000  # a tree search has no depth; a deeper one gets more
TELL_EVERY = 0.2  # seconds
MOVES_LEFT = 30  # of a game, to share the clock among
LEAST_SECONDS = 0.005
NUMBERS = ("wtime", "btime", "winc", "binc", "movestogo", "depth", "nodes", "mate", "movetime")
OVERHEAD, LEAST_HASH, MOST_LINES, MOST_THREADS = 30, 16, 256, 1024
OPTIONS = (
    "option name UCI_Chess960 type check default false",
    f"option name Move Overhead type spin default {OVERHEAD} min 0 max 5000",
    f"option name Hash type spin default {MEMORY >> 20} min {LEAST_HASH} max 65536",
    f"option name Threads type spin default 1 min 1 max {MOST_THREADS}",
    f"option name MultiPV type spin default 1 min 1 max {MOST_LINES}",
    "option name Ponder type check default false",
    "option name SyzygyPath type string default <empty>",
)
# A folder of tables -> of a position the moves that keep its result, none where the tables do not know it.
Tables = Callable[[Position], list[str]]
OpenTables = Callable[[str], Tables]


@dataclass(frozen=True)
class GoLimits:
    """When to stop thinking. Waiting: not before the GUI says so."""

    iterations: int = MOST_ITERATIONS
    seconds: float | None = None
    waiting: bool = False
    ponders: bool = False  # waits for the opponent's move, after which `seconds` begin
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
    elif "wtime" in numbers or "btime" in numbers:  # where only the other side's clock is told, ours has run out
        left, bonus = numbers.get(f"{side[0]}time", 0) / 1000, numbers.get(f"{side[0]}inc", 0) / 1000
        share = left / min(numbers.get("movestogo") or MOVES_LEFT, MOVES_LEFT) + 0.7 * bonus
        seconds = min(share, 0.6 * left) - overhead
    ponders = "ponder" in words
    only = tuple(words[words.index("searchmoves") + 1 :]) if "searchmoves" in words else ()
    return GoLimits(
        max(1, min(iterations, MOST_ITERATIONS)),
        None if seconds is None else max(seconds, LEAST_SECONDS),
        ponders or "infinite" in words,
        ponders,
        only,
    )


def read_numbers(words: list[str]) -> Iterator[tuple[str, int]]:
    for name, value in pairwise(words):
        if name in NUMBERS and value.lstrip("-").isdecimal() and len(value) < 19:
            yield name, max(0, int(value))


class Engine:
    """One conversation. `say` prints a line; it is called from two threads, never at once."""

    def __init__(
        self,
        say: Callable[[str], None],
        evaluate: Evaluator | None = None,
        open_tables: OpenTables | None = None,
    ) -> None:
        self.evaluate = evaluate
        self.position: Position | None = Position()
        self.chess960 = False
        self.overhead, self.memory, self.lines = OVERHEAD / 1000, MEMORY, 1
        self.tables: Tables | None = None
        self._open_tables = open_tables
        self._say = say
        self._speaking = threading.Lock()
        self._told: list[str] = []  # the last `position`: where it begins, and the moves
        self._searched: list[str] = []  # the one that the tree belongs to
        self._search: Search | None = None
        self._limits = GoLimits()
        self._worker: threading.Thread | None = None
        self._timer: threading.Timer | None = None
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
        self._search, self.position, self._told = None, Position(), []

    def on_setoption(self, words: list[str]) -> None:
        name, _, value = " ".join(words).removeprefix("name ").partition(" value ")
        name = name.lower()
        if name == "uci_chess960":
            self.chess960 = value.lower() == "true"
        elif name == "move overhead":
            self.overhead = max(0, min(int(value), 5000)) / 1000
        elif name == "hash":
            self.on_stop([])
            self.memory, self._search = max(LEAST_HASH, min(int(value), 65536)) << 20, None
        elif name == "multipv":
            self.lines = max(1, min(int(value), MOST_LINES))
        elif name == "threads" and (use := getattr(self.evaluate, "use_threads", None)):
            self.on_stop([])
            use(max(1, min(int(value), MOST_THREADS)))  # one tree is walked by one thread; a network can use more
        elif name == "syzygypath":
            self._use_tables(value)

    def _use_tables(self, folder: str) -> None:
        self.tables = None
        if folder and folder != "<empty>":
            if self._open_tables is None:
                raise ChessError("tables of endgames need python-chess: pip install 'darwindeck[chess]'")
            self.tables = self._open_tables(folder)

    def on_position(self, words: list[str]) -> None:
        """After a position that is refused there is none, until another comes."""
        self.position = None
        split = words.index("moves") if "moves" in words else len(words)
        place, moves = words[:split], words[split + 1 :]
        if place[:1] not in (["startpos"], ["fen"]):
            raise ChessError("a position is startpos or fen")
        fen = START_FEN if place[0] == "startpos" else " ".join(place[1:])
        position = Position(fen, self.chess960)
        for move in moves:
            position.push(move)
        self.position, self._told = position, [f"{fen} {position.chess960}", *moves]

    def on_go(self, words: list[str]) -> None:
        self.on_stop([])
        if self.position is None or not self.position.legal_moves():
            if self.position is None:
                self.say("info string there is no position to think about")
            self.say("bestmove (none)")
            return
        self._limits = read_limits(words, self.position.turn, self.overhead)
        self._search = self._choose_search(self.position, self._limits)
        self._may_answer.clear()
        if not self._limits.waiting:
            self._may_answer.set()
            self._start_clock()
        self._worker = threading.Thread(target=self._think, args=(self._search, self._limits), daemon=True)
        self._worker.start()

    def _choose_search(self, position: Position, limits: GoLimits) -> Search:
        """A tree of these moves only, or the last one where the game has only gone on, or a new one."""
        legal = position.legal_moves()
        only = [move for move in limits.moves if move in legal]
        if not only and self.tables:
            only = [move for move in self.tables(position) if move in legal]
        before, self._searched = self._searched, [] if only else self._told
        if only:
            return Search(position, self.evaluate, memory=self.memory, only=only)
        kept, length = self._search, len(before)
        if kept and before and self._told[:length] == before and kept.follow(self._told[length:]):
            return kept
        return Search(position, self.evaluate, memory=self.memory)

    def on_stop(self, words: list[str]) -> None:
        """Ends the search, if there is one, and waits for its answer; the tree is kept."""
        if self._search and self._worker:
            self._search.stop()
            self._may_answer.set()
            self._worker.join()
        if self._timer:
            self._timer.cancel()
        self._worker = self._timer = None

    def on_ponderhit(self, words: list[str]) -> None:
        """The expected move was made: the clock runs now. Without one the answer comes at once."""
        if self._limits.ponders and self._limits.seconds is not None and self._worker:
            self._start_clock()
            self._may_answer.set()
        else:
            self.on_stop(words)

    def _start_clock(self) -> None:
        if self._limits.seconds is not None and self._search:
            self._timer = threading.Timer(self._limits.seconds, self._search.stop)
            self._timer.daemon = True
            self._timer.start()

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

        def tell(analysis: Analysis) -> None:
            nonlocal told
            if perf_counter() - told >= TELL_EVERY:
                told = perf_counter()
                self._inform(search, analysis, told - begin)

        try:
            analysis = search_in_chunks(search, limits.iterations, tell)
        except DarwinDeckError as error:  # an evaluator failed: the move is the best of what is known
            self.say(f"info string {error}")
            analysis = search.analysis()
        self._may_answer.wait()
        self._inform(search, analysis, perf_counter() - begin)
        reply = f" ponder {analysis.line[1]}" if len(analysis.line) > 1 else ""
        self.say(f"bestmove {analysis.best.move}{reply}")

    def _inform(self, search: Search, analysis: Analysis, seconds: float) -> None:
        for number, opinion in enumerate(analysis.opinions[: self.lines], start=1):
            line = analysis.line if number == 1 else search.line(opinion.move)
            rank = f" multipv {number}" if self.lines > 1 else ""
            self.say(info(analysis, opinion, line or [opinion.move], seconds, rank))


def info(analysis: Analysis, opinion: Opinion, line: list[str], seconds: float, rank: str = "") -> str:
    nodes = analysis.iterations
    score = f"score mate {opinion.mate}" if opinion.mate else f"score cp {centipawns_of(opinion.value)}"
    speed = f"nodes {nodes} nps {int(nodes / max(seconds, 1e-6))} time {int(seconds * 1000)}"
    depth = f"depth {len(line)} seldepth {max(analysis.deepest, len(line))}"
    return f"info {depth}{rank} {score} {speed} pv {' '.join(line)}"


def serve(
    source: BinaryIO | None = None, evaluate: Evaluator | None = None, open_tables: OpenTables | None = None
) -> None:
    """Talks to standard input and output until `quit` or the end of the input."""
    engine = Engine(lambda line: print(line, flush=True), evaluate, open_tables)
    source = source or sys.stdin.buffer
    while line := source.readline(LONGEST_LINE):
        if not engine.hear(line.decode("utf-8", "replace")):
            return
    engine.finish()
