"""Fan-Tan: what fits the layout, who must pass, and what the winner scores."""

from __future__ import annotations

from darwindeck import Game, load_genome
from darwindeck.language.fields import RANKS, SUITS

from . import Play, deck_of_hands

GAME = Game(load_genome("fan-tan", 4))
SUITED = [" ".join(rank + suit for rank in RANKS) for suit in SUITS]  # a suit for each seat


def test_all_cards_are_dealt_and_a_seven_must_begin() -> None:
    play = Play(GAME, deck_of_hands(SUITED))
    assert [len(play.hand(seat)) for seat in range(4)] == [13] * 4
    assert play.moves == ["7C"]


def test_a_suit_grows_up_and_down_from_its_seven() -> None:
    play = Play(GAME, deck_of_hands(SUITED)).do("7C", "7D", "7H", "7S")
    assert play.moves == ["6C", "8C"]
    play.do("8C", "6D", "8H", "6S")
    assert play.moves == ["6C", "9C"]


def test_who_has_no_card_that_fits_passes() -> None:
    hands = ["7C 8D 9D 2D", "AS 2S 3S 4S", "6C 8C AH 2H"]
    pack = [card for hand in hands for card in hand.split()]
    genome = load_genome("fan-tan", 3)
    import msgspec

    setup = msgspec.structs.replace(genome.setup, initial_deck="custom", custom_deck=tuple(pack))
    play = Play(Game(msgspec.structs.replace(genome, setup=setup)), deck_of_hands(hands, deck=pack)).do("7C")
    assert play.to_move == 2, "seat 1 holds nothing but low spades"
    assert play.moves == ["6C", "8C"]


def test_the_winner_scores_a_point_a_card_that_others_hold() -> None:
    play = Play(GAME, deck_of_hands(SUITED))
    while play.game.snapshot(play.state)["deal"] == 0:
        held = sum(len(play.hand(seat)) for seat in range(4))
        play.do(play.moves[0])
    scores = play.game.snapshot(play.state)["scores"]
    assert scores == [held - 1, 0, 0, 0], "seat 0 begins, and everybody can always play"
