"""Ninety-Eight: how each rank changes the total, and who loses."""

from __future__ import annotations

from darwindeck import Game, load_genome

from . import Play, deck_of_hands

GAME = Game(load_genome("ninety-eight", 2))


def deal(first: str, second: str, then: str = "") -> Play:
    return Play(GAME, deck_of_hands([first, second], then))


def total(play: Play) -> int:
    return int(play.game.snapshot(play.state)["total"])


def test_cards_add_lower_leave_and_set_the_total() -> None:
    play = deal("8C 10C KC JC", "6D 7D QD 10D")
    totals = []
    for card in ("8C", "6D", "10C", "7D", "KC", "QD", "JC", "10D"):
        play.do(card)
        totals.append(total(play))
    assert totals == [8, 14, 4, 11, 98, 98, 98, 88]


def test_the_total_never_falls_below_nothing() -> None:
    assert total(deal("10C KC JC QC", "6D 7D QD 10D").do("10C")) == 0


def test_only_cards_within_the_limit_may_be_played() -> None:
    play = deal("KC 2C 3C 4C", "2D 10D JD KD").do("KC")
    assert play.moves == ["10D", "JD", "KD"]


def test_who_has_none_loses_the_deal() -> None:
    play = deal("KC 2C 3C 4C", "2D 3D 4D 5D").do("KC")
    facts = play.game.snapshot(play.state)
    assert facts["deal"] == 1 and facts["scores"] == [0, 1]
