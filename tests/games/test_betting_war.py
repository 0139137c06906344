"""Betting war: an ante, one round of betting on unseen cards, and the higher card takes the pot."""

from __future__ import annotations

import pytest

from darwindeck import Game
from tests.edits import edited

from . import Play, deck_of_hands
from .naming import random_moves
from .tricks import STRENGTH

GAME = Game("betting-war")


def war(first: str = "KS", second: str = "QS") -> Play:
    return Play(GAME, deck_of_hands([first, second]))


def test_both_have_twenty_six_unseen_cards_and_ante_one_chip() -> None:
    play = Play(GAME, seed=1)
    assert [len(play.hand(seat)) for seat in range(2)] == [26, 26]
    assert play.known_hand(0, 0) == play.known_hand(0, 1) == []
    assert play.facts["chips"] == [99, 99] and play.facts["contributions"] == [1, 1]


def test_the_first_must_bet() -> None:
    play = war()
    assert play.to_move == 0 and play.moves == ["bet 0", "bet 1"]  # one or two: half the pot is one, the pot is two
    assert play.do("bet 1").facts["bets"] == [2, 0]


def test_a_bet_is_called_raised_or_folded_to() -> None:
    play = war().do("bet 0")
    assert play.to_move == 1 and play.moves[:2] == ["call", "fold"]
    assert all(move.startswith("raise") for move in play.moves[2:]) and len(play.moves) > 2


def test_a_raise_is_one_chip_two_or_by_the_pot_but_ten_at_most() -> None:
    raised = {}
    for move in war().do("bet 0").moves[2:]:
        play = war().do("bet 0", move)
        raised[move] = play.facts["bets"][1] - 1
    assert raised == {"raise 0": 1, "raise 1": 2, "raise 3": 4}  # with the call the pot is four, half of it two
    play = war().do("bet 1", "raise 3", "raise 0", "raise 0")
    assert play.moves == ["call", "fold"]  # three raises at most


def test_no_bet_or_raise_is_above_ten() -> None:
    for seed in range(2):
        play = Play(GAME, seed=seed)
        for move in random_moves(play, seed):
            bets, seat = play.facts["bets"], play.to_move
            play.do(move)
            if move.startswith(("bet", "raise")):
                assert 1 <= max(play.facts["bets"]) - max(bets) <= 10
                assert play.facts["bets"][seat] == max(play.facts["bets"])


@pytest.mark.parametrize(
    ("first", "second", "winner"), [("KS", "QS", 0), ("2C", "3D", 1), ("AH", "KH", 0), ("10C", "9S", 0)]
)
def test_the_higher_card_takes_the_pot(first: str, second: str, winner: int) -> None:
    play = war(first, second).do("bet 1", "call", "flip", "flip")
    assert play.money == ([103, 97] if winner == 0 else [97, 103])
    assert sorted(play.pile("capture_zone", winner)) == sorted([first, second])  # out of play
    assert [len(play.hand(seat)) for seat in range(2)] == [25, 25]
    assert play.facts["contributions"] == [1, 1] and play.facts["deal"] == 0  # the next round


def test_a_tie_turns_up_another_card() -> None:
    play = war("5C KC", "5D QD").do("bet 0", "call", "flip", "flip")
    assert play.moves == ["flip"] and play.facts["contributions"] == [2, 2]
    play.do("flip", "flip")
    assert play.money == [102, 98]
    assert sorted(play.pile("capture_zone", 0)) == sorted(["5C", "5D", "KC", "QD"])


def test_who_folds_loses_the_pot_and_all_cards_are_dealt_again() -> None:
    play = war("AS", "2S").do("bet 1", "raise 0", "fold")
    assert play.money == [97, 103]
    assert play.facts["deal"] == 1
    assert [len(play.hand(seat)) for seat in range(2)] == [26, 26]


def test_chips_are_conserved_and_the_higher_card_wins_what_it_matched() -> None:
    rounds = 0
    for seed in range(2):
        play = Play(GAME, seed=seed)
        for move in random_moves(play, seed):
            assert sum(play.money) == 200
            facts = play.facts
            played = [STRENGTH.index(play.pile("front", seat)[0][:-1]) for seat in range(2) if play.pile("front", seat)]
            if move == "flip" and len(played) == 1 and all(len(play.pile("front", seat)) < 2 for seat in range(2)):
                seat, money = play.to_move, play.money
                mine = STRENGTH.index(play.hand(seat)[0][:-1])
                play.do(move)
                if mine != played[0] and not play.is_over and play.facts["deal"] == facts["deal"]:
                    winner = seat if mine > played[0] else 1 - seat
                    assert play.money[winner] == money[winner] + min(facts["contributions"])
                    rounds += 1
                continue
            play.do(move)
        chips = play.facts["chips"]
        assert sum(chips) == 200
        best = [seat for seat in range(2) if chips[seat] == max(chips)]
        assert play.game.winners(play.state) == (best if len(best) == 1 else [])
        assert 0 in chips or play.facts["deal"] == 200
    assert rounds > 5


