"""What the UCI engine says of its search: limits, scores, lines, and what it keeps from move to move."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from darwindeck.chess import Position
from darwindeck.chess.uci import Engine, read_limits
from darwindeck.search import Leaves, heuristic_evaluator

from ..patience import PATIENCE

BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"
ONE_WAY_TO_MATE = "7k/8/6K1/8/8/8/8/R7 b - - 0 1"


def talk(*lines: str, engine: Engine | None = None, said: list[str] | None = None) -> list[str]:
    """What is said to these lines, the last search having come to its end."""
    said = [] if said is None else said
    engine = engine or Engine(said.append)
    for line in lines:
        engine.hear(line)
    engine.finish()
    return said


def words_after(line: str, name: str) -> list[str]:
    words = line.split()
    return words[words.index(name) + 1 :]


@pytest.mark.parametrize("milliseconds", [0, 1, 29, 30])
def test_less_time_than_the_overhead_is_little_time_and_not_for_ever(milliseconds: int) -> None:
    limits = read_limits(["movetime", str(milliseconds)], "white", 0.03)
    assert limits.seconds is not None and 0 < limits.seconds < 0.03
    assert talk("position startpos", f"go movetime {milliseconds}")[-1].startswith("bestmove")


@pytest.mark.parametrize("nodes", [1, 5, 2000])
def test_a_search_of_some_moves_thinks_of_no_others(nodes: int) -> None:
    *_, last, best = talk("position startpos", f"go nodes {nodes} searchmoves a2a3 f2f3")
    assert best.split()[1] in ("a2a3", "f2f3") and words_after(last, "pv")[0] == best.split()[1]
    assert talk("position startpos", f"go nodes {nodes} searchmoves f2f3")[-1].startswith("bestmove f2f3")


def test_mates_are_scored_as_mates() -> None:
    winning = talk(f"position fen {BACK_RANK}", "go nodes 500")
    assert words_after(winning[-2], "score")[:2] == ["mate", "1"] and winning[-1] == "bestmove d1d8"
    losing = talk(f"position fen {ONE_WAY_TO_MATE}", "go nodes 500")
    assert words_after(losing[-2], "score")[:2] == ["mate", "-1"]
    assert losing[-1] == "bestmove h8g8 ponder a1a8"


def test_several_lines() -> None:
    said = talk("setoption name MultiPV value 3", "position startpos moves e2e4", "go nodes 3000")
    lines = [line for line in said if line.startswith("info depth")][-3:]
    assert [words_after(line, "multipv")[0] for line in lines] == ["1", "2", "3"]
    firsts = [words_after(line, "pv")[0] for line in lines]
    assert len(set(firsts)) == 3 and said[-1].split()[1] == firsts[0]
    for line in lines:
        position = Position().push("e2e4")
        for move in words_after(line, "pv"):
            position.push(move)  # every line is a line of legal moves
        assert int(words_after(line, "seldepth")[0]) >= int(words_after(line, "depth")[0]) >= 1


def test_options_that_programs_ask_for_are_there() -> None:
    said = talk("uci")
    for name in ("Hash", "Threads", "MultiPV", "Ponder", "SyzygyPath", "UCI_Chess960"):
        assert any(line.startswith(f"option name {name} type ") for line in said)


def test_a_search_ends_where_its_memory_does() -> None:
    said = talk("setoption name Hash value 16", "go nodes 20000000")
    assert said[-1].startswith("bestmove") and 10_000 < nodes_of(said) < 1_000_000


def test_a_network_gets_the_threads() -> None:
    class Network:
        threads = 1

        def use_threads(self, threads: int) -> None:
            self.threads = threads

        def __call__(self, leaves: Leaves) -> tuple[np.ndarray, np.ndarray]:
            return heuristic_evaluator(leaves)

    network = Network()
    engine = Engine(lambda line: None, network)
    for told, used in (("3", 3), ("0", 1), ("99999", 1024)):
        talk(f"setoption name Threads value {told}", engine=engine)
        assert network.threads == used


@pytest.mark.parametrize("refused", ["position fen 8/8/8 w - - 0 1", "position startpos moves e2e5", "position"])
def test_after_a_refused_position_there_is_none(refused: str) -> None:
    said = talk("position startpos moves e2e4", refused, "go nodes 10")
    assert said[-1] == "bestmove (none)" and said[0].startswith("info string")
    assert talk("position startpos moves e2e5", "position startpos", "go nodes 10")[-1] != "bestmove (none)"


def nodes_of(said: list[str]) -> int:
    return int(words_after(said[-2], "nodes")[0])


def test_what_was_thought_is_kept_while_the_game_goes_on() -> None:
    said: list[str] = []
    engine = Engine(said.append)
    talk("position startpos", "go nodes 20000", engine=engine, said=said)
    ours, reply = said[-1].split()[1], said[-1].split()[3]
    talk(f"position startpos moves {ours} {reply}", "go nodes 1", engine=engine, said=said)
    assert nodes_of(said) > 100, "visits of the subtree"
    talk("position startpos moves a2a3", "go nodes 1", engine=engine, said=said)
    assert nodes_of(said) == 1, "another game"
    talk("position startpos", "go nodes 5000", engine=engine, said=said)
    talk("ucinewgame", "position startpos", "go nodes 1", engine=engine, said=said)
    assert nodes_of(said) == 1


@pytest.mark.parametrize("limit", ["movetime 60", ""])
def test_pondering_goes_on_until_the_move_is_made_and_then_the_clock_runs(limit: str) -> None:
    said: list[str] = []
    answered = threading.Event()

    def say(line: str) -> None:
        said.append(line)
        if line.startswith("bestmove"):
            answered.set()

    engine = Engine(say)
    for line in ("position startpos moves e2e4 e7e5", f"go ponder {limit}", "isready", "ponderhit"):
        assert not answered.is_set()
        engine.hear(line)
    assert said[0] == "readyok" and answered.wait(PATIENCE)
    engine.finish()


def test_tables_choose_among_the_moves_of_the_root() -> None:
    said: list[str] = []
    engine = Engine(said.append, open_tables=lambda folder: lambda position: ["g1f3"] if folder == "here" else [])
    talk("setoption name SyzygyPath value here", "go nodes 50", engine=engine, said=said)
    assert said[-1].startswith("bestmove g1f3")
    assert talk("setoption name SyzygyPath value here")[0].startswith(
        "info string tables of endgames need python-chess"
    )
