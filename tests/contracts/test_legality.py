"""Nothing applies a move that was not offered, and no player makes one."""

from __future__ import annotations

from pathlib import Path

import pytest

from darwindeck import Game, Job, load_genome, simulate, simulate_many
from darwindeck.errors import GameError
from darwindeck.simulate.simulate import _run_jobs, _start

from . import legality

ROGUE = str(Path(__file__).parent / "genomes" / "betting-goofspiel.json")


def test_searches_bet_only_what_is_offered() -> None:
    """Here a search once kept a subtree of another choice: its hash of what was seen left out the bets."""
    genome = load_genome(ROGUE)
    records, game = simulate(genome, ["mcts:60"], games=150, plies=True), Game(genome)
    assert sum(legality.replay(game, records, index) for index in range(150)) > 5000


def test_every_native_move_is_legal() -> None:
    assert legality.check_many(120, seed=3).plies > 10_000


def test_the_contract_sees_an_illegal_move() -> None:
    genome = load_genome("war")
    records = simulate(genome, games=1, plies=True)
    assert records.ply is not None
    records.ply.move[7] = 0
    with pytest.raises(legality.IllegalMoveError, match="ply 7: 0 was made"):
        legality.replay(Game(genome), records, 0)


@pytest.mark.parametrize("spoil", [lambda moves: [*moves[:9], 255, *moves[10:]], lambda moves: moves[:9]])
def test_the_core_refuses_moves_that_are_not_legal_or_not_there(spoil) -> None:  # type: ignore[no-untyped-def]
    """Moves noted elsewhere are played again; one that is not offered, or missing, must not go unnoticed."""
    genome = load_genome("hearts")
    records = simulate(genome, games=1, plies=True)
    assert records.ply is not None
    work = _start(Job(genome, 1, plies=True))
    for moves, faulty in ((records.ply.move.tolist(), False), (spoil(records.ply.move.tolist()), True)):
        work.native = work.native_job()
        work.native.set_moves([moves])
        rows = {
            name: getattr(records.ply, name).copy()
            for name in ("offset", "seat", "legal", "move", "hands", "scores", "chips")
        }
        jobs = [work.native_job(rows)]
        if not faulty:
            _run_jobs(jobs, 1, "best")
            continue
        with pytest.raises(GameError, match="not legal was refused in 1 games"):
            _run_jobs(jobs, 1, "best")


def test_a_state_refuses_what_it_does_not_offer() -> None:
    game = Game("hearts")
    state = game.start(seed=1)
    for move in set(range(256)) - set(game.legal_moves(state)):
        with pytest.raises(GameError, match="not legal"):
            game.apply(state, move)


def test_records_of_all_kinds_of_players_are_whole() -> None:
    jobs = [Job(load_genome("goofspiel"), 2, (player,), plies=True) for player in legality.PLAYERS]
    assert all(records.plies.all() for records in simulate_many(jobs))
