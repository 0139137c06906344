"""Goofspiel: simultaneous bids for prizes, by whole game trees and by what is hidden."""

from __future__ import annotations

import math

import pytest

from darwindeck import Game, load_genome
from darwindeck.language.fields import RANKS, card_name
from tests.edits import edited

from . import Play, cards
from .naming import NamedPlay, random_moves

GAMES = {players: Game(load_genome("goofspiel", players)) for players in (2, 3)}
SUITS_HELD = "CHS"


def small_game(prizes: str, players: int = 2) -> Play:
    """The game with as many ranks as prizes, in this order."""
    ranks = RANKS[: len(cards(prizes))]
    hands = [rank + suit for suit in SUITS_HELD[:players] for rank in ranks]
    deck = [*(f"{rank}D" for rank in cards(prizes)), *hands]
    changes = {"setup.initial_deck": "custom", "setup.custom_deck": sorted(deck), "player_count": players}
    return Play(Game(edited("goofspiel", changes)), deck)


def both_choose(play: Play, first: str, second: str) -> Play:
    """One turn; whoever is asked first."""
    order = [first, second] if play.to_move == 0 else [second, first]
    return play.do(*order)


def value(card: str) -> int:
    return RANKS.index(card[:-1]) + 1


def number_of_wins(prizes: list[int], first: set[int], second: set[int], lead: int, kept: int) -> tuple[int, int, int]:
    """Over all ways to play: how often the first wins, nobody, the second."""
    if not prizes:
        return (int(lead > 0), int(lead == 0), int(lead < 0))
    totals = [0, 0, 0]
    stake = prizes[0] + kept
    for mine in first:
        for other in second:
            gain = stake * ((mine > other) - (mine < other))
            ways = number_of_wins(
                prizes[1:], first - {mine}, second - {other}, lead + gain, stake if mine == other else 0
            )
            totals = [total + way for total, way in zip(totals, ways, strict=True)]
    return (totals[0], totals[1], totals[2])


def endings(game: Game, state: object) -> list[list[int]]:
    """The winners of every way to play on."""
    if game.is_over(state):
        return [game.winners(state)]
    return [result for move in game.legal_moves(state) for result in endings(game, game.apply(state, move))]


@pytest.mark.parametrize("players", [2, 3])
def test_each_holds_a_suit_and_the_diamonds_are_prizes(players: int) -> None:
    play = NamedPlay(GAMES[players], seed=1)
    for seat in range(players):
        assert play.hand(seat) == [rank + SUITS_HELD[seat] for rank in RANKS]
    prizes = play.pile("deck") + play.pile("tableau")
    assert sorted(prizes) == sorted(rank + "D" for rank in RANKS)
    assert len(play.pile("tableau")) == 1


@pytest.mark.parametrize("prizes", ["A", "A 2", "2 A", "A 2 3", "3 A 2", "2 3 A 4", "4 3 2 A"])
def test_with_fixed_prizes_there_are_n_factorial_squared_ways(prizes: str) -> None:
    play = small_game(prizes)
    n = len(cards(prizes))
    assert play.game.perft(play.state, 2 * n) == math.factorial(n) ** 2


@pytest.mark.parametrize("n", [1, 2, 3])
def test_with_three_players_there_are_n_factorial_cubed_ways(n: int) -> None:
    play = small_game(" ".join(RANKS[:n]), players=3)
    assert play.game.perft(play.state, 3 * n) == math.factorial(n) ** 3


@pytest.mark.parametrize("prizes", ["A", "2 A", "3 A 2", "2 3 A"])
def test_all_ways_are_won_as_brute_force_says(prizes: str) -> None:
    play = small_game(prizes)
    values = [RANKS.index(rank) + 1 for rank in cards(prizes)]
    first, nobody, second = number_of_wins(values, {*values}, {*values}, 0, 0)
    results = endings(play.game, play.state)
    assert [results.count([0]), results.count([]), results.count([1])] == [first, nobody, second]
    assert first == second


