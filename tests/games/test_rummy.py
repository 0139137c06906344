"""Rummy: melds on the table, laying off, and what the winner scores."""

from __future__ import annotations

from pathlib import Path

import pytest

from darwindeck import Game, load_genome

from . import Play, deck_of_hands

FILE = Path(__file__).with_name("rummy.json")  # not a known game: greedy players swap cheap discards for ever
GAMES = {players: Game(load_genome(FILE, players)) for players in (2, 3)}
SET, RUN, TO_SET, TO_RUN = "92", "93", "94", "95"


def deal(*hands: str) -> Play:
    return Play(GAMES[3], deck_of_hands(hands))


def choose(play: Play, number: str) -> Play:
    play.state = play.game.apply(play.state, int(number))
    return play


@pytest.mark.parametrize(("players", "cards"), [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_the_deal(players: int, cards: int) -> None:
    play = Play(Game(load_genome(FILE, players)), seed=1)
    assert [len(play.hand(seat)) for seat in range(players)] == [cards] * players
    assert len(play.pile("discard")) == 1


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


def test_the_winner_scores_what_the_others_hold() -> None:
    play = deal("7C 7D 7H 2S 3S 4S 5S", "AC 2C 3D 4D 5D 6H 8H", "9S JS 9C 9D JC QC KC").do("draw")
    choose(play, SET).do("7C", "7D", "7H")
    choose(play, RUN).do("2S", "3S", "4S", "5S")
    play.do(*[move for move in play.moves if move == "pass"])
    while play.game.snapshot(play.state)["deal"] == 0:
        play.do(play.hand(0)[0])
    first, second = 1 + 2 + 3 + 4 + 5 + 6 + 8, 9 + 10 + 9 + 9 + 10 + 10 + 10
    assert play.game.snapshot(play.state)["scores"] == [first + second, 0, 0]
