"""Simulation: the same games for any number of threads and instruction set, one at a time or many, and move by move."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from darwindeck import Game, Job, simulate, simulate_many
from darwindeck.simulate.records import PlyRecords, Records
from tests.reference.streams import Stream

FIRST_PLAYER_STREAM = 2
GAMES = 12


def columns(records: Records) -> dict[str, bytes]:
    """All columns as bytes."""
    owners: list[Any] = [records, *([records.ply] if records.ply else [])]
    named = {f"{type(owner).__name__}.{f.name}": getattr(owner, f.name) for owner in owners for f in fields(owner)}
    return {name: value.tobytes() for name, value in named.items() if isinstance(value, np.ndarray)}


def instruction_sets() -> list[str]:
    """Those this machine has."""
    try:
        simulate_many([Job(Game("war").genome, 1)], isa="v3")
    except ValueError:
        return ["baseline"]
    return ["baseline", "v3"]


def test_any_number_of_threads_plays_the_same_games(game: Game) -> None:
    one = columns(simulate(game.genome, games=GAMES, seed=1, threads=1, plies=True))
    assert len(one) == 20
    for threads in (2, 3):
        assert columns(simulate(game.genome, games=GAMES, seed=1, threads=threads, plies=True)) == one


@pytest.mark.parametrize("isa", instruction_sets())
def test_any_instruction_set_plays_the_same_games(game: Game, isa: str) -> None:
    best = simulate(game.genome, games=GAMES, seed=1, threads=1, plies=True)
    assert columns(simulate(game.genome, games=GAMES, seed=1, threads=1, plies=True, isa=isa)) == columns(best)


def test_another_seed_plays_other_games(game: Game) -> None:
    one, other = (columns(simulate(game.genome, games=GAMES, seed=seed)) for seed in (1, 2))
    assert one != other


def test_a_game_alone_is_the_game_of_the_batch(game: Game) -> None:
    batch = simulate(game.genome, games=GAMES, seed=3)
    for index in (0, 5, GAMES - 1):
        alone = simulate(game.genome, games=1, seed=3, first=index)
        for name in ("winners", "payoffs", "plies", "turns", "decisions", "options", "deals", "ending"):
            assert (getattr(alone, name)[0] == getattr(batch, name)[index]).all(), name


def test_jobs_do_not_disturb_each_other(game: Game) -> None:
    jobs = [Job(game.genome, 5, seed=4), Job(Game("war").genome, 3, seed=4), Job(game.genome, 7, seed=4, first=5)]
    first, _, second = simulate_many(jobs, threads=2)
    whole = simulate(game.genome, games=12, seed=4)
    assert (np.concatenate([first.plies, second.plies]) == whole.plies).all()
    assert (np.concatenate([first.winners, second.winners]) == whole.winners).all()


def test_random_players_can_be_followed_move_by_move(game: Game) -> None:
    """A loop in Python with the players' own streams makes the rows that the core makes."""
    for index in (0, 3):
        records = simulate(game.genome, games=1, seed=5, first=index, plies=True)
        assert records.ply is not None
        players = [Stream(5, game.program.hash, index, FIRST_PLAYER_STREAM + seat) for seat in range(game.seats)]
        state = game.start(seed=5, index=index)
        ply = options = 0
        while not game.is_over(state):
            seat, moves = game.to_move(state), game.legal_moves(state)
            move = moves[players[seat].below(len(moves))]
            if ply % 7 == 0 or ply < 100:
                assert_row(records.ply, ply, game.snapshot(state))
            assert (records.ply.seat[ply], records.ply.legal[ply], records.ply.move[ply]) == (seat, len(moves), move)
            state = game.apply(state, move)
            ply, options = ply + 1, options + len(moves)
        end = game.snapshot(state)
        assert records.plies[0] == ply == len(records.ply.seat)
        assert records.options[0] == options
        assert (records.turns[0], records.deals[0]) == (end["turn"], end["deal"])
        assert records.winners[0] == state.winners and records.ending[0] == state.ending
        assert records.payoffs[0].tolist() == pytest.approx(game.payoffs(state))


def assert_row(rows: PlyRecords, ply: int, snapshot: dict[str, Any]) -> None:
    """Hands, scores and chips before the move; a hand includes what is picked from it."""
    piles = snapshot["piles"]
    hands = [hand["count"] + picked["count"] for hand, picked in zip(piles["hand"], piles["picked"], strict=True)]
    assert rows.hands[ply].tolist() == hands
    assert rows.scores[ply].tolist() == snapshot["scores"]
    assert rows.chips[ply].tolist() == snapshot["chips"]


def test_decisions_are_choices_between_two_or_more(game: Game) -> None:
    records = simulate(game.genome, games=GAMES, seed=6, plies=True)
    assert records.ply is not None
    for index in range(GAMES):
        rows = slice(int(records.ply.offset[index]), int(records.ply.offset[index + 1]))
        legal = records.ply.legal[rows]
        assert records.decisions[index] <= (legal > 1).sum() <= records.plies[index] == len(legal)
        assert records.options[index] == legal.sum()
