"""Spades: bids, contracts, bags, nil, and when spades may be led."""

from __future__ import annotations

import random

import pytest

from darwindeck import Game
from darwindeck.language.fields import RANKS

from . import cards, deck_of_hands
from .naming import NamedPlay
from .tricks import Trick, winner_of

GAME = Game("spades")
CLUBS, DIAMONDS, HEARTS, SPADES = (" ".join(rank + suit for rank in RANKS) for suit in "CDHS")
BIDS = [f"bid {number}" for number in range(14)]

# Seat 1 has no club, seats 0 and 1 no heart.
UNBROKEN = [
    "AC 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 2S 3S",
    "4D 5D 6D 7D 8D 9D 10D JD QD KD AD 4S 5S",
    "2H 6S 7S 8S 9S 10S JS QS KS AS 10C JC QC",
    "3H 4H 5H 6H 7H 8H 9H 10H JH QH KH AH KC",
]


def winner(trick: Trick) -> int:
    return winner_of(trick, "S")


def play_tricks(play: NamedPlay, chance: random.Random) -> list[int]:
    """Plays thirteen random tricks; how many each seat has won. Checks who may lead spades."""
    won, broken = [0] * 4, False
    for _ in range(13):
        trick: Trick = []
        for _ in range(4):
            seat, moves = play.to_move, play.moves
            hand = play.hand(seat)
            plain = [card for card in hand if card[-1] != "S"]
            following = [card for card in hand if trick and card[-1] == trick[0][1][-1]]
            expected = following or hand if trick else hand if broken else plain or hand
            assert {*moves} == {*expected}
            card = chance.choice(moves)
            broken = broken or card[-1] == "S"
            trick.append((seat, card))
            play.do(card)
        won[winner(trick)] += 1
    return won


def after_deal(bids: list[int], won: list[int], score: int, bags: int) -> tuple[int, int]:
    """Score and bags of a side after a deal in which its two members bid and won so many."""
    contract, tricks = sum(bids), sum(won)
    if tricks < contract:
        score -= 10 * contract
    else:
        score += 10 * contract + tricks - contract
        bags += tricks - contract
        while bags >= 10:  # twenty at once is possible
            score, bags = score - 100, bags - 10
    for bid, taken in zip(bids, won, strict=True):
        if bid == 0:
            score += 100 if taken == 0 else -100
    return score, bags


def all_spades(bids: list[int]) -> NamedPlay:
    """A deal in which seat 3 holds all the spades and wins all tricks."""
    play = NamedPlay(GAME, deck_of_hands([CLUBS, DIAMONDS, HEARTS, SPADES]))
    play.do(*(f"bid {bid}" for bid in bids))
    while play.facts["deal"] == 0 and not play.is_over:
        play.do(play.moves[0])
    return play


def test_each_bids_once_from_the_dealers_left() -> None:
    play = NamedPlay(GAME, seed=1)
    for seat in range(4):
        assert play.to_move == seat and play.moves == BIDS
        play.do(f"bid {seat + 1}")
    assert play.facts["bids"] == [1, 2, 3, 4] and play.to_move == 0
    assert all(card in play.hand(0) for card in play.moves)


@pytest.mark.parametrize(
    ("bids", "scores", "bags"),
    [
        ([3, 6, 2, 7], [-50, 130], [0, 0]),  # exactly made, and set
        ([1, 1, 1, 3], [-20, 49], [0, 9]),
        ([1, 1, 1, 2], [-20, 40 - 100], [0, 0]),  # ten bags cost a hundred
        ([1, 1, 1, 1], [-20, 31 - 100], [0, 1]),  # and the eleventh stays
        ([0, 0, 0, 13], [200, 230], [0, 0]),  # three good nils
        ([0, 6, 4, 0], [100 - 40, 67 - 100], [0, 7]),  # the partner of a nil bidder fails alone
        ([5, 13, 0, 1], [-50 + 100, -140], [0, 0]),  # all thirteen are one too few
    ],
)
def test_bids_are_scored_by_side(bids: list[int], scores: list[int], bags: list[int]) -> None:
    play = all_spades(bids)
    assert play.scores == scores * 2
    assert play.facts["bags"] == bags * 2


def test_spades_beat_all_and_may_be_played_by_who_cannot_follow() -> None:
    play = NamedPlay(GAME, deck_of_hands(UNBROKEN)).do(*["bid 1"] * 4)
    assert play.moves == cards("AC 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D")  # no spade is led
    play.do("AC")
    assert {*play.moves} == {*cards(UNBROKEN[1])}  # no club, so anything
    play.do("4S")
    assert play.moves == cards("10C JC QC")  # clubs must be followed
    play.do("10C", "KC")
    assert play.to_move == 1 and play.facts["tricks"] == [0, 1, 0, 0]
    assert "5S" in play.moves  # broken


def test_spades_may_not_be_led_until_they_are_broken() -> None:
    play = NamedPlay(GAME, deck_of_hands(UNBROKEN)).do(*["bid 1"] * 4, "2C", "AD", "QC", "KC")
    assert play.to_move == 3 and not play.facts["broken"]
    play.do("3H", "9C", "4D", "2H")
    assert play.to_move == 3  # nobody trumped
    play.do("AH", "3S", "5D", "10C")
    assert play.to_move == 0 and play.facts["broken"] and "2S" in play.moves


def test_a_hand_of_spades_may_lead_them() -> None:
    play = NamedPlay(GAME, deck_of_hands([SPADES, CLUBS, DIAMONDS, HEARTS])).do(*["bid 1"] * 4)
    assert {*play.moves} == {*cards(SPADES)}


def test_contracts_bags_and_nils_over_whole_matches() -> None:
    deals = penalties = nils = 0
    for seed in range(5):
        chance = random.Random(seed)
        play = NamedPlay(GAME, seed=seed)
        standing = [(0, 0), (0, 0)]
        while not play.is_over and play.facts["deal"] < 25:
            assert max(score for score, _ in standing) < 500 or standing[0][0] == standing[1][0]
            first = (play.facts["dealer"] + 1) % 4
            bids = [0] * 4
            for turn in range(4):
                seat = (first + turn) % 4
                assert play.to_move == seat
                bids[seat] = chance.choice([0, 1, 1, 2, 2, 3])
                play.do(f"bid {bids[seat]}")
            assert play.facts["bids"] == bids and play.to_move == first
            won = play_tricks(play, chance)
            before = standing
            standing = [after_deal(bids[side::2], won[side::2], *before[side]) for side in range(2)]
            assert play.scores == [standing[seat % 2][0] for seat in range(4)]
            assert play.facts["bags"] == [standing[seat % 2][1] for seat in range(4)]
            penalties += sum(after[1] < old[1] for after, old in zip(standing, before, strict=True))
            nils += bids.count(0)
            deals += 1
        if play.is_over:
            scores = [score for score, _ in standing]
            assert max(scores) >= 500
            assert GAME.winners(play.state) == ([0, 2] if scores[0] > scores[1] else [1, 3])
    assert deals > 20 and penalties > 3 and nils > 10


def test_five_hundred_wins() -> None:
    for seed in range(3):
        chance = random.Random(seed)
        play = NamedPlay(GAME, seed=seed)
        while not play.is_over:
            if play.moves == BIDS:
                assert max(play.scores) < 500
                play.do("bid 2" if play.to_move < 2 else "bid 3")
            else:
                play.do(chance.choice(play.moves))
        best = max(play.scores)
        assert best >= 500 and play.facts["deal"] < 100
        assert GAME.winners(play.state) == [seat for seat in range(4) if play.scores[seat] == best]
