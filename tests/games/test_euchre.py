"""Euchre: calls, bowers, playing alone, and who scores what."""

from __future__ import annotations

import random

import pytest

from darwindeck import Game

from ..edits import edited
from . import Play, cards, deck_of_hands
from .naming import NamedPlay
from .tricks import Trick

GAME = Game("euchre")
PACK = [rank + suit for suit in "CDHS" for rank in ("9", "10", "J", "Q", "K", "A")]
ORDER = ["9", "10", "J", "Q", "K", "A"]
OTHER = {"C": "S", "S": "C", "D": "H", "H": "D"}  # of the same colour
# Seat 0 begins; seat 3 deals.
HANDS = ["JC 9C AC 9D 10D", "JS KC QC 9H 10H", "10C AS KS QS 10S", "AD KD QD JD AH"]


def suit_of(card: str, trump: str) -> str:
    """Where the jack of the same colour is a trump."""
    return trump if card == "J" + OTHER[trump] else card[-1]


def winner(trick: Trick, trump: str) -> int:
    def rank(card: str) -> int:
        return {"J" + trump: 20, "J" + OTHER[trump]: 19}.get(card, ORDER.index(card[:-1]))

    suit = trump if any(suit_of(card, trump) == trump for _, card in trick) else suit_of(trick[0][1], trump)
    return max((rank(card), seat) for seat, card in trick if suit_of(card, trump) == suit)[1]


def begin(turned: str, *moves: str) -> NamedPlay:
    play = NamedPlay(GAME, deck_of_hands(HANDS, then=turned, deck=PACK))
    assert (play.to_move == 0 and play.moves == ["accept", "pass"]) or play.moves == ["pass", "accept"]
    return play.do(*moves)


def test_who_orders_up_gives_the_dealer_the_card() -> None:
    play = begin("KH", "accept")
    assert play.to_move == 3 and {*play.moves} == {*cards(HANDS[3]), "KH"}
    play.do("KH")
    assert play.facts["trump"] == 2 and play.facts["declarer"] == 0 and len(play.hand(3)) == 5
    assert play.to_move == 0 and play.moves == ["seat 0", "pass"]


def test_the_other_three_suits_may_be_named_when_all_have_passed() -> None:
    play = begin("KH", "pass", "pass", "pass", "pass")
    assert play.moves == ["suit C", "suit D", "suit S", "pass"]
    play.do("pass", "pass", "pass")
    assert play.to_move == 3 and play.moves == ["suit C", "suit D", "suit S"]  # the dealer must


def test_the_left_bower_is_a_trump_and_only_the_right_one_beats_it() -> None:
    play = begin("KH", "pass", "pass", "pass", "pass", "suit C", "pass").do("AC")
    assert {*play.moves} == {"JS", "KC", "QC"}  # the jack of spades is a club
    play.do("JS", "10C", "AD")
    assert play.to_move == 1  # it beats the ace
    play.do("9H", "10S", "AH", "JC")  # nobody but the dealer follows: seats 2 and 0 hold no heart
    assert play.to_move == 0


def test_alone_the_partner_sits_out() -> None:
    play = begin("KH", "pass", "pass", "pass", "pass", "suit C", "seat 0")
    assert play.facts["folded"] == [False, False, True, False]
    play.do("JC")
    assert play.to_move == 1
    play.do("QC")
    assert play.to_move == 3


@pytest.mark.parametrize("seed", range(12))
def test_points_follow_the_tricks(seed: int) -> None:
    """Whole matches at random, counted by hand."""
    chance, play = random.Random(seed), NamedPlay(GAME, seed=seed)
    while not play.is_over:
        before, deal = play.scores, play.facts["deal"]
        while play.facts["declarer"] < 0 and play.facts["deal"] == deal:
            play.do(chance.choice(play.moves))
        assert play.facts["deal"] == deal  # somebody always calls
        while play.moves != [f"seat {play.to_move}", "pass"]:
            play.do(chance.choice(play.moves))
        maker, alone = play.to_move, chance.random() < 0.5
        play.do(f"seat {maker}" if alone else "pass")
        won, trump = [0, 0], "CDHS"[play.facts["trump"]]
        players = [seat for seat in range(4) if not (alone and seat == (maker + 2) % 4)]
        for _ in range(5):
            trick: Trick = []
            for _ in players:
                held = play.hand(play.to_move)
                led = [card for card in held if trick and suit_of(card, trump) == suit_of(trick[0][1], trump)]
                assert {*play.moves} == {*(led or held)}
                trick.append((play.to_move, chance.choice(play.moves)))
                play.do(trick[-1][1])
            won[winner(trick, trump) % 2] += 1
        tricks = won[maker % 2]
        points = [0, 0]
        points[maker % 2 if tricks >= 3 else 1 - maker % 2] = (
            (4 if alone else 2) if tricks == 5 else 1 if tricks > 2 else 2
        )
        assert [new - old for new, old in zip(play.scores, before, strict=True)] == points * 2
    assert max(play.scores) >= 10 and len(GAME.winners(play.state)) == 2


def test_a_dummy_that_leads_chooses_its_first_card_itself() -> None:
    """Nobody has seen its hand yet; then it lies open, and the declarer plays it."""
    changes = {"turn_structure.opening.0.alone": False, "turn_structure.phases.0.dummy": True}
    play = Play(Game(edited("euchre", changes)), deck_of_hands(HANDS, then="9S", deck=PACK))
    play.do("pass", "pass", "accept", "9S")
    assert play.to_move == 0, "the partner of seat 2"
    assert play.game.view(play.state, 2).as_dict()["piles"]["hand"][0]["known"] == []
    play.do("AC")
    assert len(play.game.view(play.state, 1).as_dict()["piles"]["hand"][0]["known"]) == 4
    play.do("KC", "10C", "AD")
    assert play.to_move == 2 and play.moves == ["9C", "JC", "9D", "10D"], "for its partner, which leads again"
