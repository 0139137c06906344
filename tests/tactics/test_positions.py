"""The suite of positions: both interpreters agree on them, their values are right, and guessing does not solve them."""

from __future__ import annotations

import random

import pytest

from darwindeck.engine.game import View
from darwindeck.engine.players import BUILT_IN
from darwindeck.simulate.outside import BuiltInPlayer
from tests.reference.cards import card_id

from .line import Line, UnsuitableError, begin
from .solve import Solution, replay, solve
from .suite import Position, genome_data, load_positions, score, unsolved

POSITIONS = load_positions()
RESOLVED = sorted(POSITIONS, key=lambda position: random.Random(position.name).random())[:10]

by_name = pytest.mark.parametrize("position", POSITIONS, ids=lambda position: position.name)


def stored(position: Position) -> Solution:
    return Solution(position.values, position.hoped_values, position.random_values, position.arrangements)


class RandomPlayer:
    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def choose(self, view: View, moves: list[int]) -> int:
        return self.rng.choice(moves)


class PlayerWhoKnows:
    """Chooses the move of the highest stored value; it knows the order of the positions."""

    def __init__(self) -> None:
        self.next = iter(POSITIONS)

    def choose(self, view: View, moves: list[int]) -> int:
        values = next(self.next).values
        return max(moves, key=values.__getitem__)


def test_there_are_many_positions_of_many_games() -> None:
    assert len(POSITIONS) >= 100
    assert len({position.genome["base"] for position in POSITIONS}) >= 8
    assert len({position.name for position in POSITIONS}) == len(POSITIONS)


@by_name
def test_the_best_moves_are_few_and_clear(position: Position) -> None:
    assert len(position.values) >= 2
    assert stored(position).is_clear
    assert stored(position).best == position.best


@by_name
def test_both_interpreters_agree_on_a_position(position: Position) -> None:
    game, line = position.game(), begin(genome_data(position.genome), [card_id(card) for card in position.deck])
    state = game.start(deck=position.deck)
    for move in [*position.moves, None]:
        assert game.to_move(state) == line.to_move
        assert list(game.legal_moves(state)) == line.legal_moves()
        for seat in range(game.seats):
            expected = line.view(seat)
            assert {name: game.view(state, seat).as_dict()[name] for name in expected} == expected
        if move is not None:
            state = game.apply(state, move)
            line.apply(move)
    assert line.to_move == position.seat
    assert line.legal_moves() == sorted(position.values)


@by_name
def test_both_interpreters_agree_on_the_rest_of_the_game(position: Position) -> None:
    game, line, rng = position.game(), position.line(), random.Random(position.name)
    state = position.state(game)
    while not line.is_over:
        assert list(game.legal_moves(state)) == line.legal_moves()
        move = rng.choice(line.legal_moves())
        state = game.apply(state, move)
        line.apply(move)
    assert game.is_over(state)
    assert game.payoffs(state) == pytest.approx(line.payoffs(), abs=1e-6)


@pytest.mark.parametrize("position", RESOLVED, ids=lambda position: position.name)
def test_solving_again_gives_the_stored_values(position: Position) -> None:
    solution = solve(position.line())
    assert solution.played == pytest.approx(position.values, abs=1e-5)
    assert solution.hoped == pytest.approx(position.hoped_values, abs=1e-5)
    assert solution.random == pytest.approx(position.random_values, abs=1e-5)
    assert solution.arrangements == position.arrangements


@pytest.mark.parametrize("position", RESOLVED, ids=lambda position: position.name)
def test_every_redeal_is_one_of_the_arrangements(position: Position) -> None:
    """What the engine imagines for the seat is what the solver counted: no fewer and, if few, no more."""
    game = position.game()
    view = game.view(position.state(game), position.seat)
    seen = {str(game.snapshot(game.redeal(view, seed))["piles"]) for seed in range(30 * position.arrangements)}
    assert len(seen) <= position.arrangements
    if position.arrangements <= 24:
        assert len(seen) == position.arrangements


def test_guessing_solves_less_than_half() -> None:
    assert sum(score(RandomPlayer(seed)) for seed in range(5)) / 5 < 0.5


def test_whoever_knows_the_values_solves_all() -> None:
    assert unsolved(PlayerWhoKnows(), POSITIONS) == []
    assert score(PlayerWhoKnows()) == 1


def test_a_line_can_be_continued_in_more_than_one_way() -> None:
    position = POSITIONS[0]
    line = position.line()
    before = line.key()
    after = [line.after(move).key() for move in line.legal_moves()]
    assert len(set(after)) == len(after)
    assert line.key() == before


def finish(line: Line) -> tuple[float, ...]:
    while not line.is_over:
        line.apply(line.legal_moves()[0])
    return line.payoffs()


def test_a_continued_line_is_the_same_game() -> None:
    for position in POSITIONS[:20]:
        move = position.best[0]
        again = replay(genome_data(position.genome), [card_id(card) for card in position.deck], [*position.moves, move])
        assert finish(position.line().after(move)) == finish(again)


def test_a_match_of_several_deals_is_refused() -> None:
    with pytest.raises(UnsuitableError):
        begin(genome_data({"base": "whist", "overrides": {}}), [])


def test_the_search_finds_nearly_all() -> None:
    """95 % and more of the positions; which it misses differs with the seed."""
    assert score(Strong(seed=1)) >= 0.95


class Strong:
    """mcts-strong, put anew before every position."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.positions = iter(POSITIONS)

    def choose(self, view: View, moves: list[int]) -> int:
        game = next(self.positions).game()
        return BuiltInPlayer(BUILT_IN["mcts-strong"], game, self.seed, 0, view.seat).choose(view, moves)
