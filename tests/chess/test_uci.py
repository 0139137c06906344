"""The UCI engine: whole games under python-chess, answers at any time, and no input that kills it."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Queue

import numpy as np
import pytest

from darwindeck.chess import Position
from darwindeck.chess.uci import Engine, read_limits
from darwindeck.search import Leaves

from ..patience import PATIENCE
from .fuzz_uci import fuzz

COMMAND = [sys.executable, "-c", "from darwindeck.cli import main; main()", "chess", "uci"]
STOCKFISH = shutil.which("stockfish") or shutil.which("/usr/games/stockfish")
CLOCK, BONUS = float(PATIENCE), 0.1  # seconds for a game, and more for each move
NODES = 2000


class Talk:
    """A running engine, spoken to line by line."""

    def __init__(self, process: subprocess.Popen[bytes]) -> None:
        self.process = process
        self.lines: Queue[str] = Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.lines.put(line.decode().rstrip())

    def say(self, line: str | bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(line.encode() + b"\n" if isinstance(line, str) else line)
        self.process.stdin.flush()

    def wait_for(self, start: str) -> str:
        while True:
            line = self.lines.get(timeout=PATIENCE)
            if line.startswith(start):
                return line


@contextmanager
def talk() -> Iterator[Talk]:
    process = subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    try:
        yield Talk(process)
        process.communicate(b"quit\n", timeout=PATIENCE)
        assert process.returncode == 0
    finally:
        process.kill()


def test_a_conversation() -> None:
    with talk() as engine:
        engine.say("uci")
        engine.wait_for("id name DarwinDeck")
        engine.wait_for("uciok")
        engine.say("position startpos moves e2e4 e7e5")
        engine.say("go infinite")
        engine.say("isready")
        engine.wait_for("readyok")
        engine.say("stop")
        move = engine.wait_for("bestmove").split()[1]
        assert move in Position().push("e2e4").push("e7e5").legal_moves()
        for limits in ("nodes 100", "movetime 50", "wtime 1000 btime 1000 winc 10 binc 10", "depth 1", "ponder"):
            engine.say(f"go {limits}")
            if limits == "ponder":
                engine.say("ponderhit")
            assert len(engine.wait_for("bestmove").split()[1]) == 4
        engine.say("go searchmoves h7h6 nodes 50")
        engine.say("position fen 7k/5Q2/6K1/8/8/8/8/8 b - - 0 1")
        engine.wait_for("bestmove")
        engine.say("go nodes 10")
        assert engine.wait_for("bestmove") == "bestmove (none)"


def test_searchmoves_and_chess960() -> None:
    said: list[str] = []
    engine = Engine(said.append)
    engine.hear("go nodes 200 searchmoves a2a3")
    engine.finish()
    assert said[-1].startswith("bestmove a2a3")
    engine.hear("setoption name UCI_Chess960 value true")
    engine.hear("position fen r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1 moves e1h1")
    assert engine.position.fen().startswith("r3k2r/8/8/8/8/8/8/R4RK1 b")


def test_an_evaluator_that_fails_is_named_and_a_move_is_made() -> None:
    said: list[str] = []
    for good in (0, 5):
        answers = 0

        def failing(leaves: Leaves) -> tuple[None, np.ndarray]:
            nonlocal answers
            answers += 1
            return None, np.full(len(leaves), 0 if answers <= good else np.nan, np.float32)  # noqa: B023

        engine = Engine(said.append, failing)
        engine.hear("go nodes 400")
        engine.finish()
        assert any(line.startswith("info string tell: the value of leaf 0") for line in said)
        assert said[-1].split()[1] in Position().legal_moves()


def test_the_clock_is_never_overrun() -> None:
    for left in (1, 50, 1000, 100_000):
        seconds = read_limits(f"wtime {left} btime 1".split(), "white", 0.03).seconds
        assert seconds is not None and 0 < seconds <= max(0.6 * left / 1000, 0.005)


# What fastchess asks of an engine before it lets it play (its `--compliance`), in its order.
COMPLIANCE = [
    "go wtime 100", "go btime 100", "go wtime 100 winc 100 btime 100 binc 100", "go btime 100 binc 100 wtime 100 winc 100",
]  # fmt: skip


def test_what_fastchess_asks_of_an_engine() -> None:
    """White is to move, also where only Black's clock is told; a line with a score comes before each move."""
    with talk() as engine:
        for line, answer in (("uci", "uciok"), ("isready", "readyok"), ("ucinewgame\nisready", "readyok")):
            engine.say(line)
            engine.wait_for(answer)
        for position in ("fen 3r2k1/p5n1/1pq1p2p/2p3p1/2P1P1n1/1P1P2pP/PN1Q2K1/5R2 w - - 0 27", "startpos"):
            engine.say(f"position {position}\nisready")
            engine.wait_for("readyok")
            for line in COMPLIANCE:
                engine.say(line)
                assert " score " in engine.wait_for("info")
                engine.wait_for("bestmove")


