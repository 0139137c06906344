"""The summary of simulated games, on records made by hand."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from darwindeck.measure.summary import NORMAL_95, seat_advantage, summarize, win_shares
from darwindeck.simulate.records import ENDINGS


def records(winners: list[int], seats: int = 2) -> Any:
    games = len(winners)
    return SimpleNamespace(
        games=games,
        seats=seats,
        winners=np.array(winners, np.uint8),
        payoffs=np.zeros((games, seats), np.float32),
        plies=np.arange(1, games + 1, dtype=np.uint32),
        turns=np.ones(games, np.uint32),
        decisions=np.ones(games, np.uint32),
        options=np.full(games, 6, np.uint64),
        deals=np.ones(games, np.uint32),
        ending=np.zeros(games, np.uint8),
    )


def test_winners_share_a_game_and_a_draw_is_everybodys() -> None:
    shares = win_shares(records([0b001, 0b110, 0b000, 0b111], seats=3))
    third = 1 / 3
    assert shares == pytest.approx(np.array([[1, 0, 0], [0, 0.5, 0.5], [third] * 3, [third] * 3]))


def test_advantage_of_the_seat_that_deviates_most() -> None:
    advantage = seat_advantage(win_shares(records([1, 1, 1, 2])))
    assert (advantage.seat, advantage.difference) == (0, pytest.approx(0.25))
    assert advantage.interval == pytest.approx(NORMAL_95 * 0.5 / 2)
    three = seat_advantage(win_shares(records([1, 1, 2, 2], seats=3)))
    assert (three.seat, three.difference) == (2, pytest.approx(-1 / 3))
    assert three.interval == 0


def test_one_game_has_a_summary() -> None:
    summary = summarize(records([1]))
    assert (summary.games, summary.plies, summary.legal_moves) == (1, 1.0, 6.0)
    assert summary.endings == {ENDINGS[0]: 1.0}


def test_the_median_of_turns_and_games_that_no_rule_ended() -> None:
    games = records([1, 2, 1, 0, 0])
    games.turns = np.array([9, 1, 2, 3, 1000], np.uint32)
    games.ending = np.array([ENDINGS.index(kind) for kind in ("decided", "draw", "stalemate", "runaway", "turn_limit")])
    summary = summarize(games)
    assert (summary.median_turns, summary.turns, summary.errors) == (3.0, 203.0, 2)


def test_legal_moves_are_counted_per_ply() -> None:
    assert summarize(records([1, 2, 1])).legal_moves == pytest.approx(18 / 6)
