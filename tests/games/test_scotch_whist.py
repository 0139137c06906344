"""Scotch whist: the order of trumps, thirty points for honours, and cards over eighteen."""

from __future__ import annotations

import random

import pytest

from darwindeck import Game

from . import FULL_DECK, Play, cards, deck_of_hands
from .naming import NamedPlay
from .tricks import Trick, cards_of_sides, play_deal, winner_of

GAME = Game("scotch-whist")
DECK = [card for card in FULL_DECK if card[:-1] not in ("2", "3", "4", "5")]
TRUMP_ORDER = ["6", "7", "8", "9", "10", "Q", "K", "A", "J"]
HONOURS = {"J": 11, "10": 10, "A": 4, "K": 3, "Q": 2}
CLUBS, DIAMONDS, HEARTS, SPADES = (" ".join(card for card in DECK if card[-1] == suit) for suit in "CDHS")


def side_points(taken: set[str], trump: str) -> int:
    honours = sum(HONOURS.get(card[:-1], 0) for card in taken if card[-1] == trump)
    return honours + max(0, len(taken) - 18)


def test_thirty_six_cards_are_dealt_and_the_last_is_trumps() -> None:
    for seed in range(10):
        play = NamedPlay(GAME, seed=seed)
        assert sorted(card for hand in play.hands for card in hand) == sorted(DECK)
        assert [len(hand) for hand in play.hands] == [9] * 4
        [shown] = play.known_hand(0, 3)
        assert "CDHS".index(shown[-1]) == play.facts["trump"]


@pytest.mark.parametrize(("better", "worse"), list(zip(TRUMP_ORDER[1:], TRUMP_ORDER[:-1], strict=True)))
def test_trumps_rank_jack_ace_king_queen_ten(better: str, worse: str) -> None:
    """Seats 0 and 2 have one trump each and a suit of their own; trumps are spades."""
    others = [card for card in cards(SPADES) if card[:-1] not in (better, worse)]
    for first, second in [(better, worse), (worse, better)]:
        hands = [f"{first}S {CLUBS[3:]}", f"AC {DIAMONDS[3:]}", f"{second}S {HEARTS[3:]}", f"AD AH {' '.join(others)}"]
        play = Play(GAME, deck_of_hands(hands, deck=DECK)).do(f"{first}S", "KD", f"{second}S", others[0])
        trick = [(0, f"{first}S"), (1, "KD"), (2, f"{second}S"), (3, others[0])]
        assert play.to_move == winner_of(trick, "S", TRUMP_ORDER)


@pytest.mark.parametrize(("better", "worse"), [("A", "K"), ("K", "Q"), ("Q", "J"), ("J", "10"), ("10", "9")])
def test_other_suits_rank_as_usual(better: str, worse: str) -> None:
    others = " ".join(card for card in cards(CLUBS) if card[:-1] not in (better, worse))
    for first, second in [(better, worse), (worse, better)]:
        hands = [f"{first}C {DIAMONDS[3:]}", f"{second}C {HEARTS[3:]}", f"AD AH {SPADES[6:]}", f"{others} AS 6S"]
        play = Play(GAME, deck_of_hands(hands, deck=DECK)).do(f"{first}C", f"{second}C", "AD", "6C")
        assert play.to_move == [first, second].index(better)


def test_one_side_with_all_tricks_scores_thirty_and_eighteen() -> None:
    play = Play(GAME, deck_of_hands([CLUBS, DIAMONDS, HEARTS, SPADES], deck=DECK))
    for _ in range(36):
        play.do(play.moves[0])
    assert play.scores == [0, 48, 0, 48]
    assert play.is_over and GAME.winners(play.state) == [1, 3]


def test_each_deal_has_thirty_points_for_honours_and_one_for_each_card_over_eighteen() -> None:
    deals = 0
    for seed in range(10):
        chance = random.Random(seed)
        play = Play(GAME, seed=seed)
        while not play.is_over:
            before = play.scores
            assert max(before) < 41 or before[0] == before[1]
            trump = "CDHS"[play.facts["trump"]]

            def winner(trick: Trick, trump: str = trump) -> int:
                return winner_of(trick, trump, TRUMP_ORDER)

            taken = cards_of_sides(play_deal(play, chance, winner, tricks=9), winner)
            gained = [new - old for new, old in zip(play.scores, before, strict=True)]
            assert gained == [side_points(taken[seat % 2], trump) for seat in range(4)]
            assert gained[0] + gained[1] == 30 + max(len(pile) for pile in taken) - 18
            deals += 1
        assert max(play.scores) >= 41
        assert GAME.winners(play.state) == ([0, 2] if play.scores[0] > play.scores[1] else [1, 3])
    assert deals > 10