GARBAGE = [
    b"\n", b"\x00\xff\xfe\n", b"go nodes\n", b"go nodes x wtime y\n", b"position\n", b"position fen\n", b"position fen x y z\n",
    b"position startpos moves e2e5\n", b"setoption\n", b"setoption name Seed value x\n", b"stop\n", b"ponderhit\n",
    b"go movetime -5\n", b"go wtime 99999999999999999999999\n", b"x" * 3_000_000 + b"\n", b"__init__ 1\n", b"hear x\n",
    "position fen ♔ ♚\n".encode(), b"go nodes 5 nodes 5\n", b"uci uci uci\n", b"debug on\n", b"register later\n",
]  # fmt: skip


def test_garbage_never_kills_it() -> None:
    with talk() as engine:
        for line in GARBAGE:
            engine.say(line)
        engine.say("isready")
        engine.wait_for("readyok")
        engine.say("position startpos")
        engine.say("go nodes 50")
        engine.wait_for("bestmove")


WORDS = (
    "position startpos fen moves go infinite ponder nodes movetime wtime btime 1 50 -3 e2e4 e7e5 stop isready uci "
    "setoption name value UCI_Chess960 true ucinewgame ponderhit depth searchmoves 8/8 w -"
)


def test_any_words_in_any_order() -> None:
    rng = random.Random(5)
    words = [*WORDS.split(" "), "\x00", "é"]
    engine = Engine(lambda line: None)
    for _ in range(1500):
        line = " ".join(rng.choices(words, k=rng.randint(1, 7)))
        if not any(slow in line for slow in ("wtime", "btime", "movetime", "depth")):
            assert engine.hear(line)
    engine.finish()


def test_hostile_lines() -> None:
    assert fuzz(runs=1500, seed=1) > 50


def play_against_stockfish(white: bool, clock: float, nodes: int | None = None) -> int:
    """Forty moves each, or to the end, with a clock of our own; returns the plies played."""
    import chess
    import chess.engine

    environment = os.environ | {"PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    assert STOCKFISH
    board = chess.Board()
    with (
        chess.engine.SimpleEngine.popen_uci(COMMAND, env=environment, timeout=PATIENCE) as ours,
        chess.engine.SimpleEngine.popen_uci(STOCKFISH, timeout=PATIENCE) as theirs,
    ):
        theirs.configure({"Skill Level": 0})
        left = clock
        while not board.is_game_over() and len(board.move_stack) < 80:
            if (board.turn == chess.WHITE) == white:
                limit = chess.engine.Limit(
                    white_clock=left, black_clock=left, white_inc=BONUS, black_inc=BONUS, nodes=nodes
                )
                begin = time.monotonic()
                result = ours.play(board, limit)
                left += BONUS - (time.monotonic() - begin)
                assert left > BONUS, "lost on time"
            else:
                result = theirs.play(board, chess.engine.Limit(nodes=1))
            assert result.move in board.legal_moves
            board.push(result.move)
    return len(board.move_stack)


@pytest.mark.parametrize("white", [True, False])
def test_a_game_against_stockfish(white: bool) -> None:
    pytest.importorskip("chess", reason="python-chess is not installed: pip install chess")
    if not STOCKFISH:
        pytest.skip("stockfish is not installed (Debian: stockfish)")
    assert play_against_stockfish(white, CLOCK, NODES) > 10


def test_stockfish_is_looked_for_where_debian_has_it() -> None:
    assert STOCKFISH is None or Path(STOCKFISH).exists()