def small_stacks(chips: int, first: str, second: str) -> Play:
    """Both have so few chips that they are soon all in."""
    return Play(Game(edited("betting-war", {"setup.resources.starting_chips": chips})), deck_of_hands([first, second]))


def test_play_stops_when_one_has_no_chips_left() -> None:
    play = small_stacks(3, "KC", "QC").do("bet 1", "call")
    assert play.facts["chips"] == [0, 0] and play.moves == ["flip"]  # all in, and still in
    play.do("flip", "flip")
    assert play.is_over and play.game.winners(play.state) == [0]
    assert play.facts["chips"] == [6, 0] and play.facts["turn"] == 1


def uneven_stakes(first: str, second: str) -> Play:
    """Seat 0 has paid its last 2 chips and seat 1 paid 3 of its 8 when these cards come."""
    play = small_stacks(5, f"2C {first}", f"KC {second}").do("bet 1", "call", "flip", "flip")
    assert play.money == [2, 8] and play.to_move == 1
    play.do("bet 1", "all_in")
    assert play.facts["contributions"] == [2, 3] and play.facts["chips"] == [0, 5]
    return play


def test_nobody_wins_more_than_they_matched_and_the_rest_goes_back() -> None:
    play = uneven_stakes("AC", "3C").do("flip", "flip")
    assert play.money == [4, 6] and not play.is_over
    play = uneven_stakes("3C", "AC").do("flip", "flip")
    assert play.money == [0, 10] and play.is_over


BETTING = "turn_structure.phases.0"
FOR_THREE = Game(edited("betting-war", {"player_count": 3, "player_counts": [], "setup.cards_per_player": 5,
                                        "setup.resources.starting_chips": 5, f"{BETTING}.ante": 0, f"{BETTING}.max_bet": None,
                                        f"{BETTING}.bet_sizes": ["min", "double", "all_in"]}))  # fmt: skip


# Seat 0 pays 2, the others 5 each: a main pot of 6 that all play for, and a side pot of 6.
@pytest.mark.parametrize(
    ("cards", "money"),
    [
        (("AH 7C", "KH 7D", "QH 7S"), [6, 9, 0]),  # seat 0 cannot win the side pot: the king does
        (("AH 7C", "QH 7D", "KH 7S"), [6, 3, 6]),
        (("AH 7C", "KH 7D", "KS 7S"), [6, 6, 3]),  # equal cards share it
        (("AH KC", "AS QC", "KH 7S"), [6, 9, 0]),  # two aces fight for the main pot; the loser's still beats the king
        (("QH 7C", "KH 7D", "AH 7S"), [0, 3, 12]),
    ],
)
def test_of_three_the_others_play_for_what_the_winner_did_not_match(cards: tuple[str, ...], money: list[int]) -> None:
    before = ["2C 2D", "AC 3D", "3C AD"]
    play = Play(FOR_THREE, deck_of_hands([f"{first} {then}" for first, then in zip(before, cards, strict=True)]))
    play.do("bet 1", "call", "call", "flip", "flip", "flip")  # seat 1 wins 2 chips from each
    play.do("bet 0", "call", "call", "flip", "flip", "flip")  # then seat 2 wins 1 from each
    assert play.money == [2, 8, 5] and play.to_move == 2
    play.do("bet 2", "all_in", "call")
    assert play.facts["contributions"] == [2, 5, 5]
    while play.moves == ["flip"] and play.facts["turn"] == 3:
        play.do("flip")
    assert play.money == money
    assert play.facts["out"] == [chips == 0 for chips in money]


def test_no_player_without_chips_is_given_any() -> None:
    """Random matches: whoever has neither chips nor a part of the pot has lost, at once."""
    broke = 0
    for seed in range(40):
        play = Play(GAME, seed=seed)
        for move in random_moves(play, seed):
            assert min(play.money) > 0
            play.do(move)
        broke += 0 in play.money
        assert 0 in play.money or play.facts["deal"] == 200
    assert broke > 20
