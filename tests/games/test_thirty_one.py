"""Thirty-One: what hands are worth, the last round after a knock, and lives."""

from __future__ import annotations

from darwindeck import Game, load_genome

from . import Play, deck_of_hands

GAME = Game(load_genome("thirty-one", 3))


def deal(*hands: str) -> Play:
    return Play(GAME, deck_of_hands(hands))


def lost(play: Play) -> list[int]:
    return list(play.game.snapshot(play.state)["scores"])


def test_after_a_knock_everyone_else_has_one_more_turn() -> None:
    play = deal("KC QC 2D", "2C 3C 4D", "2H 3H 4S").do("knock")
    assert play.to_move == 1 and play.moves == ["draw", "take"]
    play.do("draw", "2C")
    assert play.to_move == 2
    play.do("draw", "2H")
    assert play.game.snapshot(play.state)["deal"] == 1


def test_the_worst_hand_loses_a_life() -> None:
    play = deal("KC QC 2D", "2C 3D 4H", "KH QH 4S").do("knock", "draw")
    play.do(play.moves[-1], "draw")
    play.do(play.moves[-1])
    assert lost(play) == [0, 1, 0]


def test_a_knocker_with_the_worst_hand_alone_loses_two() -> None:
    play = deal("2C 3D 4H", "KC QC 2D", "KH QH 4S").do("knock", "draw", "2D", "draw", "4S")
    assert lost(play)[0] == 2


def test_thirty_one_ends_the_deal_at_once_and_all_others_pay() -> None:
    play = deal("AC KC QC", "2C 3D 4H", "KH QH 4S")
    assert lost(play) == [0, 1, 1], "it was dealt, so nobody was asked"


def test_who_has_lost_three_lives_is_out_and_the_last_one_wins() -> None:
    for seed in range(20):
        play = Play(GAME, seed=seed)
        while not play.is_over:
            play.do("knock" if "knock" in play.moves else play.moves[0])
        facts = play.game.snapshot(play.state)
        left = [seat for seat in range(3) if not facts["out"][seat]]
        assert len(left) == 1 and facts["scores"][left[0]] < 3
        assert facts["payoffs"][left[0]] == 1
        assert all(score >= 3 for seat, score in enumerate(facts["scores"]) if seat not in left)
