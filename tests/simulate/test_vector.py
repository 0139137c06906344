"""Games in step: the same games as one by one, for any number of threads, and nothing that a seat must not see."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from darwindeck import Game
from darwindeck.errors import GameError
from darwindeck.search import BatchedMCTS
from darwindeck.simulate.vector import Steps, VectorGames

GAMES = ["crazy-eights", "hearts", "go-fish", "cheat", "gin-rummy", "draw-poker", "scopa", "goofspiel"]
SHORT = ["crazy-eights", "go-fish", "goofspiel", "scopa"]
FIRST_SEAT, FIRST_NUMBER = 84, 92


def answer(steps: Steps) -> np.ndarray:
    """Some choice that depends on the row alone."""
    mixed = (steps.games * np.uint64(0x9E3779B97F4A7C15) ^ steps.packed.sum(axis=1)) >> np.uint64(40)
    return (mixed % steps.counts.astype(np.uint64)).astype(np.int32)


def play(games: VectorGames, asks: int) -> list[list[bytes]]:
    """All that is told of each group, over so many asks."""
    told = []
    for ask in range(asks):
        group = ask % games.groups
        steps = games.ask(group)
        told.append([steps.packed.tobytes(), steps.actions.tobytes(), steps.seats.tobytes(), steps.games.tobytes(),
                     steps.ended.tobytes(), steps.results.tobytes(), steps.hands.tobytes()])  # fmt: skip
        games.tell(group, answer(steps))
    return told


@pytest.mark.parametrize("name", GAMES)
def test_threads_change_nothing(name: str) -> None:
    alone, many = (VectorGames(name, 300, seed=4, threads=threads) for threads in (1, 3))
    assert play(alone, 40) == play(many, 40)


def test_games_do_not_depend_on_their_group() -> None:
    one, three = VectorGames("hearts", 9, seed=4, groups=1), VectorGames("hearts", 9, seed=4, groups=3)
    for _ in range(60):
        whole = one.ask(0)
        parts = [three.ask(group) for group in range(3)]
        assert whole.packed.tolist() == np.concatenate([part.packed for part in parts]).tolist()
        one.tell(0, answer(whole))
        for group, part in enumerate(parts):
            three.tell(group, answer(part))


@pytest.mark.parametrize("name", GAMES)
def test_they_are_the_games_that_are_played_one_by_one(name: str) -> None:
    """Two games beside `Game`, short ones to their end: movers, legal moves, leaves, true hands and payoffs."""
    game = Game(name)
    games = VectorGames(game, 2, seed=9, groups=1, whole_games=True)
    states = [game.start(9, index) for index in range(2)]
    following = list(states)
    done = [False, False]
    for _ in range(250):
        steps = games.ask()
        for row in range(2):
            if done[row]:
                continue
            state = skip_forced(game, following[row])
            done[row] = state.is_over
            assert bool(steps.ended[row]) == state.is_over
            if state.is_over:
                assert steps.results[row].tolist() == pytest.approx(state.payoffs)
                assert steps.games[row] >= 2
                continue
            compare(game, state, steps, row)
            moves = game.legal_moves(state)
            assert games.look(0, row) == (game.view(state, state.to_move), moves)
            following[row] = game.apply(state, moves[answer(steps)[row]])
        games.tell(0, answer(steps))
    assert any(done) or name not in SHORT


def skip_forced(game: Game, state):  # type: ignore[no-untyped-def]
    while not state.is_over and len(moves := game.legal_moves(state)) == 1:
        state = game.apply(state, moves[0])
    return state


def compare(game: Game, state, steps: Steps, row: int) -> None:  # type: ignore[no-untyped-def]
    mover = state.to_move
    assert steps.seats[row] == mover
    turned = [
        FIRST_SEAT + (move - FIRST_SEAT - mover) % game.seats if FIRST_SEAT <= move < FIRST_NUMBER else move
        for move in game.legal_moves(state)
    ]
    assert steps.actions[steps.offsets[row] : steps.offsets[row + 1]].tolist() == turned
    leaves = BatchedMCTS([state], simulations=2).ask()
    assert steps.packed[row].tolist() == leaves.packed[0].tolist()
    piles = game.snapshot(state)["piles"]
    held = [{*piles["hand"][seat]["known"], *piles["picked"][seat]["known"]} for seat in range(game.seats)]
    true = [sum(1 << card for card in held[(mover + place) % game.seats]) for place in range(game.seats)]
    assert steps.hands[row].tolist() == true


def test_a_deal_is_an_episode_unless_whole_games_are_asked_for() -> None:
    """Hearts is played to 100 points: its deals have values between -1 and 1, and the match goes on after them."""
    deals, matches = (VectorGames("hearts", 4, seed=2, groups=1, whole_games=whole) for whole in (False, True))
    ends = [0, 0]
    for _ in range(400):
        for number, games in enumerate((deals, matches)):
            steps = games.ask()
            ends[number] += int(steps.ended.sum())
            games.tell(0, answer(steps))
    assert ends[0] > 4 * ends[1]


@pytest.mark.parametrize("choice", [-2, 255])
def test_a_choice_that_does_not_exist_is_refused_and_nothing_happens(choice: int) -> None:
    games = VectorGames("crazy-eights", 6, groups=2)
    before = games.ask(1).packed.copy()
    with pytest.raises(GameError, match="row 2 has no legal move"):
        games.tell(1, np.array([0, 0, choice], np.int32))
    assert (games.ask(1).packed == before).all()


def test_what_cannot_be_asked_for_is_refused() -> None:
    for settings in ({"games": 0}, {"games": 5, "groups": 6}, {"games": 5, "threads": 0}, {"games": 5, "seed": -1}):
        with pytest.raises(GameError, match="games in step"):
            VectorGames("hearts", **settings)
    with pytest.raises(GameError, match="one number for each row"):
        VectorGames("hearts", 4).tell(0, np.zeros(4, np.int32))
    with pytest.raises(GameError, match="asks nobody anything"):
        VectorGames("war", 4)


@pytest.mark.parametrize("name", GAMES)
def test_masks_have_a_one_for_every_legal_action_and_no_other(name: str) -> None:
    games = VectorGames(name, 60, seed=3, groups=1, masks=True)
    for _ in range(30):
        steps = games.ask(0)
        assert steps.masks is not None
        expected = np.zeros_like(steps.masks)
        expected[np.repeat(np.arange(len(expected)), steps.counts), steps.actions] = 1
        assert np.array_equal(steps.masks, expected)
        games.tell(0, answer(steps))


def test_masks_that_are_too_small_are_refused() -> None:
    games = VectorGames("hearts", 4, groups=1, masks=True)
    whole = games.arrays(0)
    games.use(0, replace(whole, masks=np.zeros((3, 256), np.uint8)))
    with pytest.raises(GameError, match="too small"):
        games.ask(0)


def test_a_row_that_does_not_exist_is_not_looked_at() -> None:
    games = VectorGames("crazy-eights", 6, groups=2)
    for group, row in ((0, 3), (0, -1), (2, 0)):
        with pytest.raises(GameError, match=r"no such (group|row)"):
            games.look(group, row)
