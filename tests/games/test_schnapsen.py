"""Schnapsen: marriages, the exchange, closing the stock, the sterner rules of the end, and who wins how many points."""

from __future__ import annotations

import random

import pytest

from darwindeck import Game

from . import deck_of_hands
from .naming import NamedPlay
from .tricks import Trick

GAME = Game("schnapsen")
ORDER = ["J", "Q", "K", "10", "A"]
PACK = [rank + suit for suit in "CDHS" for rank in ORDER]
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
CLOSE, SWAP = "bid 0", "bid 1"


def begin(hands: list[str], turned: str, then: str = "") -> NamedPlay:
    return NamedPlay(GAME, deck_of_hands(hands, then=then, deck=PACK, last=turned))


def test_the_jack_of_trumps_is_exchanged_for_the_card_turned_up() -> None:
    play = begin(["JH KC QC AC 10C", "AD KD QD JD 10D"], "AH")
    assert play.moves == [CLOSE, SWAP, "pass"] and play.facts["trump"] == 2
    play.do(SWAP)
    assert play.pile("turned") == ["JH"] and "AH" in play.hand(0) and play.known_hand(1, 0) == ["AH"]
    assert play.moves == [CLOSE, "pass"]


def test_a_marriage_is_shown_by_leading_it_and_counts_with_the_first_trick() -> None:
    play = begin(["JH KC QC AC 10C", "AD KD QD JD 10D"], "AH").do("pass", "KC")
    assert play.known_hand(1, 0) == ["QC"] and play.facts["bids"] == [20, -1]
    play.do("AD", "pass", "10C", "10D", "pass")
    assert not play.is_over and play.to_move == 0  # 15 + 20 + 20


def test_a_marriage_may_bring_the_last_points_before_anybody_answers() -> None:
    play = begin(["AH 10H KH QH AC", "JC QC KC JD 10D"], "JH").do("pass", "AH", "10D", "pass", "10H", "KC", "pass")
    assert play.scores == [0, 0] and play.facts["deal"] == 0  # 21 and 14
    play.do("KH")
    assert play.scores == [3, 0] and play.facts["deal"] == 1  # and 40; the opponent has no trick


def test_with_the_stock_closed_one_must_follow_win_and_trump() -> None:
    play = begin(["AC QC QD QH JS", "10C KC AD AH 10S"], "QS").do(CLOSE)
    assert play.facts["declarer"] == 0 and play.pile("deck") == [] and play.pile("turned") == []
    play.do("QC")
    assert {*play.moves} == {"10C", "KC"}  # both win; other suits are out
    play.do("KC", "10C")
    assert play.moves == ["AC"]
    play.do("AC", "QD")
    assert play.moves == ["AD"]
    play.do("AD", "AH", "QH", "10S", "JS")
    assert play.facts["deal"] == 1 and play.scores == [0, 3]  # who has closed has 21; the other had no trick then


def test_without_the_suit_led_one_must_trump() -> None:
    play = begin(["AC QC QD QH JS", "10D KH AD AH 10S"], "QS").do(CLOSE, "AC")
    assert play.moves == ["10S"]


def must_play(hand: list[str], led: str, trump: str) -> set[str]:
    """The cards allowed to the second player when the stock is used up or closed."""
    following = [card for card in hand if card[-1] == led[-1]]
    higher = [card for card in following if ORDER.index(card[:-1]) > ORDER.index(led[:-1])]
    return {*(higher or following or [card for card in hand if card[-1] == trump] or hand)}


def winner_of_two(trick: Trick, trump: str) -> int:
    (leader, led), (other, card) = trick
    if card[-1] == led[-1]:
        return other if ORDER.index(card[:-1]) > ORDER.index(led[:-1]) else leader
    return other if card[-1] == trump else leader


class Count:
    """A deal counted by hand."""

    def __init__(self) -> None:
        self.cards, self.pairs, self.tricks = [0, 0], [0, 0], [0, 0]
        self.closer, self.stake = -1, 0

    def points(self, seat: int) -> int:
        return self.cards[seat] + self.pairs[seat] if self.tricks[seat] else 0

    def worth(self, winner: int) -> int:
        loser = 1 - winner
        return 3 if not self.tricks[loser] else 2 if self.points(loser) < 33 else 1

    def result(self, winner: int) -> tuple[int, int]:
        """Who scores, and how much."""
        if self.closer < 0:
            return winner, self.worth(winner)
        made = winner == self.closer and self.points(winner) >= 66
        return (winner, self.stake) if made else (1 - self.closer, max(2, self.stake))


def play_deal(play: NamedPlay, chance: random.Random) -> tuple[int, int]:
    count, trump, leader, deal = Count(), "CDHS"[play.facts["trump"]], play.to_move, play.facts["deal"]
    while True:
        while play.moves[0].startswith("bid"):
            assert (SWAP in play.moves) == ("J" + trump in play.hand(leader))
            move = chance.choice([*play.moves, "pass", "pass"])
            if move == CLOSE:
                count.closer, count.stake = leader, count.worth(leader)
            play.do(move)
            if move == "pass":
                break
        free = bool(play.pile("deck"))
        card = chance.choice(play.moves)
        mate = {"K": "Q", "Q": "K"}.get(card[:-1], "?") + card[-1]
        if mate in play.hand(leader):
            count.pairs[leader] += 40 if card[-1] == trump else 20
        play.do(card)
        if count.points(leader) >= 66:
            return count.result(leader)  # no limit: not a future
        hand = play.hand(1 - leader)
        assert {*play.moves} == ({*hand} if free else must_play(hand, card, trump))
        answer = chance.choice(play.moves)
        last = len(hand) == 1
        play.do(answer)
        leader = winner_of_two([(leader, card), (1 - leader, answer)], trump)
        count.tricks[leader] += 1
        count.cards[leader] += WORTH[card[:-1]] + WORTH[answer[:-1]]
        if last or count.points(leader) >= 66:
            assert play.is_over or play.facts["deal"] == deal + 1
            return count.result(leader)  # no limit: not a future


@pytest.mark.parametrize("seed", range(20))
def test_points_follow_the_cards(seed: int) -> None:
    """Whole matches at random, counted by hand."""
    chance, play = random.Random(seed), NamedPlay(GAME, seed=seed)
    totals = [0, 0]
    while not play.is_over:
        seat, points = play_deal(play, chance)
        totals[seat] += points
        assert play.scores == totals
    assert max(totals) >= 7 and GAME.winners(play.state) == [totals.index(max(totals))]
