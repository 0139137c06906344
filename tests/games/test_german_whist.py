"""German Whist: thirteen tricks for the cards of the stock, then thirteen that count."""

from __future__ import annotations

import random

from darwindeck import Game

from . import Play, deck_of_hands
from .tricks import STRENGTH, Trick, winner_of

GAME = Game("german-whist")


def test_the_winner_takes_the_card_that_lies_open_and_the_loser_the_next() -> None:
    hands = ["AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C 2C", "AD KD QD JD 10D 9D 8D 7D 6D 5D 4D 3D 2D"]
    play = Play(GAME, deck_of_hands(hands, then="AS KH QS"))
    assert play.facts["trump"] == 3 and play.pile("tableau") == ["AS"] and play.to_move == 0
    play.do("2C", "2D")
    assert "AS" in play.hand(0) and "KH" in play.hand(1) and play.pile("tableau") == ["QS"]
    assert play.known_hand(1, 0) == ["AS"] and play.known_hand(0, 1) == []  # one was open, the other drawn unseen
    assert play.facts["trump"] == 3 and play.scores == [0, 0]  # it stays trumps, and this trick wins no point


def test_only_the_last_thirteen_tricks_count() -> None:
    for seed in range(20):
        chance, play = random.Random(seed), Play(GAME, seed=seed)
        trump = "CDHS"[play.facts["trump"]]
        assert play.pile("tableau")[0][-1] == trump and len(play.pile("deck")) == 25
        points, leader = [0, 0], 0
        for number in range(26):
            assert len(play.hand(0)) == len(play.hand(1)) == (13 if number < 13 else 26 - number)
            trick: Trick = []
            for seat in (leader, 1 - leader):
                following = [card for card in play.hand(seat) if trick and card[-1] == trick[0][1][-1]]
                assert play.to_move == seat and {*play.moves} == {*(following or play.hand(seat))}
                trick.append((seat, chance.choice(play.moves)))
                play.do(trick[-1][1])
            leader = winner_of(trick, trump, STRENGTH)
            points[leader] += number >= 13
        assert play.is_over and play.scores == points and sum(points) == 13
        assert GAME.winners(play.state) == [points.index(max(points))]
