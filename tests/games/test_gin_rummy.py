"""Gin rummy: the offer, knocking, gin, undercut, laying off, and the void deal, from explicit decks."""

from __future__ import annotations

import copy
import random

import pytest

from darwindeck import Game
from darwindeck.language.fields import RANKS
from tests.edits import edited

from . import FULL_DECK, Play, deck_of_hands
from .melds import after_layoffs, best_ways, deadwood, places_of

GAME = Game("gin-rummy")
KNOCKER = "AC 2C 3C 4D 5D 6D 7C 7H 7S KS"  # two runs, a set, and a king: deadwood 10
GIN = "AC 2C 3C 4D 5D 6D 7C 7H 7S 7D"
NUMBERS = 92  # the first of the moves that are numbers


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


GRID = "4C 5C 6C 4D 5D 6D 4H 5H 6H KS"  # three sets or three runs; deadwood 10 either way
SETS_FIRST = ["lay down 4♣ 4♦ 4♥, 5♣ 5♦ 5♥, 6♣ 6♦ 6♥", "lay down 4♣ 5♣ 6♣, 4♦ 5♦ 6♦, 4♥ 5♥ 6♥"]


def lay_down(play: Play, number: int) -> Play:
    play.state = play.game.apply(play.state, NUMBERS + number)
    return play


@pytest.mark.parametrize(
    ("second", "on_sets", "on_runs"),
    [
        ("KC KD KH QC JD 4S 5S 6S 8S 10H", 38, 38),  # a run of the opponent's own fits the sets as well
        ("KC KD KH QC JD 4S 6S 2S 8S 10H", 40, 50),  # the four and the six fit the sets
        ("KC KD KH QC JD 7C 3D 2S 8S 10H", 50, 40),  # the seven and the three fit the runs
    ],
)
def test_the_knocker_chooses_how_to_lay_down_melds(second: str, on_sets: int, on_runs: int) -> None:
    for number, left in enumerate([on_sets, on_runs]):
        play = after_refusal(GRID, second).do("knock")
        assert play.to_move == 0 and play.facts["deal"] == 0
        moves = play.game.legal_moves(play.state)
        assert [play.game.describe(play.state, move) for move in moves] == SETS_FIRST
        assert play.known_hand(0, 1) == []  # without having seen the other hand
        assert lay_down(play, number).scores == [left - 10, 0]


@pytest.mark.parametrize(
    "first",
    [
        KNOCKER,
        GIN,
        "AC 2C 3C 4C 5C 6C 7C 8C 9C KS",  # one run or several: the same cards fit
    ],
)
def test_there_is_no_choice_where_it_makes_no_difference(first: str) -> None:
    play = after_refusal(first, "KC KD KH QC JD 2S 8D 9S 8S 10H", then="QH 9H").do("knock")
    assert play.facts["deal"] == 1


def test_without_laying_off_melds_need_not_be_chosen() -> None:
    game = Game(edited("gin-rummy", {"turn_structure.phases.2.layoffs": False}))
    play = Play(game, deck_of_hands([GRID, "KC KD KH QC JD 4S 7C 2S 8S 10H"], then="QH 9H"))
    play.do("pass", "pass", "draw", "9H", "knock")
    assert play.facts["deal"] == 1 and play.scores == [51 - 10, 0]


def test_every_way_that_makes_a_difference_is_offered() -> None:
    chance, choices = random.Random(4), 0
    for _ in range(1000):
        lowest = chance.randrange(10)
        near = sorted(FULL_DECK, key=lambda card: (abs(RANKS.index(card[:-1]) - lowest), chance.random()))
        first, others = chance.sample(near[:16], 10), near[:26]  # few ranks, so that melds cross
        second = chance.sample([card for card in others if card not in first], 10)
        drawn = [card for card in FULL_DECK if card not in first + second][:2]
        play = Play(GAME, deck_of_hands([" ".join(first), " ".join(second)], then=" ".join(drawn)))
        play.do("pass", "pass", "draw", drawn[1])
        own = deadwood(first)
        if not 0 < own <= 10:
            continue
        play.do("knock")
        offered = len(play.game.legal_moves(play.state)) if play.facts["deal"] == 0 else 1
        ends = [lay_down(copy.copy(play), number) for number in range(offered)] if offered > 1 else [play]
        left = {after_layoffs(places_of(second), melds) for melds in best_ways(first)}
        assert {tuple(end.scores) for end in ends} == {gains(own, theirs) for theirs in left}
        choices += len(left) > 1
    assert choices > 10


def gains(own: int, theirs: int) -> tuple[int, int]:
    return (theirs - own, 0) if theirs > own else (0, own - theirs + 25)


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
        if not moves[0].isdigit():
            play.do("knock" if "knock" in moves else chance.choice(moves))
        else:
            lay_down(play, 0)
    assert max(play.scores) >= 100
    assert play.game.winners(play.state) == [play.scores.index(max(play.scores))]
