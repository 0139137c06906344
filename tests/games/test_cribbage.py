"""Cribbage: the crib and the starter, pegging, the show, and the end at 121. All hands are counted in core/tests/test_combos.cpp."""

from __future__ import annotations

import random

from darwindeck import Game, load_genome

from ..edits import edited
from ..reference.compare import Comparison, Tally
from . import Play, deck_of_hands

GAME = Game(load_genome("cribbage", 2))


def deal(first: str, second: str, starter: str) -> Play:
    return Play(GAME, deck_of_hands([first, second], then=starter))


def test_two_lay_two_cards_each_and_three_one_with_a_card_of_the_pack_and_four_one() -> None:
    for players, laid in ((2, 2), (3, 1), (4, 1)):
        play = Play(Game(load_genome("cribbage", players)), seed=1)
        for _ in range(players * laid):
            play.do(play.moves[0])
        assert len(play.pile("aside")) == 4 and len(play.pile("tableau")) == 1
        assert [len(play.hand(seat)) for seat in range(players)] == [4] * players


def test_four_are_partners_who_score_together() -> None:
    """The dealer's side has the jack, and a pair that the one makes is the other's, too."""
    game = Game(load_genome("cribbage", 4))
    hands = ["5C 7C 8C 9C AC", "5D 7D 8D 9D AD", "5H 7H 8H 9H AH", "5S 7S 8S 9S AS"]
    play = Play(game, deck_of_hands(hands, then="JS")).do("AC", "AD", "AH", "AS")
    assert play.scores == [0, 2, 0, 2], "his heels"
    assert play.do("5C", "5D").scores == [0, 4, 0, 4], "a pair"
    assert play.do("5H").scores == [8, 4, 8, 4], "a third five, and fifteen"
    assert play.do("5S").scores == [8, 16, 8, 16], "and the fourth"


def test_a_jack_as_starter_scores_two_for_the_dealer() -> None:
    play = deal("AC 2C 3C 4C KC KD", "AD 2D 3D 4D KH KS", "JS").do("KC", "KD", "KH", "KS")
    assert play.scores == [0, 2]


def test_fifteen_pairs_and_runs_peg() -> None:
    play = deal("5C 7C 8C 9C AC 2C", "10D 7D 8D 6D AD 2D", "KS").do("AC", "2C", "AD", "2D")
    assert play.do("8C", "7D").scores == [0, 2]  # 15
    assert play.do("7C").scores == [2, 2]  # a pair
    assert play.do("6D").scores == [2, 3]  # 28: no run, for a pair is in between; nobody can go on, one for the last


def test_a_run_pegs_in_any_order() -> None:
    play = deal("4C 6C KC QC AC 2C", "5D KD QD 9D AD 2D", "KS").do("AC", "2C", "AD", "2D", "4C", "5D")
    assert play.do("6C").scores == [5, 0]  # 15, and 4 5 6


def test_thirty_one_scores_two_and_the_count_begins_again() -> None:
    play = deal("KC QC 9C AC 2C 3C", "JD AD 9D 8D 2D 3D", "4S").do("2C", "3C", "2D", "3D")
    play.do("KC", "JD", "QC")
    assert play.moves == ["AD"]
    before = play.scores
    play.do("AD")
    assert play.scores == [before[0], before[1] + 2]
    assert play.game.snapshot(play.state)["total"] == 0 and play.to_move == 0


def test_the_show_counts_hands_then_the_crib() -> None:
    play = deal("5C 5D 5H JS 2C 3C", "KC QC AD 9D 7D 8H", "5S").do("2C", "3C", "7D", "8H")
    pegged = None
    while play.facts["deal"] == 0:
        pegged = play.scores
        play.do(play.moves[0])
    assert pegged is not None
    # 29 in hand; the dealer has K Q A 9 with 5: two fifteens and nothing else, and a crib of 2 3 7 8 5: three fifteens.
    gained = [after - before for after, before in zip(play.scores, pegged, strict=True)]
    assert gained[0] >= 29
    assert gained[1] >= 4 + 6


def test_the_first_to_121_wins_at_once() -> None:
    for seed in range(10):
        play, rng = Play(GAME, seed=seed), random.Random(seed)
        while not play.is_over:
            play.do(rng.choice(play.moves))
        high, low = sorted(play.scores, reverse=True)
        assert high >= 121 > low
        assert play.facts["payoffs"] == [1 if score == high else -1 for score in play.scores]


def test_what_is_laid_away_is_counted_from_the_largest_hand() -> None:
    """Where each has the cards of a suit, of which one lacks two cards and the other one."""
    suits = {"setup.cards_per_player": 0, "setup.hand_sizes": {}, "setup.hand_suits": ["C", "D"]}
    genome = edited(load_genome("cribbage", 2), suits | {"setup.removed_cards": ["6C", "7C", "7D"]})
    play = Play(Game(genome))
    assert [len(play.hand(seat)) for seat in range(2)] == [11, 12]
    for _ in range(8):
        play.do(play.moves[0])
    assert len(play.hand(0)) == 3
    Comparison(genome, 1, 0, Tally(), 60).run()
