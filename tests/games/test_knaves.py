"""Knaves: seventeen tricks are worth a point each, and four jacks cost ten points between them."""

from __future__ import annotations

import random

import pytest

from darwindeck import Game

from . import FULL_DECK, Play
from .tricks import play_deal, winner_of

GAME = Game("knaves")
COSTS = {"JH": 4, "JD": 3, "JC": 2, "JS": 1}


@pytest.mark.parametrize("seed", range(5))
def test_points_follow_tricks_and_jacks(seed: int) -> None:
    """Whole matches at random, counted by hand; whoever deals, the seat to the left leads."""
    chance, play, dealer = random.Random(seed), Play(GAME, seed=seed), 2
    totals = [0, 0, 0]
    while not play.is_over:
        trump = "CDHS"[play.facts["trump"]]
        [turned] = {*FULL_DECK} - {card for seat in range(3) for card in play.hand(seat)}
        assert turned[-1] == trump and play.to_move == (dealer + 1) % 3
        played = play_deal(play, chance, lambda trick, trump=trump: winner_of(trick, trump), 17)
        for trick in played:
            totals[winner_of(trick, trump)] += 1 - sum(COSTS.get(card, 0) for _, card in trick)
        assert play.scores == totals
        dealer = (dealer + 1) % 3
    assert max(totals) >= 20 and GAME.winners(play.state) == [totals.index(max(totals))]


def test_a_deal_gives_seven_points_and_what_a_jack_turned_up_would_cost() -> None:
    for turned in ("2C", *COSTS):
        others = [card for card in FULL_DECK if card != turned]
        chance = random.Random(turned)
        play = Play(GAME, [*chance.sample(others, 51), turned])
        play_deal(play, chance, lambda trick, suit=turned[-1]: winner_of(trick, suit), 17)
        assert sum(play.scores) == 7 + COSTS.get(turned, 0)
