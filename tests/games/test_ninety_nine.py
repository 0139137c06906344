"""Ninety-nine: three cards laid aside are a bid, which nobody sees, and trumps follow from who won theirs."""

from __future__ import annotations

import random

import pytest

from darwindeck import Game

from . import Play, deck_of_hands
from .tricks import play_deal, winner_of

GAME = Game("ninety-nine")
TRICKS = {"C": 3, "H": 2, "S": 1, "D": 0}
BONUS = [0, 30, 20, 10]
PACK = [rank + suit for suit in "CDHS" for rank in ("6", "7", "8", "9", "10", "J", "Q", "K", "A")]
HANDS = [
    "6C 7C 8C 9C 10C JC QC KC AC 6D 7D 8D",
    "9D 10D JD QD KD AD 6H 7H 8H 9H 10H JH",
    "QH KH AH 6S 7S 8S 9S 10S JS QS KS AS",
]


def test_a_bid_is_hidden() -> None:
    play = Play(GAME, deck_of_hands(HANDS, deck=PACK)).do("6C", "6D", "7D")
    assert play.to_move == 1 and len(play.hand(0)) == 9 and play.pile("front", 0) == ["7D", "6D", "6C"]
    view = GAME.view(play.state, 1).as_dict()
    assert view["piles"]["front"][0]["known"] == [] and view["bids"] == [-1, -1, -1]
    play.do("9D", "10D", "JD", "6S", "7S", "8S")
    assert play.facts["trump"] == -1 and play.to_move == 0  # no trumps in the first deal


@pytest.mark.parametrize("seed", range(6))
def test_scores_and_trumps_follow_the_bids(seed: int) -> None:
    """Whole matches at random, counted by hand."""
    chance, play = random.Random(seed), Play(GAME, seed=seed)
    totals, trump = [0, 0, 0], ""
    for deal in range(9):
        assert play.facts["trump"] == ("CDHS".index(trump) if trump else -1)
        bids = [0, 0, 0]
        for seat in ((deal + step) % 3 for step in range(3)):
            assert play.to_move == seat
            for _ in range(3):
                card = chance.choice(play.moves)
                bids[seat] += TRICKS[card[-1]]
                play.do(card)
        won = [0, 0, 0]
        for trick in play_deal(play, chance, lambda trick, trump=trump: winner_of(trick, trump), 9):
            won[winner_of(trick, trump)] += 1
        made = [bids[seat] == won[seat] for seat in range(3)]
        totals = [totals[seat] + won[seat] + made[seat] * BONUS[sum(made)] for seat in range(3)]
        assert play.scores == totals and sum(won) == 9
        trump = "DSHC"[sum(made)]
    assert play.is_over and GAME.winners(play.state) == [seat for seat in range(3) if totals[seat] == max(totals)]
