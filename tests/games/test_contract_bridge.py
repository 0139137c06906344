"""Contract Bridge: the auction, dummy, and the duplicate scores that every player knows by heart."""

from __future__ import annotations

import pytest

from darwindeck import Game
from darwindeck.language.fields import RANKS
from darwindeck.play.session import Session
from tests.edits import edited

from . import deck_of_hands
from .naming import NamedPlay

GAME = Game("contract-bridge")
CLUBS, DIAMONDS, HEARTS, SPADES = (" ".join(rank + suit for rank in RANKS) for suit in "CDHS")
STRAINS = ["C", "D", "H", "S", "NT"]
PASSES = ["pass"] * 3


class Auction(NamedPlay):
    """Calls are written as players do: 4 S, double, redouble, pass."""

    def do(self, *moves: str) -> Auction:
        verbs = {"double": 172, "redouble": 173}
        for name in moves:
            if name in verbs:
                self.state = self.game.apply(self.state, verbs[name])
            elif " " in name and name.split()[1] in STRAINS:
                number = 92 + 5 * (int(name.split()[0]) - 1) + STRAINS.index(name.split()[1])
                self.state = self.game.apply(self.state, number)
            else:
                super().do(name)
        return self


def deal(vulnerable: str = "none") -> Auction:
    """Seat 3 deals and holds all spades; seat 0 leads to it."""
    game = Game(edited("contract-bridge", {"turn_structure.opening.0.vulnerable": [vulnerable]}))
    return Auction(game, deck_of_hands([CLUBS, DIAMONDS, HEARTS, SPADES]))


def play_out(play: Auction) -> list[int]:
    while play.facts["deal"] == 0:
        play.do(play.moves[0])
    return play.scores


# Seat 3 and its partner win all tricks with spades as trumps, and seat 1 none with any contract of its own suit.
@pytest.mark.parametrize(
    ("calls", "plain", "vulnerable"),
    [
        (["1 S", *PASSES], 30 + 50 + 180, 30 + 50 + 180),
        (["4 S", *PASSES], 120 + 300 + 90, 120 + 500 + 90),
        (["6 S", *PASSES], 180 + 300 + 500 + 30, 180 + 500 + 750 + 30),
        (["7 S", *PASSES], 1510, 2210),
        (["7 S", "double", *PASSES], 1770, 2470),
        (["7 S", "double", "pass", "pass", "redouble", *PASSES], 2240, 2940),
        (["1 S", "double", *PASSES], 60 + 50 + 50 + 600, 60 + 50 + 50 + 1200),
        (["2 S", "double", "pass", "pass", "redouble", *PASSES], 240 + 300 + 100 + 1000, 240 + 500 + 100 + 2000),
    ],
)
def test_contracts_that_are_made(calls: list[str], plain: int, vulnerable: int) -> None:
    assert play_out(deal().do(*calls)) == [0, plain, 0, plain]
    assert play_out(deal("both").do(*calls)) == [0, vulnerable, 0, vulnerable]
    assert play_out(deal("dealers").do(*calls)) == [0, vulnerable, 0, vulnerable]
    assert play_out(deal("others").do(*calls)) == [0, plain, 0, plain]


@pytest.mark.parametrize(
    ("calls", "plain", "vulnerable"),
    [
        (["pass", "1 C", *PASSES], 0, 0),  # all clubs are trumps, so this is made
        (["pass", "pass", "1 D", *PASSES], 0, 0),
    ],
)
def test_everybody_makes_the_contract_in_the_own_suit(calls: list[str], plain: int, vulnerable: int) -> None:
    play = deal().do(*calls)
    declarer = play.facts["declarer"]
    scores = play_out(play)
    assert scores[declarer] == 20 + 50 + 6 * 20 and scores[declarer - 1] == plain == vulnerable


def deal_for(level: int, strain: str, vulnerable: str) -> Auction:
    """Seat 0 leads the highest clubs, which seat 3 has to follow; all others of its cards win."""
    losers = 7 - level
    clubs, hearts, spades = (
        ["23456789TJQKA"[number].replace("T", "10") + suit for number in range(13)] for suit in "CHS"
    )
    low, middle, high = clubs[:losers], clubs[losers : 13 - losers], clubs[13 - losers :]
    if strain == "S":
        others, winners, rest = hearts[losers:], spades[losers:], hearts[:losers] + spades[:losers]
    else:
        half = (13 - losers) // 2
        winners = hearts[13 - half :] + spades[losers + half :]
        lower = hearts[: 13 - half] + spades[: losers + half]
        others, rest = lower[: 13 - losers], lower[13 - losers :]
    hands = [high + others, DIAMONDS.split(), middle + rest, low + winners]
    game = Game(edited("contract-bridge", {"turn_structure.opening.0.vulnerable": [vulnerable]}))
    return Auction(game, deck_of_hands([" ".join(hand) for hand in hands])).do(f"{level} {strain}")


