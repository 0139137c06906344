"""Cassino: taking, building, raising builds, and the eleven points of a deal."""

from __future__ import annotations

import random

import pytest

from darwindeck import Game, load_genome

from . import Play, deck_of_hands

GAME = Game(load_genome("cassino", 2))
TAKE, LAY = 92, 93
RANKS, SEATS = 68, 84  # of moves
NINE, EIGHT, TEN = RANKS + 8, RANKS + 7, RANKS + 9


def deal(*hands: str, table: str) -> Play:
    return Play(GAME, deck_of_hands(hands, then=table))


def use(play: Play, card: str, how: int, *picks: str) -> Play:
    """Plays a card, says what it is for, and picks cards."""
    play.do(card)
    play.state = play.game.apply(play.state, how)
    return play.do(*picks)


def options(play: Play, card: str) -> list[int]:
    return play.game.legal_moves(play.do(card).state)


def test_a_card_takes_equal_cards_and_all_sums() -> None:
    play = deal("8C 2C 3C KC", "8D QD JD KD", table="8H 5H 3H 6S")
    use(play, "8C", TAKE, "3H", "5H")
    assert sorted(play.pile("capture_zone", 0)) == ["3H", "5H", "8C", "8H"]
    assert play.pile("tableau") == ["6S"]


def test_courts_only_pair() -> None:
    play = deal("JC KC 2C 3C", "8D QD JD KD", table="10H AH QH JH")
    assert options(play, "KC") == [LAY], "10 and ace are no king, and queen and ace are none either"
    play = deal("JC KC 2C 3C", "8D QD JD KD", table="10H AH QH JH")
    use(play, "JC", TAKE)
    assert sorted(play.pile("capture_zone", 0)) == ["JC", "JH"]


def test_a_build_is_for_a_card_in_hand_and_is_taken_whole() -> None:
    play = deal("4C 9C 2C KC", "9D QD JD KD", table="5H QH JH 10H")
    assert NINE in options(play, "4C")
    play = deal("4C 9C 2C KC", "9D QD JD KD", table="5H QH JH 10H")
    use(play, "4C", NINE, "5H")
    assert sorted(play.pile("front", 0)) == ["4C", "5H"] and play.facts["bids"] == [9, -1]
    use(play, "9D", TAKE)
    assert sorted(play.pile("capture_zone", 1)) == ["4C", "5H", "9D"], "the other may take it"
    assert play.facts["bids"] == [-1, -1]


def test_the_owner_of_a_build_keeps_a_card_that_takes_it() -> None:
    play = deal("4C 9C 2C KC", "8D QD JD KD", table="5H QH JH 10H")
    use(play, "4C", NINE, "5H")
    use(play, "KD", LAY)
    assert options(play, "9C") == [TAKE], "the last nine must take the build"


def test_a_build_is_raised_and_changes_hands() -> None:
    play = deal("4C 8C 2C KC", "AD 9D JD KD", table="4H QH JH 10H")
    use(play, "4C", EIGHT, "4H")
    use(play, "AD", SEATS)
    assert sorted(play.pile("front", 1)) == ["4C", "4H", "AD"] and play.pile("front", 0) == []
    assert play.facts["bids"] == [-1, 9]


def test_a_build_of_two_sets_is_not_raised() -> None:
    play = deal("4C 3C 9C KC", "AD 10D JD KD", table="5H 6H QH 2H")
    use(play, "4C", NINE, "5H")
    use(play, "KD", LAY)
    use(play, "3C", NINE, "6H")
    assert play.facts["bids"] == [9 + 64, -1]
    assert SEATS not in options(play, "AD"), "nine and one would be ten"


def test_a_sweep_scores_a_point() -> None:
    play = deal("8C 2C 3C KC", "8D QD JD KD", table="8H 5H 3H 8S")
    use(play, "8C", TAKE, "3H", "5H")
    assert play.scores == [1, 0]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_deal_has_eleven_points_less_tied_majorities_and_plus_sweeps(players: int) -> None:
    chance = random.Random(players)
    game = Game(load_genome("cassino", players))
    play, sweeps = Play(game, seed=players), 0
    while play.facts["deal"] == 0:
        before = play.scores
        play.state = game.apply(play.state, chance.choice(game.legal_moves(play.state)))
        if play.facts["deal"] == 0:
            sweeps += sum(play.scores) - sum(before)
    assert sum(play.scores) - sweeps in (7, 8, 10, 11)
