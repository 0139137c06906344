"""Gin rummy: the offer, knocking, gin, undercut, laying off, and the void deal, from explicit decks."""

from __future__ import annotations

import itertools
import random

import pytest

from darwindeck import Game
from darwindeck.genome.fields import RANKS, SUITS

from . import FULL_DECK, Play, deck_of_hands

GAME = Game("gin-rummy")
KNOCKER = "AC 2C 3C 4D 5D 6D 7C 7H 7S KS"  # two runs, a set, and a king: deadwood 10
GIN = "AC 2C 3C 4D 5D 6D 7C 7H 7S 7D"


def after_refusal(first: str, second: str, then: str = "QH 9H") -> Play:
    """Both refuse the up-card; seat 0 draws the next one and discards it."""
    play = Play(GAME, deck_of_hands([first, second], then=then))
    return play.do("pass", "pass", "draw", then.split()[1])


def scores_after_knock(first: str, second: str) -> list[int]:
    play = after_refusal(first, second)
    assert play.moves == ["pass", "knock"]
    play.do("knock")
    assert play.facts["deal"] == 1
    return play.scores


Place = tuple[int, int]  # rank and suit
SETS = [
    frozenset((rank, suit) for suit in suits)
    for rank in range(13)
    for size in (3, 4)
    for suits in itertools.combinations(range(4), size)
]
RUNS = [
    frozenset((rank, suit) for rank in range(low, high))
    for suit in range(4)
    for low in range(13)
    for high in range(low + 3, 14)
]


def deadwood(hand: list[str]) -> int:
    """An independent count: the least over all ways to lay disjoint melds."""
    places = frozenset((RANKS.index(card[:-1]), SUITS.index(card[-1])) for card in hand)
    return least_deadwood(places, [meld for meld in SETS + RUNS if meld <= places])


def least_deadwood(places: frozenset[Place], melds: list[frozenset[Place]]) -> int:
    best = sum(min(rank + 1, 10) for rank, _ in places)
    for number, meld in enumerate(melds):
        if meld <= places:
            best = min(best, least_deadwood(places - meld, melds[number + 1 :]))
    return best


def test_each_is_dealt_ten_and_one_is_turned_up() -> None:
    play = Play(GAME, seed=1)
    sizes = [len(play.hand(0)), len(play.hand(1)), len(play.pile("discard")), len(play.pile("deck"))]
    assert sizes == [10, 10, 1, 31]


def test_the_up_card_is_offered_to_the_non_dealer_first() -> None:
    play = Play(GAME, deck_of_hands([KNOCKER, "KC KD KH QC JD 2S 4S 6S 8S 10H"], then="QH 9H"))
    assert play.facts["dealer"] == 1
    assert play.to_move == 0 and play.moves == ["pass", "take"]
    play.do("pass")
    assert play.to_move == 1 and play.moves == ["pass", "take"]
    play.do("take")
    assert play.to_move == 1 and "QH" in play.hand(1)
    assert "QH" not in play.moves and len(play.moves) == 10  # it may not go straight back
    assert play.known_hand(0, 1) == ["QH"]
    play.do("2S")
    assert play.to_move == 0 and play.moves == ["draw", "take"]


def test_after_two_refusals_the_first_draw_is_from_the_stock() -> None:
    play = Play(GAME, deck_of_hands([KNOCKER, "KC KD KH QC JD 2S 4S 6S 8S 10H"], then="QH 9H 9S")).do("pass", "pass")
    assert play.to_move == 0 and play.moves == ["draw"]
    play.do("draw")
    assert "9H" in play.hand(0) and "9H" in play.moves  # a card from the stock may be discarded
    play.do("9H", "pass")
    assert play.to_move == 1 and play.moves == ["draw", "take"]  # refused once only
    play.do("take")
    assert "9H" not in play.moves


def test_the_knocker_scores_the_difference() -> None:
    assert scores_after_knock(KNOCKER, "KC KD KH QC JD 2S 4S 6S 8S 10H") == [50 - 10, 0]