PUBLISHED = {  # contracts that are just made: undoubled, doubled and redoubled, not vulnerable and vulnerable
    "1 NT": ((90, 90), (180, 180), (560, 760)),
    "3 NT": ((400, 600), (550, 750), (800, 1000)),
    "6 NT": ((990, 1440), (1230, 1680), (1660, 2110)),
    "7 NT": ((1520, 2220), (1790, 2490), (2280, 2980)),
    "1 S": ((80, 80), (160, 160), (520, 720)),
    "2 S": ((110, 110), (470, 670), (640, 840)),
    "4 S": ((420, 620), (590, 790), (880, 1080)),
    "6 S": ((980, 1430), (1210, 1660), (1620, 2070)),
    "7 S": ((1510, 2210), (1770, 2470), (2240, 2940)),
}


@pytest.mark.parametrize("contract", PUBLISHED)
def test_scores_are_those_of_every_scoring_card(contract: str) -> None:
    level, strain = contract.split()
    calls = [PASSES, ["double", *PASSES], ["double", "pass", "pass", "redouble", *PASSES]]
    for call, scores in zip(calls, PUBLISHED[contract], strict=True):
        for vulnerable, score in zip(("none", "both"), scores, strict=True):
            assert play_out(deal_for(int(level), strain, vulnerable).do(*call)) == [0, score, 0, score]


# No trumps: seat 0 leads clubs, and nobody can ever win one of them.
@pytest.mark.parametrize(
    ("calls", "plain", "vulnerable"),
    [
        (["1 NT", *PASSES], 7 * 50, 7 * 100),
        (["1 NT", "double", *PASSES], 500 + 4 * 300, 800 + 4 * 300),
        (["7 NT", "double", "pass", "pass", "redouble", *PASSES], 2 * (500 + 10 * 300), 2 * (800 + 10 * 300)),
    ],
)
def test_contracts_that_fail(calls: list[str], plain: int, vulnerable: int) -> None:
    assert play_out(deal().do(*calls)) == [plain, 0, plain, 0]
    assert play_out(deal("both").do(*calls)) == [vulnerable, 0, vulnerable, 0]


def test_the_declarer_is_who_named_the_suit_first_and_dummy_lies_open_after_the_lead() -> None:
    play = deal().do("1 H", "pass", "2 S", "pass", "3 S", "pass", "pass", "pass")
    assert play.facts["declarer"] == 1 and play.facts["trump"] == 3 and play.to_move == 2
    assert play.known_hand(0, 3) == []
    play.do("2H")
    assert len(play.known_hand(0, 3)) == 13 and len(play.known_hand(2, 3)) == 13  # everybody sees it
    assert play.to_move == 1 and all(card[-1] == "S" for card in play.moves)  # the declarer plays dummy's cards
    play.do("2S")
    assert play.to_move == 0


def test_a_side_cannot_double_itself_and_a_bid_ends_a_double() -> None:
    play = deal().do("1 C")
    assert 172 in play.game.legal_moves(play.state) and 173 not in play.game.legal_moves(play.state)
    play.do("pass")
    assert 172 not in play.game.legal_moves(play.state)
    play.do("pass", "double")
    assert 173 in play.game.legal_moves(play.state)
    play.do("1 D")
    assert 173 not in play.game.legal_moves(play.state) and 172 in play.game.legal_moves(play.state)


def test_four_passes_end_the_deal() -> None:
    play = Auction(GAME, seed=1).do("pass", "pass", "pass", "pass")
    assert play.facts["deal"] == 1 and play.scores == [0] * 4 and play.facts["dealer"] == 0 and play.to_move == 0


def test_three_passes_and_a_bid_go_on() -> None:
    play = Auction(GAME, seed=1).do("pass", "pass", "pass", "1 C")
    assert play.facts["deal"] == 0 and play.to_move == 3


def test_searches_do_not_open_with_slams() -> None:
    """In rollouts others mostly pass. If they bid at random, all would end at seven no trumps whatever was bid before, and a
    search would bid anything."""
    opened = [Session(GAME, range(4), seed).hints(1000)[0].move for seed in range(10)]
    levels = [1 + (move - 92) // len(STRAINS) if move < 160 else 0 for move in opened]
    assert max(levels) <= 3 and min(levels) <= 1
