"""Simple poker: one round of betting on five cards, then the best hand takes the pot."""

from __future__ import annotations

import itertools

import pytest

from darwindeck import Game, load_genome

from . import Play, cards, deck_of_hands
from .naming import NamedPlay, random_moves
from .test_draw_poker import HANDS, THREE_HANDS, rank

COUNTS = (2, 3, 4, 5, 6)
GAMES = {players: Game(load_genome("simple-poker", players)) for players in COUNTS}
STRONG, WEAK = HANDS["four kings"], HANDS["seven high"]


def two(first: str = STRONG, second: str = WEAK) -> Play:
    return Play(GAMES[2], deck_of_hands([first, second]))


@pytest.mark.parametrize("players", COUNTS)
def test_each_has_five_cards_and_a_thousand_chips_of_which_ten_are_the_ante(players: int) -> None:
    play = NamedPlay(GAMES[players], seed=1)
    assert [len(hand) for hand in play.hands] == [5] * players
    assert play.facts["chips"] == [990] * players and play.money == [1000] * players


def test_the_first_may_check_or_bet_and_a_bet_may_be_called_raised_or_folded_to() -> None:
    play = two()
    assert play.to_move == 0 and play.moves == ["check", "bet 0"]
    play.do("bet 0")
    assert play.facts["chips"] == [980, 990]
    assert play.to_move == 1 and play.moves == ["call", "fold", "raise 0"]


def test_three_raises_at_most() -> None:
    play = two().do("bet 0", "raise 0", "raise 0", "raise 0")
    assert play.facts["bets"] == [30, 40]
    assert play.moves == ["call", "fold"]
    assert play.do("call").money == [1050, 950]


def test_the_best_hand_takes_the_pot() -> None:
    assert two(STRONG, WEAK).do("bet 0", "call").money == [1020, 980]
    assert two(WEAK, STRONG).do("bet 0", "call").money == [980, 1020]


def test_what_is_won_counts_not_only_that_it_is() -> None:
    """Payoffs are chips won of those that the others began with: a bet costs something."""
    payoffs = [
        two(STRONG, WEAK).do(*moves).game.payoffs(two(STRONG, WEAK).do(*moves).state)
        for moves in (["check", "check"], ["bet 0", "fold"], ["bet 0", "call"], ["bet 0", "raise 0", "call"])
    ]
    assert payoffs == [pytest.approx([chips / 1000, -chips / 1000]) for chips in (10, 10, 20, 30)]


def test_payoffs_of_six_add_up_to_nothing() -> None:
    for seed in range(20):
        play = NamedPlay(GAMES[6], seed=seed)
        for move in random_moves(play, seed):
            play.do(move)
        payoffs = play.game.payoffs(play.state)
        assert payoffs == pytest.approx([(chips - 1000) / 5000 for chips in play.facts["chips"]])
        assert sum(payoffs) == pytest.approx(0, abs=1e-6)


def test_the_best_hand_wins_the_antes_if_all_check() -> None:
    play = two(WEAK, STRONG).do("check", "check")
    assert play.is_over and play.money == [990, 1010]
    assert play.game.winners(play.state) == [1]


def test_the_last_player_left_wins_with_any_hand() -> None:
    play = two(STRONG, WEAK).do("check", "bet 0", "fold")
    assert play.is_over and play.money == [990, 1010]
    assert play.game.winners(play.state) == [1]
    assert play.known_hand(0, 1) == []  # unseen


def test_a_folded_hand_cannot_win() -> None:
    play = Play(GAMES[3], deck_of_hands(THREE_HANDS)).do("bet 0", "fold", "call")  # four kings are folded
    assert play.is_over and play.money == [980, 990, 1030]
    assert play.game.winners(play.state) == [2]


def test_equal_hands_share() -> None:
    play = two("AC KC QD JH 9S", "AD KD QH JS 9C").do("bet 0", "call")
    assert play.money == [1000, 1000]
    assert play.game.winners(play.state) == [] and play.game.payoffs(play.state) == [0.0, 0.0]


def test_a_showdown_is_seen_by_all() -> None:
    play = two().do("check", "check")
    assert {*play.known_hand(0, 1)} == {*cards(WEAK)} and {*play.known_hand(1, 0)} == {*cards(STRONG)}


@pytest.mark.parametrize(("better", "worse"), list(itertools.pairwise(HANDS)))
def test_each_hand_beats_the_next(better: str, worse: str) -> None:
    assert two(HANDS[better], HANDS[worse]).do("check", "bet 0", "call").money == [1020, 980]
    assert two(HANDS[worse], HANDS[better]).do("check", "bet 0", "call").money == [980, 1020]


@pytest.mark.parametrize("players", COUNTS)
def test_chips_are_conserved_and_the_best_hand_left_wins(players: int) -> None:
    shown_down = 0
    for seed in range(40):
        play = NamedPlay(GAMES[players], seed=seed)
        for move in random_moves(play, seed):
            assert sum(play.money) == 1000 * players
            assert move != "fold" or max(play.facts["bets"]) > play.facts["bets"][play.to_move]
            play.do(move)
        assert sum(play.facts["chips"]) == 1000 * players
        left = [seat for seat in range(players) if not play.facts["folded"][seat]]
        best = max(rank(play.hand(seat)) for seat in left)
        winners = [seat for seat in left if len(left) == 1 or rank(play.hand(seat)) == best]
        assert play.game.winners(play.state) == winners
        assert all(play.facts["chips"][seat] >= 1000 for seat in winners)
        shown_down += len(left) > 1
    assert shown_down > 5
