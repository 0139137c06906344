"""Games that play alike, however their rules are written."""

from __future__ import annotations

import msgspec
import pytest

from darwindeck import load_genome
from darwindeck.evaluate.alike import SAME_GAME, find_originals, likeness_to_known, measure_likeness
from darwindeck.genome.distance import NEAR_COPY, find_nearest, has_idea
from darwindeck.genome.genome import GameGenome
from darwindeck.simulate.backends.local import Local

PLAY = Local(1)


def durak_for_two() -> GameGenome:
    """Won by the first without cards instead of lost by the last with some: with two players that is the same."""
    data = msgspec.to_builtins(load_genome("durak", 2))
    data |= {"win_conditions": [{"type": "empty_hand"}], "genome_id": "other", "player_counts": []}
    return msgspec.convert(data, GameGenome)


def shorter_hands() -> GameGenome:
    data = msgspec.to_builtins(load_genome("durak", 2))
    data["setup"]["cards_per_player"] = 5
    return msgspec.convert(data | {"player_counts": []}, GameGenome)


def test_the_same_game_in_other_words() -> None:
    again = durak_for_two()
    assert find_nearest(again).distance > NEAR_COPY  # by its rules it would be new
    assert likeness_to_known([again], PLAY, 1) == [pytest.approx(1.0, abs=0.02)]
    assert find_originals([again, load_genome("goofspiel")], PLAY, 1) == [False, False]


def test_another_deal_is_another_game() -> None:
    [found] = measure_likeness([(load_genome("durak", 2), shorter_hands())], PLAY, 1)
    assert found < 0.1


def test_a_known_game_for_a_number_of_players_that_it_does_not_allow_is_still_that_game() -> None:
    whist = load_genome("whist")
    setup = msgspec.structs.replace(whist.setup, cards_per_player=17)
    for_three = msgspec.structs.replace(whist, player_count=3, player_counts=(), teams=(), setup=setup)
    assert 3 not in whist.player_counts and not has_idea(for_three)
    assert likeness_to_known([for_three], PLAY, 1)[0] >= SAME_GAME


def test_of_two_that_play_alike_the_first_is_kept() -> None:
    one = shorter_hands()
    two = msgspec.convert(msgspec.to_builtins(one) | {"win_conditions": [{"type": "empty_hand"}]}, GameGenome)
    assert measure_likeness([(one, two)], PLAY, 1)[0] >= SAME_GAME
    assert find_originals([one, two], PLAY, 1) == [True, False]


def test_nothing_is_compared_with_nothing() -> None:
    assert measure_likeness([], PLAY, 1) == [] and find_originals([], PLAY, 1) == []
