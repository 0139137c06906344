"""The search on chess: it sees mates, is repeatable, and can be stopped."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from darwindeck.chess import START_FEN, Position, Search, analyze, evaluate
from darwindeck.errors import ChessError
from darwindeck.search import Leaves, heuristic_evaluator

BACK_RANK = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1"


@pytest.mark.parametrize(
    ("fen", "move"),
    [
        (BACK_RANK, "d1d8"),
        ("3r2k1/5ppp/8/8/8/8/5PPP/6K1 b - - 0 1", "d8d1"),
        ("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4", "h5f7"),
        ("k7/8/8/3q4/4P3/8/8/K7 w - - 0 1", "e4d5"),  # a queen for nothing
        ("7k/8/6Q1/8/8/8/8/K7 b - - 0 1", None),  # stalemate
    ],
)
def test_what_anybody_sees(fen: str, move: str | None) -> None:
    if move is None:
        with pytest.raises(ChessError, match="no legal move"):
            analyze(fen)
        return
    analysis = analyze(fen, 2000)
    assert analysis.best.move == move and analysis.line[0] == move


def test_evaluation_is_a_policy_and_a_value() -> None:
    evaluation = evaluate(BACK_RANK)
    assert set(evaluation.policy) == set(Position(BACK_RANK).legal_moves())
    assert sum(evaluation.policy.values()) == pytest.approx(1)
    assert max(evaluation.policy, key=lambda move: evaluation.policy[move]) == "d1d8"
    assert 0.5 < evaluation.value <= 1
    assert abs(evaluate(START_FEN).value) < 0.2


def test_thinking_again_is_thinking_the_same() -> None:
    assert analyze(START_FEN, 3000) == analyze(START_FEN, 3000)


def test_an_evaluator_thinks_for_it() -> None:
    """The same heuristic by ask and tell, one leaf at a time, is the same search; in batches it sees the same mate."""
    search = Search(Position(), heuristic_evaluator, leaves=1)
    assert search.grow(500) == analyze(START_FEN, 500)
    assert analyze(BACK_RANK, 500, heuristic_evaluator).best.move == "d1d8"


class Counting:
    """The heuristic, which counts the leaves that it is asked about."""

    def __init__(self) -> None:
        self.asked = 0

    def __call__(self, leaves: Leaves) -> tuple[np.ndarray, np.ndarray]:
        self.asked += len(leaves)
        return heuristic_evaluator(leaves)


class Forgetful(Counting):
    ignores_history = True


def test_who_ignores_history_is_asked_once_for_a_position() -> None:
    """By whatever moves it was reached; who does not say so is asked again."""
    pawns = Position("8/8/4k3/4p3/4P3/4K3/8/8 w - - 0 1")
    counting, forgetful = Counting(), Forgetful()
    for evaluator in (counting, forgetful):
        assert Search(pawns, evaluator, leaves=1).grow(1000).iterations >= 1000
    assert forgetful.asked < 0.5 * counting.asked


def test_thinking_on_is_thinking_at_once() -> None:
    search = Search(Position())
    for iterations in (10, 100, 3000):
        assert search.grow(iterations).iterations == iterations
    assert search.analysis() == analyze(START_FEN, 3000)


@pytest.mark.parametrize(
    "fen",
    [
        "7k/8/8/8/8/8/r7/1K6 w - - 0 1",  # a few replies
        "k7/8/8/8/8/8/8/KR6 b - - 99 90",  # the next quiet move draws
        "k7/8/8/8/8/8/8/KN6 w - - 0 1",  # a dead position
        "8/8/8/8/8/k7/7r/K7 w - - 0 1",  # one legal move
        "8/8/4k3/8/8/4K2R/8/8 w - - 120 200",
    ],
)
def test_small_and_drawn_positions(fen: str) -> None:
    analysis = analyze(fen, 500)
    assert {opinion.move for opinion in analysis.opinions} <= set(Position(fen).legal_moves())
    assert analysis.best.visits > 0


def test_a_position_that_stood_three_times_can_still_be_searched() -> None:
    position = Position()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8") * 2:
        position.push(move)
    assert position.repeats == 2
    assert len(analyze(position, 500).opinions) == 20


def test_stop_from_another_thread() -> None:
    search = Search(Position())
    timer = threading.Timer(0.05, search.stop)
    timer.start()
    analysis = search.grow(20_000_000)
    assert 0 < analysis.iterations < 20_000_000
    assert search.grow(20_000_000).iterations < 20_000_000
