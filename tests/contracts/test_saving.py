"""A game in play outlives its process: positions are pickled and copied, games are saved as their moves."""

from __future__ import annotations

import copy
import json
import multiprocessing
import pickle
import random
from pathlib import Path
from typing import Any

import pytest

from darwindeck import Game, chess, known_games
from darwindeck.engine.game import State
from darwindeck.errors import DocumentError, GameError
from darwindeck.language.fields import RANKS, SUITS
from darwindeck.search import BatchedMCTS

PLIES = 40


def play(game: Game, state: State, plies: int = PLIES, seed: int = 1) -> tuple[State, list[int]]:
    rng, moves = random.Random(seed), []
    while not state.is_over and len(moves) < plies:
        moves.append(rng.choice(game.legal_moves(state)))
        state = game.apply(state, moves[-1])
    return state, moves


def same_future(game: Game, one: State, other: State) -> None:
    """Equal, and equal after every move that follows, chance included."""
    assert one == other and hash(one) == hash(other)
    rng = random.Random(7)
    while not one.is_over:
        move = rng.choice(game.legal_moves(one))
        one, other = game.apply(one, move), game.apply(other, move)
        assert one == other and game.snapshot(one) == game.snapshot(other)


@pytest.mark.parametrize("name", known_games())
def test_a_position_survives_pickling_and_copying(name: str) -> None:
    game = Game(name)
    state, _ = play(game, game.start(seed=3))
    for twin in (pickle.loads(pickle.dumps(state)), copy.copy(state), copy.deepcopy(state)):
        same_future(game, state, twin)
    for seat in range(game.seats):
        view = game.view(state, seat)
        twin = pickle.loads(pickle.dumps(view))
        assert twin == view and twin.as_dict() == view.as_dict()
        assert copy.deepcopy(view) == view
        assert game.redeal(twin, 5) == game.redeal(view, 5)


@pytest.mark.parametrize("name", known_games())
def test_a_saved_game_goes_on_where_it_was(name: str, tmp_path: Path) -> None:
    game, file = Game(name), tmp_path / "game.json"
    state, moves = play(game, game.start(seed=8, index=2))
    game.save(file, moves, seed=8, index=2)
    again, loaded, saved = Game.load(file)
    assert again.genome == game.genome and (saved.seed, saved.index, list(saved.moves)) == (8, 2, moves)
    same_future(again, loaded, pickle.loads(pickle.dumps(state)))


def test_a_stacked_deck_is_saved(tmp_path: Path) -> None:
    game, file = Game("war"), tmp_path / "game.json"
    deck = [rank + suit for rank in RANKS[:13] for suit in SUITS]
    state, moves = play(game, game.start(seed=1, deck=deck))
    game.save(file, moves, seed=1, deck=deck)
    assert Game.load(file)[1] == state != play(game, game.start(seed=1))[0]


def spoil(data: dict[str, Any], **changes: Any) -> dict[str, Any]:
    return {**data, **changes}


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"moves": [255]}, r"moves\[0\]: move 255 is not legal"),
        ({"moves": [256]}, r"\$\.moves"),
        ({"seed": -1}, r"\$\.seed"),
        ({"deck": ["AS", "AS"]}, "deck"),
        ({"format": "darwindeck-game-2"}, r"\$\.format"),
        ({"winner": 1}, "winner"),
        ({"genome": {}}, r"\$\.genome"),
    ],
)
def test_a_file_that_is_no_game_is_refused(changes: dict[str, Any], said: str, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    Game("hearts").save(file, [], seed=3)
    file.write_text(json.dumps({**json.loads(file.read_text()), **changes}))
    with pytest.raises(DocumentError, match=said):
        Game.load(file)


def test_what_was_not_played_cannot_be_saved(tmp_path: Path) -> None:
    with pytest.raises(GameError, match=r"moves\[0\]"):
        Game("hearts").save(tmp_path / "game.json", [255])
    assert list(tmp_path.iterdir()) == []


def finish(game: Game, state: State) -> list[float]:
    return game.payoffs(play(game, state, plies=10_000)[0])


def test_another_process_plays_on() -> None:
    game = Game("scopa")
    state, _ = play(game, game.start(seed=4))
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(finish, (game, state)) == finish(game, state)


def test_bytes_of_another_version_are_refused() -> None:
    kind, fields = State, Game("war").start().__getstate__()
    assert kind is type(Game("war").start())
    with pytest.raises(ValueError, match="another version"):
        State.__new__(State).__setstate__((fields[0], fields[1][:-8], fields[2]))


def test_equal_positions_are_one_key() -> None:
    game = Game("whist")
    assert len({game.start(seed=1), game.start(seed=1), Game("whist").start(seed=1), game.start(seed=2)}) == 2


def test_a_position_of_chess_keeps_its_past() -> None:
    position = chess.Position()
    for move in ("g1f3", "g8f6", "f3g1", "f6g8"):
        position.push(move)
    for twin in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
        assert twin.repeats == position.repeats == 1
        assert twin.pack().tolist() == position.pack().tolist()
        twin.push("e2e4")
        assert twin.fen() != position.fen()  # a copy of its own
    assert BatchedMCTS([pickle.loads(pickle.dumps(position))], simulations=8) is not None


def test_what_one_sees_of_them() -> None:
    game = Game("hearts")
    state = game.start(seed=2)
    assert repr(game) == "<Game hearts: 4 seats>"
    assert repr(state).startswith("<State of 4 seats: seat ") and "to move" in repr(state)
    assert repr(game.view(state, 1)).startswith("<View of seat 1: ")
    over, _ = play(game, state, plies=100_000)
    assert "over, won by seat" in repr(over)