def test_the_higher_card_takes_the_prize() -> None:
    play = small_game("3 A 2").do("2C", "AH")
    assert play.pile("capture_zone", 0) == ["3D"] and play.pile("capture_zone", 1) == []
    assert sorted(play.pile("aside")) == ["2C", "AH"]
    assert play.hand(0) == cards("AC 3C") and play.pile("tableau") == ["AD"]


def test_a_tie_leaves_the_prize_for_the_next_turn() -> None:
    play = both_choose(small_game("3 A 2"), "2C", "2H")
    assert play.pile("capture_zone", 0) == play.pile("capture_zone", 1) == []
    assert play.pile("tableau") == cards("AD 3D")
    both_choose(play, "3C", "AH")
    assert play.pile("capture_zone", 0) == cards("AD 3D")


def test_prizes_never_won_count_for_nobody() -> None:
    play = small_game("A 2 3")
    for first, second in [("3C", "2H"), ("AC", "AH"), ("2C", "3H")]:
        both_choose(play, first, second)
    assert play.is_over and play.scores == [1, 5]
    play = small_game("2 A 3")
    for first, second in [("AC", "AH"), ("2C", "2H"), ("3C", "3H")]:
        both_choose(play, first, second)
    assert play.is_over and play.scores == [0, 0] and play.game.ending(play.state) == "draw"


def test_a_choice_is_hidden_until_all_have_chosen() -> None:
    play = small_game("3 A 4 2").do("2C")
    assert play.to_move == 1 and len(play.moves) == 4
    piles = play.game.view(play.state, 1).as_dict()["piles"]
    assert piles["front"][0]["count"] == 1 and piles["front"][0]["known"] == []
    assert piles["hand"][0]["count"] == 3
    own = play.game.view(play.state, 0).as_dict()["piles"]
    assert [card_name(card) for card in own["front"][0]["known"]] == ["2C"]
    other = small_game("3 A 4 2").do("4C")
    assert play.game.view(play.state, 1).as_dict() == other.game.view(other.state, 1).as_dict()


def test_redeals_vary_the_hidden_choice() -> None:
    play = small_game("3 A 4 2").do("2C")
    view = play.game.view(play.state, 1)
    redealt = [play.game.snapshot(play.game.redeal(view, seed=seed))["piles"] for seed in range(100)]
    chosen = {card_name(piles["front"][0]["known"][0]) for piles in redealt}
    assert chosen == {*cards("AC 2C 3C 4C")}
    own = play.game.view(play.state, 0)
    fronts = [play.game.snapshot(play.game.redeal(own, seed=seed))["piles"]["front"][0] for seed in range(20)]
    assert {card_name(front["known"][0]) for front in fronts} == {"2C"}


@pytest.mark.parametrize("players", [2, 3])
def test_scores_are_the_values_of_the_prizes_won(players: int) -> None:
    for seed in range(10):
        play = NamedPlay(GAMES[players], seed=seed)
        prizes, bids = [], []
        totals = [0] * players
        on_table = 0
        for move in random_moves(play, seed):
            if not bids:
                prizes.append(play.pile("tableau")[0])
                on_table += value(prizes[-1])
                to_choose = {*range(players)}
            assert play.to_move in to_choose and [*map(value, play.moves)] == sorted(
                map(value, play.hand(play.to_move))
            )
            to_choose -= {play.to_move}
            bids.append((value(move), play.to_move))
            play.do(move)
            if len(bids) == players:
                highest, seat = max(bids)
                if [bid for bid, _ in bids].count(highest) == 1:
                    totals[seat] += on_table
                    on_table = 0
                bids = []
        assert len({*prizes}) == 13
        assert play.scores == totals and sum(totals) + on_table == 91
        best = [seat for seat in range(players) if totals[seat] == max(totals)]
        assert play.game.winners(play.state) == (best if len(best) < players else [])
