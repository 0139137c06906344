"""Texas hold'em: blinds, who opens, the cards on the table. tests/crosscheck compares whole matches with PokerKit."""

from __future__ import annotations

from darwindeck import Game, load_genome

from . import Play, deck_of_hands

GAMES = {players: Game(load_genome("texas-holdem", players)) for players in (2, 4)}


def test_blinds_are_paid_left_of_the_dealer_and_the_next_player_opens() -> None:
    play = Play(GAMES[4], seed=1)
    assert play.facts["contributions"] == [1, 2, 0, 0] and play.facts["dealer"] == 3
    assert play.to_move == 2


def test_with_two_the_dealer_pays_the_small_blind_and_opens_before_the_flop_only() -> None:
    play = Play(GAMES[2], seed=1)
    assert play.facts["dealer"] == 1 and play.facts["contributions"] == [2, 1]
    assert play.to_move == 1
    play.do("call", "check")
    assert len(play.pile("tableau")) == 3 and play.to_move == 0


def test_three_cards_are_turned_up_then_one_and_one() -> None:
    play = Play(GAMES[4], seed=1).do("call", "call", "call", "check")
    for cards in (3, 4, 5):
        assert len(play.pile("tableau")) == cards and play.to_move == 0
        play.do("check", "check", "check", "check")
    assert play.facts["deal"] == 1


def test_the_best_five_of_seven_win() -> None:
    hands = ("AC KD", "2C 2D", "9H 8H", "JC 4D")
    play = Play(GAMES[4], deck_of_hands(hands, then="AH KH 2H 7H 3C")).do("call", "call", "call", "check")
    play.do(*["check"] * 12)
    assert play.money == [98, 98, 106, 98], "a flush beats three of a kind and two pairs"


def test_a_hand_that_the_table_has_is_shared() -> None:
    hands = ("2C 3D", "2D 3C", "4C 5D", "4D 5C")
    play = Play(GAMES[4], deck_of_hands(hands, then="10S JS QS KS AS")).do("call", "call", "call", "check")
    assert play.do(*["check"] * 12).money == [100] * 4
