"""Rummy: melds on the table, laying off, and what the winner scores."""

from __future__ import annotations

import pytest

from darwindeck import Game, Job, load_genome, simulate_many
from darwindeck.simulate.records import ENDINGS

from ..edits import edited
from . import Play, deck_of_hands

GAMES = {players: Game(load_genome("rummy", players)) for players in (2, 3)}
SET, RUN, TO_SET, TO_RUN = "92", "93", "94", "95"


def deal(*hands: str) -> Play:
    return Play(GAMES[3], deck_of_hands(hands))


def choose(play: Play, number: str) -> Play:
    play.state = play.game.apply(play.state, int(number))
    return play


@pytest.mark.parametrize(("players", "cards"), [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_the_deal(players: int, cards: int) -> None:
    play = Play(Game(load_genome("rummy", players)), seed=1)
    assert [len(play.hand(seat)) for seat in range(players)] == [cards] * players
    assert len(play.pile("discard")) == 1


def test_runs_on_the_table_are_no_trick() -> None:
    """They lie in its pile, and yet there is nothing to beat: every card that a seat has put away counts."""
    rule = {"condition": {"type": "must_beat"}, "points": 1}
    genome = edited(
        load_genome("rummy", 3), {"turn_structure.phases.2.target": "capture_zone", "scoring_rules": [rule]}
    )
    play = Play(Game(genome), deck_of_hands(("2S 3S 4S 5S 6S 7S 8S", "AC 2C 3D 4D 5D 6H 8H", "9H JH 9C 9D JC QC KC")))
    play.do("draw")
    choose(play, RUN).do("2S", "3S", "4S", "5S", "6S", "7S", "8S")
    [last] = play.hand(0)
    assert play.do(last).game.snapshot(play.state)["scores"] == [1, 0, 0]


def test_sets_and_runs_are_laid_down_and_laid_off_on() -> None:
    play = deal("7C 7D 7H 2S 3S 4S KD", "AC 2C 3D 4D 5D 6H 8H", "5S 7S 9C 9D JC QC KC").do("draw")
    assert play.moves == ["92", "93", "pass"]
    choose(play, SET).do("7C", "7D", "7H")
    assert sorted(play.pile("tableau")) == ["7C", "7D", "7H"]
    choose(play, RUN).do("2S", "3S", "4S")
    assert sorted(play.pile("trick")) == ["2S", "3S", "4S"]
    play.do("KD", "draw", "pass", "AC", "draw")
    assert play.to_move == 2 and {TO_SET, TO_RUN} <= {*play.moves}
    assert choose(play, TO_SET).moves == ["7S"]
    assert "5S" in choose(play.do("7S"), TO_RUN).moves
    assert sorted(play.do("5S").pile("trick")) == ["2S", "3S", "4S", "5S"]


@pytest.mark.parametrize(
    ("hand", "is_offered"),
    [
        ("KC KD 2H 4H 6S 8S TD", True),  # a third king
        ("JH QH 2D 4C 6S 8S TD", True),  # above a run of two
        ("QH AD 2D 4C 6S 8S TD", False),  # one neighbour is no run
        ("AH 3H 2D 4C 6S 8S TD", False),  # a king is not beside an ace
    ],
)
def test_only_a_card_that_can_be_melded_is_taken_from_the_discards(hand: str, is_offered: bool) -> None:
    hand = hand.replace("TD", "10D")
    play = Play(GAMES[3], deck_of_hands([hand, "AC 2C 3D 4D 5D 6H 8H", "5S 7S 9C 9D JC QC 3C"], then="KH"))
    assert play.pile("discard") == ["KH"]
    assert ("take" in play.moves) is is_offered


def test_a_card_that_fits_between_two_is_taken() -> None:
    play = Play(
        GAMES[3], deck_of_hands(["5H 7H AC 2D 9S JS KD", "AD 2C 3D 4D 5D 6C 8H", "5S 7S 9C 9D JC QC 3C"], then="6H")
    )
    assert "take" in play.moves


def test_a_card_that_can_be_laid_off_is_taken() -> None:
    play = deal("7C 7D 7H 2S 4S JS KD", "AC 2D 3D 4H 5H 6H 7S", "5S 9S 9C JD 2C QC KC").do("draw")
    choose(play, SET).do("7C", "7D", "7H", "KD")
    assert play.moves == ["draw"], "a king fits nothing"
    play.do("draw", "pass", "7S")
    assert play.moves == ["draw", "take"], "a seven fits the sevens on the table"


def test_greedy_players_come_to_an_end() -> None:
    """They would swap cheap discards for ever if they could take any card."""
    [records] = simulate_many([Job(load_genome("rummy", 2), 4, ("greedy", "greedy"), seed=3)])
    assert {ENDINGS[ending] for ending in records.ending} == {"decided"}


def test_the_winner_scores_what_the_others_hold() -> None:
    play = deal("7C 7D 7H 2S 3S 4S 5S", "AC 2C 3D 4D 5D 6H 8H", "9S JS 9C 9D JC QC KC").do("draw")
    choose(play, SET).do("7C", "7D", "7H")
    choose(play, RUN).do("2S", "3S", "4S", "5S")
    play.do(*[move for move in play.moves if move == "pass"])
    while play.game.snapshot(play.state)["deal"] == 0:
        play.do(play.hand(0)[0])
    first, second = 1 + 2 + 3 + 4 + 5 + 6 + 8, 9 + 10 + 9 + 9 + 10 + 10 + 10
    assert play.game.snapshot(play.state)["scores"] == [first + second, 0, 0]
