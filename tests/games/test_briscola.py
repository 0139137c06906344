"""Briscola: any card may be played, the winner draws first, the trump is drawn last, and a deal has 120 points."""

from __future__ import annotations

import random

import pytest

from darwindeck import Game, load_genome

from . import SHORT_DECK, Play, deck_of_hands
from .tricks import Trick

GAMES = {seats: Game(load_genome("briscola", seats)) for seats in (2, 3, 4)}
ORDER = ["2", "4", "5", "6", "7", "J", "Q", "K", "3", "A"]
WORTH = {"A": 11, "3": 10, "K": 4, "Q": 3, "J": 2}


def winner(trick: Trick, trump: str) -> int:
    """The best trump, or else the best card of the suit led."""
    suit = trump if any(card[-1] == trump for _, card in trick) else trick[0][1][-1]
    return max((ORDER.index(card[:-1]), seat) for seat, card in trick if card[-1] == suit)[1]


@pytest.mark.parametrize("seats", GAMES)
def test_all_points_are_won_and_most_of_them_win(seats: int) -> None:
    for seed in range(20):
        chance, play = random.Random(seed), Play(GAMES[seats], seed=seed)
        [turned] = play.pile("turned")
        points, leader, last_drawn = [0] * seats, 0, False
        for _ in range(40 // seats):
            trick: Trick = []
            for step in range(seats):
                seat = (leader + step) % seats
                assert play.to_move == seat and {*play.moves} == {*play.hand(seat)}  # nobody has to follow
                card = chance.choice(play.moves)
                last_drawn = last_drawn or card == turned
                trick.append((seat, card))
                play.do(card)
            leader = winner(trick, turned[-1])
            points[leader] += sum(WORTH.get(card[:-1], 0) for _, card in trick)
        assert play.is_over and last_drawn and sum(points) == 120
        if seats == 4:  # partners sit opposite each other
            points = [points[seat] + points[(seat + 2) % 4] for seat in range(4)]
        assert play.scores == points
        assert GAMES[seats].winners(play.state) == ([] if len({*points}) == 1 else best_of(points))


def best_of(points: list[int]) -> list[int]:
    return [seat for seat, number in enumerate(points) if number == max(points)]


def test_the_winner_draws_first_and_the_turned_card_is_the_last() -> None:
    deck = deck_of_hands(["AC 3C KC", "2D 4D 5D"], then="6H 7H", deck=SHORT_DECK, last="2S")
    play = Play(GAMES[2], deck).do("KC", "2D")
    assert "6H" in play.hand(0) and "7H" in play.hand(1)
    play.do("3C", "4D")
    while play.pile("deck"):
        play.do(play.moves[0])
    assert "2S" in play.hand(0) + play.hand(1) + play.pile("capture_zone", 0) + play.pile("capture_zone", 1)


def test_a_three_beats_a_king_and_a_small_trump_both() -> None:
    play = Play(GAMES[2], deck_of_hands(["KC 3H AC", "3C 2S 4D"], deck=SHORT_DECK, last="7S"))
    play.do("KC", "3C")
    assert play.to_move == 1
    play.do("4D", "3H")
    assert play.to_move == 1
    play.do("2S", "AC")
    assert play.facts["tricks"] == [0, 3]


def test_with_three_the_two_of_clubs_is_left_out() -> None:
    play = Play(GAMES[3])
    cards = [card for seat in range(3) for card in play.hand(seat)] + play.pile("deck") + play.pile("turned")
    assert {*SHORT_DECK} - {*cards} == {"2C"} and len(cards) == 39
