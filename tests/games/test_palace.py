"""Palace: beating the pile or taking it, tens and fours of a kind, face-up cards and reserves."""

from __future__ import annotations

import itertools
import random

import pytest

from darwindeck import Game, load_genome
from darwindeck.language.fields import card_id

from . import Play, deck_of_hands

GAME = Game(load_genome("palace", 2))
FIRST, SECOND = "3C 4C 5C 6C 7C 8C", "3D 4D 5D 6D 7D 8D"


def start(first: str = FIRST, second: str = SECOND, then: str = "") -> Play:
    """Both lay their last three cards face up. Six cards after the hands are the reserves, and then comes the stock."""
    play = Play(GAME, deck_of_hands([first, second], then=f"2S 2H 2D 2C AS AH {then}"))
    for hand in (first, second):
        play.do(*sorted(hand.split()[3:], key=card_id))
    return play


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_three_cards_lie_face_down_three_face_up_and_three_are_held(players: int) -> None:
    play = Play(Game(load_genome("palace", players)), seed=1)
    while len(play.pile("front", players - 1)) < 3:
        play.do(play.moves[0])
    facts = play.facts
    assert [len(play.hand(seat)) for seat in range(players)] == [3] * players
    assert facts["piles"]["aside"]["count"] == 3 * players
    assert facts["bids"] == [3] * players
    assert all(len(play.pile("front", seat)) == 3 for seat in range(players))


def test_one_plays_as_high_or_higher_or_takes_the_pile() -> None:
    play = start(then="KC QC").do("5C")
    assert play.to_move == 1
    assert play.moves == ["5D"], "as high is enough; hands are 3 4 5"
    play.do("5D")
    assert play.to_move == 0 and "KC" in play.moves and "3C" not in play.moves


def test_who_cannot_play_takes_the_whole_pile() -> None:
    play = start(first="JC QC KC 6C 7C 8C").do("KC")
    assert play.to_move == 0, "seat 1 could not beat the king, and was not asked"
    assert {"3D", "4D", "5D", "KC"} <= {*play.hand(1)}
    assert play.pile("discard") == []


def test_a_ten_clears_the_pile_and_plays_again() -> None:
    play = start(second="3D 4D 10D 6D 7D 8D").do("5C")
    assert "10D" in play.moves
    play.do("10D")
    assert play.to_move == 1 and play.pile("discard") == []
    assert "10D" in play.pile("tableau")


def test_four_of_a_kind_clear_the_pile() -> None:
    play = start(first="5C 5D 3C 6C 7C 8C", second="5H 5S 3D 6D 7D 8D")
    play.do("5C", "5D", "5H", "5S")
    assert play.pile("discard") == [] and len(play.pile("tableau")) == 4
    assert play.to_move == 1, "whoever put the fourth plays again"


def test_without_stock_and_hand_come_the_face_up_cards_and_then_reserves_and_then_the_win() -> None:
    chance, play = random.Random(1), Play(Game(load_genome("palace", 5)), seed=1)
    stages: list[list[tuple[bool, int]]] = [[] for _ in range(5)]
    while not play.is_over:
        for seat in range(5):
            stages[seat].append((len(play.pile("front", seat)) == 3, play.facts["bids"][seat]))  # type: ignore[index]
        play.do(chance.choice(play.moves))
    winner = play.facts["payoffs"].index(1)  # type: ignore[attr-defined]
    assert play.hand(winner) == [] and play.pile("front", winner) == []
    seen = [stage for stage, _ in itertools.groupby(stages[winner])][-5:]
    assert seen == [(True, 3), (False, 3), (False, 2), (False, 1), (False, 0)]
