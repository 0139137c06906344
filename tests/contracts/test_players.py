"""Players: legal, repeatable, and blind to what their seat cannot see."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np
import pytest

from darwindeck import Game, simulate
from darwindeck.engine.game import State, View
from darwindeck.engine.players import BuiltIn, find_player
from darwindeck.evolve.random_genomes import random_genome
from darwindeck.language.fields import RANKS, SUITS
from darwindeck.simulate.outside import BuiltInPlayer

from . import positions

PLAYERS = ("random", "first", "greedy", "mcts:25", "mcts:25,forget")
Decide = Callable[[Game, State, int], int]  # the whole way from a true state to a move
STEP = 9


def built_in(name: str) -> Decide:
    """A built-in player at the seat to move, with a stream of its own."""
    player = find_player(name)
    assert isinstance(player, BuiltIn)

    def decide(game: Game, state: State, seat: int) -> int:
        return BuiltInPlayer(player, game, 5, 0, seat).choose(game.view(state, seat), game.legal_moves(state))

    return decide


def peek(game: Game, state: State, seat: int) -> int:
    """A cheat: chooses by the cards in the other hands."""
    hands = game.snapshot(state)["piles"]["hand"]
    hidden = sum(card for other, pile in enumerate(hands) if other != seat for card in pile["known"])
    moves = game.legal_moves(state)
    return moves[hidden % len(moves)]


def peek_at_the_stock(game: Game, state: State, seat: int) -> int:
    """A cheat: chooses by the order of the stock."""
    order = game.snapshot(state)["piles"]["deck"]["order"] or [0]
    moves = game.legal_moves(state)
    return moves[order[0] % len(moves)]


def tells_apart(decide: Decide, game: Game, seed: int, most: int = 120) -> bool:
    """Does the player ever move differently at two tables that its seat cannot tell apart?"""
    for number, (state, _) in enumerate(list(positions(game, seed=seed, most=most))[::STEP]):
        if game.is_over(state) or len(game.legal_moves(state)) < 2:
            continue
        seat = game.to_move(state)
        other = game.redeal(game.view(state, seat), seed=number)
        if decide(game, state, seat) != decide(game, other, seat):
            return True
    return False


@pytest.mark.parametrize("name", PLAYERS)
def test_no_player_peeks(game: Game, name: str) -> None:
    assert not tells_apart(built_in(name), game, seed=6)


@pytest.mark.parametrize("name", PLAYERS)
def test_no_player_peeks_in_random_games(name: str) -> None:
    for seed in range(25):
        assert not tells_apart(built_in(name), Game(random_genome(random.Random(seed))), seed, most=60)


@pytest.mark.parametrize("cheat", [peek, peek_at_the_stock])
def test_the_property_catches_a_player_who_peeks(cheat: Decide) -> None:
    caught = [tells_apart(cheat, Game(name), seed=6) for name in ("crazy-eights", "gin-rummy", "scopa", "durak")]
    assert all(caught)


def test_other_deals_that_look_the_same_are_played_the_same(game: Game) -> None:
    """The hidden cards changed in the deck itself, before anything is dealt: not by `redeal`."""
    chance = random.Random(8)
    for seed in range(4):
        state = game.start(seed=seed)
        if game.is_over(state):
            continue
        seat = game.to_move(state)
        view = game.view(state, seat)
        for other in other_deals(game, view, chance):
            if game.view(other, seat) != view:
                continue
            for name in PLAYERS:
                assert built_in(name)(game, other, seat) == built_in(name)(game, state, seat)


def other_deals(game: Game, view: View, chance: random.Random, tries: int = 30) -> list[State]:
    """First deals from random decks, those that can look like `view` to its seat among them where cards are few."""
    deck = [card for card in range(64) if game.program.program.deck >> card & 1]
    names = [RANKS[card % 16] + SUITS[card // 16] for card in deck]
    hand = {
        names[deck.index(card)]
        for pile in ("hand", "picked")
        for card in view.as_dict()["piles"][pile][view.seat]["known"]
    }
    states = []
    for _ in range(tries):
        order = chance.sample(names, len(names))
        state = game.start(deck=order)
        dealt = game.snapshot(state)["piles"]["hand"][view.seat]["known"] if not game.is_over(state) else []
        wanted, given = sorted(hand), [names[deck.index(card)] for card in dealt]
        if len(given) == len(wanted):  # the same deal with the seat's cards exchanged for the wanted ones
            spare = iter([card for card in given if card not in hand])
            trade = {card: next(spare) for card in wanted if card not in given}
            trade |= {value: key for key, value in trade.items()}
            states.append(game.start(deck=[trade.get(card, card) for card in order]))
    return states


@pytest.mark.parametrize("name", ["greedy", "mcts:10"])
def test_the_same_games_on_any_number_of_threads_and_instruction_set(game: Game, name: str) -> None:
    runs = [
        simulate(game.genome, [name], games=2, seed=4, threads=threads, isa=isa)
        for threads, isa in ((1, "best"), (3, "best"), (2, "baseline"))
    ]
    for records in runs[1:]:
        assert np.array_equal(records.winners, runs[0].winners)
        assert np.array_equal(records.plies, runs[0].plies)
        assert np.array_equal(records.payoffs, runs[0].payoffs)


def test_asked_one_by_one_players_play_the_games_of_a_run(game: Game) -> None:
    """The slow path for players from outside and the core's own loop are the same game."""
    names = [("random", "mcts:8", "greedy", "first")[seat % 4] for seat in range(game.seats)]
    specs = [find_player(name) for name in names]

    class Outside:
        def __init__(self, rules: Game, seat: int, seed: int) -> None:
            spec = specs[seat]
            assert isinstance(spec, BuiltIn)
            self.inner = BuiltInPlayer(spec, rules, 9, 2, seat)

        def choose(self, view: View, moves: list[int]) -> int:
            return self.inner.choose(view, moves)

    native = simulate(game.genome, names, games=1, seed=9, first=2, plies=True)
    outside = simulate(game.genome, [Outside] * game.seats, games=1, seed=9, first=2, plies=True)
    assert native.ply is not None
    assert outside.ply is not None
    assert native.ply.move.tolist() == outside.ply.move.tolist()
    for column in ("winners", "ending", "plies", "turns", "decisions", "options", "deals", "payoffs"):
        assert np.array_equal(getattr(native, column), getattr(outside, column)), column