@pytest.mark.parametrize(
    ("second", "left"),
    [
        ("KC KD KH QC JD 4C 3D 6S 8S 10H", 44),  # 4C and 3D go on the runs
        ("KC KD KH QC JD 4C 5C 6S 8S 10H", 44),  # 5C only after 4C
        ("KC KD KH QC JD 5C 2D 6S 8S 10H", 51),  # without 4C and 3D these do not fit
        ("KC KD KH QC JD 7D 8D 6S 8S 10H", 44),  # 7D and 8D prolong the run
        ("KC KD KH QC JD 7D 9D 6S 8S 10H", 53),  # 7D fits in either place
        ("4C 5C 6C QC JD JH 2S 6S 8S 10H", 56),  # laying all three off is no better than melding them
        ("3D 3H 3S QC JD JH 2S 6S 8S 10H", 56),  # a set is kept together where that is better
    ],
)
def test_the_opponent_lays_off(second: str, left: int) -> None:
    assert scores_after_knock(KNOCKER, second) == [left - 10, 0]


def test_gin_scores_a_bonus_and_nothing_is_laid_off() -> None:
    assert scores_after_knock(GIN, "KC KD KH QC JD 4C 3D 6S 8S 10H") == [51 + 25, 0]
    assert scores_after_knock(GIN, "KC KD KH QC QD QS 2H 2S 2D AH") == [1 + 25, 0]
    assert scores_after_knock(GIN, "KC KD KH QC QD QS 2H 2S 2D KS") == [25, 0]  # a tie is no undercut


@pytest.mark.parametrize(
    ("second", "scored"),
    [
        ("KC KD KH QC QD QS 2H 2S 2D 9S", 1 + 25),
        ("KC KD KH QC QD QS 2H 2S 2D 10S", 0 + 25),  # equal is an undercut
        ("KC KD KH QC QD QS JC JD JH 3D", 10 + 25),  # the three is laid off
    ],
)
def test_undercut(second: str, scored: int) -> None:
    assert scores_after_knock(KNOCKER, second) == [0, scored]


def test_eleven_is_too_much_to_knock() -> None:
    play = after_refusal("AC 2C 3C 4D 5D 6D 8C 8H KS AS", "KC KD KH QC JD 2S 4S 6S 8S 10H")
    assert play.to_move == 1 and play.moves == ["draw", "take"]


def test_a_run_does_not_go_round_the_corner() -> None:
    play = after_refusal("QC KC AC 4D 5D 6D 7C 7H 7S 7D", "2C KD KH QS JD 2S 4S 6S 8S 10H")
    assert play.to_move == 1  # deadwood 21


def test_the_deal_is_void_when_two_cards_are_left() -> None:
    play = Play(GAME, seed=5).do("pass", "pass")
    turns = 0
    while play.facts["deal"] == 0:
        assert len(play.pile("deck")) > 2
        play.do("draw").do(play.moves[0])
        turns += 1
        if play.moves == ["pass", "knock"]:
            play.do("pass")
    assert turns == 29
    assert play.scores == [0, 0]
    assert play.facts["dealer"] == 0 and play.to_move == 1


def test_the_last_draw_may_still_knock() -> None:
    play = Play(GAME, deck_of_hands([KNOCKER, "KC KD KH QC JD 2S 4S 6S 8S 10H"], then="QH 9H")).do("pass", "pass")
    drawn = play.pile("deck")
    for card in drawn[:28]:
        play.do("draw", card)
        if play.moves == ["pass", "knock"]:
            play.do("pass")
    assert play.to_move == 0 and len(play.pile("deck")) == 3
    play.do("draw", drawn[28], "knock")
    assert play.facts["deal"] == 1 and play.scores == [40, 0]


def test_knocking_is_offered_exactly_with_ten_or_less() -> None:
    chance = random.Random(1)
    seen = {True: 0, False: 0}
    for _ in range(150):  # low cards first, so that melds are many
        deck = sorted(FULL_DECK, key=lambda card: (RANKS.index(card[:-1]) > 5, chance.random()))
        play = Play(GAME, deck).do("pass", "pass")
        for _ in range(8):
            seat = play.to_move
            play.do(chance.choice(play.moves)).do(chance.choice(play.moves))
            can_knock = play.moves == ["pass", "knock"]
            assert can_knock == (deadwood(play.hand(seat)) <= 10)
            seen[can_knock] += 1
            if can_knock:
                play.do("pass")
    assert min(seen.values()) > 30


def test_the_first_to_a_hundred_wins() -> None:
    chance = random.Random(2)
    play = Play(GAME, seed=7)
    while not play.is_over:
        assert max(play.scores) < 100
        moves = play.moves
        play.do("knock" if "knock" in moves else chance.choice(moves))
    assert max(play.scores) >= 100
    assert play.game.winners(play.state) == [play.scores.index(max(play.scores))]
