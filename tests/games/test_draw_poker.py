"""Five-card draw: what beats what, and how pots are divided."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from darwindeck import Game, load_genome

from . import Play, cards, deck_of_hands

GAMES = {players: Game(load_genome("draw-poker", players)) for players in range(2, 9)}

# Best first; neighbours share no card.
HANDS = {
    "royal flush": "AS KS QS JS 10S",
    "straight flush": "9H 8H 7H 6H 5H",
    "straight flush to the five": "AD 2D 3D 4D 5D",
    "four kings": "KC KD KH KS 2H",
    "four threes": "3C 3D 3H 3S AH",
    "queens full of fours": "QC QD QH 4S 4H",
    "jacks full of aces": "JC JD JH AC AS",
    "king flush, queen": "KD QD 9D 6D 3D",
    "king flush, jack": "KC JC 10C 9C 8C",
    "straight to the ace": "AH KS QS JH 10D",
    "straight to the six": "2D 3S 4H 5C 6D",
    "straight to the five": "AS 2C 3H 4S 5D",
    "three kings": "KC KH KS QD JD",
    "three threes": "3C 3D 3H AH QS",
    "aces and sevens": "AC AD 7C 7H 2S",
    "kings and queens": "KD KH QC QH AS",
    "kings and jacks, ace": "KC KS JC JH AH",
    "kings and jacks, ten": "KD KH JD JS 10D",
    "pair of aces": "AC AS 8C 6D 2D",
    "pair of kings, ace": "KC KD AH 4D 3D",
    "pair of kings, queen": "KH KS QC JC 10H",
    "ace, king, queen, jack, nine": "AC KC QD JH 9S",
    "ace, king, queen, jack, eight": "AD KD QH JS 8S",
    "seven high": "7C 5D 4H 3S 2C",
}
THREE_HANDS = [HANDS["seven high"], HANDS["four kings"], "AH QH 10H 8H 6H"]
CATEGORIES = {(1, 1, 1, 1, 1): 0, (2, 1, 1, 1): 1, (2, 2, 1): 2, (3, 1, 1): 3, (3, 2): 6, (4, 1): 7}


def rank(hand: list[str]) -> tuple[int, list[int]]:
    """An independent ranking of five cards; greater is better."""
    order = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    groups = sorted(
        ((count, order.index(name)) for name, count in Counter(card[:-1] for card in hand).items()), reverse=True
    )
    category, ranks = CATEGORIES[tuple(count for count, _ in groups)], [number for _, number in groups]
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    straight = category == 0 and ranks[0] - ranks[4] == 4
    flush = len({card[-1] for card in hand}) == 1
    if straight or flush:
        category = 8 if straight and flush else 5 if flush else 4
    return category, ranks


def show_down(*hands: str) -> list[int]:
    """What each seat has after all check, keep their cards and show them."""
    play = Play(GAMES[len(hands)], deck_of_hands(hands))
    seats = len(hands)
    play.do(*["check"] * seats, *["pass"] * seats, *["check"] * seats)
    assert play.facts["deal"] == 1
    return play.money


@pytest.mark.parametrize(("better", "worse"), list(itertools.pairwise(HANDS)))
def test_each_hand_beats_the_next(better: str, worse: str) -> None:
    assert show_down(HANDS[better], HANDS[worse]) == [101, 99]
    assert show_down(HANDS[worse], HANDS[better]) == [99, 101]


def test_any_two_hands_rank_as_an_independent_ranking_says() -> None:
    compared = 0
    for first, second in itertools.permutations(HANDS.values(), 2):
        if not {*cards(first)} & {*cards(second)}:
            first_wins = rank(cards(first)) > rank(cards(second))
            assert show_down(first, second) == ([101, 99] if first_wins else [99, 101])
            compared += 1
    assert compared > 200


def test_suits_never_count() -> None:
    assert show_down("AS KS QS JS 9H", "AC KC QC JC 9D") == [100, 100]
    assert show_down("AS KS QS JS 10S", "AH KH QH JH 10H") == [100, 100]
    assert show_down("2S 2H 5C 6C 7C", "2C 2D 5S 6S 7S") == [100, 100]


def test_the_odd_chip_goes_to_the_first_from_the_dealers_left() -> None:
    one, other, low = "AS KS QS JS 9H", "AC KC QC JC 9D", "7C 5D 4H 3S 2C"
    assert show_down(one, other, low) == [101, 100, 99]
    assert show_down(low, one, other) == [99, 101, 100]
    assert show_down(one, low, other) == [101, 99, 100]  # seat 2 deals
    assert show_down(one, other, "AH KH QH JH 9C", low) == [101, 100, 100, 99]  # four chips for three


def test_the_last_player_in_wins_unseen() -> None:
    play = Play(GAMES[3], deck_of_hands(THREE_HANDS))
    play.do("bet 0", "fold", "fold")  # the minimum, 2; the antes were 1
    assert play.money == [102, 99, 99]
    assert play.facts["deal"] == 1


def test_discards_are_replaced_from_the_stock_in_turn() -> None:
    hands = ["7C 5D 4H 3S 2C", "KC KD KH KS 2D"]
    play = Play(GAMES[2], deck_of_hands(hands, then="AH AD 9S"))
    play.do("check", "check", "2C", "4H", "done", "2D", "done")
    assert sorted(play.hand(0)) == sorted(cards("7C 5D 3S AH AD"))
    assert sorted(play.hand(1)) == sorted(cards("KC KD KH KS 9S"))
    assert sorted(play.pile("discard")) == sorted(cards("2C 4H 2D"))
    assert play.to_move == 0 and "check" in play.moves


@pytest.mark.parametrize("players", [6, 7, 8])
def test_all_may_draw_five_and_nobody_gets_back_a_card_just_discarded(players: int) -> None:
    for seed in range(30):
        play = Play(GAMES[players], seed=seed).do(*["check"] * players)
        may_come = {*play.pile("deck")}  # the stock, and what others have discarded before
        assert len(may_come) == 52 - 5 * players
        for seat in range(players):
            discards = play.hand(seat)
            play.do(*discards)
            drawn = {*play.hand(seat)}
            assert len(drawn) == 5 and drawn <= may_come
            may_come = (may_come - drawn) | {*discards}
        assert play.to_move == 0 and "check" in play.moves  # the second round of betting
        assert sum(len(play.hand(seat)) for seat in range(players)) == 5 * players


@pytest.mark.parametrize("players", [7, 8])
def test_the_discards_of_those_before_make_a_new_stock(players: int) -> None:
    came_back = 0
    for seed in range(10):
        play = Play(GAMES[players], seed=seed).do(*["check"] * players)
        discarded: set[str] = set()
        for seat in range(players):
            discards = play.hand(seat)
            play.do(*discards)
            came_back += len(discarded & {*play.hand(seat)})
            discarded |= {*discards}
    assert came_back > 50  # the stock has 17 or 12 cards for 35 or 40 draws


def test_the_deal_moves_left() -> None:
    play = Play(GAMES[3], deck_of_hands(THREE_HANDS))
    assert (play.facts["dealer"], play.to_move) == (2, 0)
    play.do("bet 0", "fold", "fold")
    assert (play.facts["dealer"], play.to_move) == (0, 1)
    play.do("bet 0", "fold", "fold")
    assert (play.facts["dealer"], play.to_move) == (1, 2)


def test_what_may_be_bet_called_and_raised() -> None:
    play = Play(GAMES[3], deck_of_hands(THREE_HANDS))
    assert play.moves == ["check", "bet 0", "bet 2", "bet 3"]  # 2, (half of 3 is the minimum again), 3, 99
    play.do("bet 2")
    assert play.moves == ["call", "fold", "raise 0", "raise 1", "raise 2", "raise 3"]
    play.do("raise 2")  # pays 3 and, the pot being 6 + 3, raises by 9
    assert play.facts["bets"] == [3, 12, 0]
    play.do("raise 0", "raise 0")  # the least raise is the last one, 9: 21, then 30
    assert play.facts["bets"] == [30, 12, 21]
    assert play.moves == ["call", "fold"]  # three raises were made
    assert play.do("call", "call").facts["bets"] == [0, 0, 0]
    assert play.facts["contributions"] == [31, 31, 31]


def test_nobody_raises_what_nobody_can_call() -> None:
    play = unequal_stacks(0).do("bet 3")  # seat 1 bets all its 95 chips; seat 2 has 119, seat 0 has 83
    assert play.to_move == 2 and play.moves == ["call", "fold"]


def unequal_stacks(seed: int) -> Play:
    """Three players with 84, 96 and 120 chips at the start of the second deal, which seat 0 deals."""
    low, high, middle = THREE_HANDS
    play = Play(GAMES[3], deck_of_hands([low, middle, high]), seed=seed)
    play.do("bet 2", "call", "raise 2")  # 3; 3; 3 and the pot of 9 + 3
    play.do("call", "fold", "pass", "pass", "check", "check")
    assert play.money == [84, 96, 120]
    return play


def all_in(play: Play) -> None:
    """Everybody pays everything and keeps the cards."""
    assert play.to_move == 1
    play.do("bet 3", "call", "all_in")  # seat 1: 95; seat 2 keeps 24 of 119; seat 0 can only call with 83
    assert play.facts["contributions"] == [84, 96, 96] and play.facts["chips"] == [0, 0, 24]
    play.do("pass", "pass", "pass")


# Main pot 3 * 84, side pot 2 * 12, and 24 that seat 2 still has.
@pytest.mark.parametrize(
    ("ranking", "money"),
    [
        ((0, 1, 2), [252, 24, 24]),
        ((0, 2, 1), [252, 0, 48]),
        ((1, 0, 2), [0, 276, 24]),
        ((1, 2, 0), [0, 276, 24]),
        ((2, 0, 1), [0, 0, 300]),
        ((2, 1, 0), [0, 0, 300]),
    ],
)
def test_side_pots_of_three_all_in(ranking: tuple[int, int, int], money: list[int]) -> None:
    for seed in range(1000):
        play = unequal_stacks(seed)
        ranks = [rank(play.hand(seat)) for seat in range(3)]
        if ranks[ranking[0]] > ranks[ranking[1]] > ranks[ranking[2]]:
            break
    all_in(play)
    assert play.money == money
    assert play.facts["out"] == [chips == 0 for chips in money] or play.is_over
    assert play.is_over == (300 in money)


def test_the_match_is_won_with_all_the_chips() -> None:
    play = Play(GAMES[2], deck_of_hands([HANDS["four kings"], HANDS["seven high"]]))
    play.do("bet 3", "call", "pass", "pass")
    assert play.is_over
    assert play.money == [200, 0]
    assert play.game.payoffs(play.state) == [1.0, -1.0]
    assert play.game.ending(play.state) == "decided"
