"""War: battles from explicit decks, with three cards face down and one face up."""

from __future__ import annotations

import random
from collections import deque

import numpy as np
import pytest

from darwindeck import Game, load_genome, simulate
from tests.edits import edited

from . import FULL_DECK, Play, cards, deck_of_hands

PICKUP = "turn_structure.phases.0.pickup"
SHORT = "turn_structure.phases.0.short_of_cards"
WAR = Game("war")
WINNER_FIRST = Game(edited("war", {PICKUP: "winner_first"}))
SHORT_OF_CARDS = ["2C 5C 3C KC", "AD 5D 4D 6D"]  # in the second round fives, with two cards against four


def small_war(*hands: str, pickup: str = "winner_first", short: str | None = None) -> Play:
    """War with nothing but these cards; `short` only if it is not as the game has it."""
    deck = deck_of_hands(hands, deck=())
    changes = {
        "setup.initial_deck": "custom",
        "setup.custom_deck": deck,
        "player_count": len(hands),
        PICKUP: pickup,
    } | ({SHORT: short} if short else {})
    return Play(Game(edited("war", changes)), deck)


def test_the_first_card_dealt_is_the_first_played() -> None:
    play = Play(WAR, list(FULL_DECK))
    assert play.hand(0) == list(FULL_DECK[0::2])
    assert play.hand(1) == list(FULL_DECK[1::2])


def test_the_higher_card_takes_both_to_the_bottom() -> None:
    play = Play(WAR, deck_of_hands(["KS 2C", "QS AH"]))
    below = [play.hand(seat)[1:] for seat in range(2)]
    play.do("flip", "flip")
    assert play.hand(1) == below[1]
    assert play.hand(0)[:-2] == below[0]
    assert sorted(play.hand(0)[-2:]) == ["KS", "QS"]
    play.do("flip", "flip")  # the ace is high
    assert [len(play.hand(seat)) for seat in range(2)] == [26, 26]


@pytest.mark.parametrize("winner", [0, 1])
def test_the_winners_own_cards_go_first(winner: int) -> None:
    high, low = ("KS", "QS") if winner == 0 else ("QS", "KS")
    play = Play(WINNER_FIRST, deck_of_hands([high, low])).do("flip", "flip")
    assert play.hand(winner)[-2:] == ["KS", "QS"]


@pytest.mark.parametrize("winner", [0, 1])
def test_a_tie_is_fought_out_with_three_down_and_one_up(winner: int) -> None:
    stronger, weaker = "5C AC AD 4C KC", "5D AH AS 4D QD"  # what lies face down does not matter
    hands = [stronger, weaker] if winner == 0 else [weaker, stronger]
    play = Play(WINNER_FIRST, deck_of_hands(hands)).do("flip", "flip")
    assert play.pile("front", 0) == cards(hands[0])[:1]
    play.do("flip")
    assert sorted(play.pile("front", 0)) == sorted(cards(hands[0]))
    play.do("flip")
    assert len(play.hand(winner)) == 31 and len(play.hand(1 - winner)) == 21
    assert play.hand(winner)[-10:] == cards(stronger) + cards(weaker)


def test_two_wars_in_a_row() -> None:
    first, second = "5C 2C 3C 4C 9C AC AD 6C 7C", "5D 2D 3D 4D 9D AH AS 6D 8D"
    play = Play(WINNER_FIRST, deck_of_hands([first, second])).do(*["flip"] * 4)
    assert [len(play.hand(seat)) for seat in range(2)] == [21, 21]  # nines again
    play.do("flip", "flip")
    assert [len(play.hand(seat)) for seat in range(2)] == [17, 35]
    assert play.hand(1)[-18:] == cards(second) + cards(first)


def test_shuffled_prizes_keep_no_order() -> None:
    orders = {
        tuple(Play(WAR, deck_of_hands(["KS", "QS"]), seed=seed).do("flip", "flip").hand(0)[-2:]) for seed in range(40)
    }
    assert orders == {("KS", "QS"), ("QS", "KS")}


def test_the_last_card_is_turned_up_by_a_player_short_of_cards_where_the_rules_say_so() -> None:
    play = small_war(*SHORT_OF_CARDS, short="last_card").do("flip", "flip")
    assert play.hand(1) == cards("5D 4D 6D AD 2C")
    play.do("flip", "flip", "flip", "flip")  # 3C down and KC up against 4D 6D AD down and 2C up
    assert play.is_over
    assert play.game.winners(play.state) == [0]
    assert play.hand(0) == cards("5C 3C KC 5D 4D 6D AD 2C")


def test_a_player_who_cannot_finish_a_war_loses() -> None:
    play = small_war(*SHORT_OF_CARDS).do("flip", "flip", "flip", "flip")
    assert play.moves == ["flip"] and play.to_move == 1  # seat 0, with two cards left, is not asked
    play.do("flip")
    assert play.is_over and play.game.winners(play.state) == [1]
    assert len(play.hand(1)) == 8


def test_of_several_in_a_war_only_who_is_short_drops_out() -> None:
    play = small_war("KS 2C 9C 5C 6C 7C", "3C AD 9D 5D 6D 7D", "4C 3D 9H 5H 6H 7H").do(*["flip"] * 9)
    assert play.to_move == 1
    play.do("flip")
    assert play.to_move == 0  # seat 2 has three cards and is not asked
    play.do("flip")  # a king against an ace
    assert [len(play.hand(seat)) for seat in range(3)] == [2, 16, 0]
    assert play.facts["out"] == [False, False, True]


def test_without_a_card_the_old_one_stands_where_the_last_card_counts() -> None:
    play = small_war("2C 5C", "AD 5D", short="last_card").do("flip", "flip")
    assert (play.hand(0), play.hand(1)) == (["5C"], cards("5D AD 2C"))
    play.do("flip", "flip")
    assert play.to_move == 1  # seat 0 has nothing to turn up
    play.do("flip")  # AD down, 2C up
    assert play.is_over and play.game.winners(play.state) == [0]


@pytest.mark.parametrize("short", ["lose", "last_card"])
def test_a_tie_of_the_last_cards_is_a_draw(short: str) -> None:
    play = small_war("5C", "5D", short=short).do("flip", "flip")
    assert play.is_over
    assert play.game.ending(play.state) == "draw"
    assert play.game.payoffs(play.state) == [0.0, 0.0]
    assert sorted(play.pile("aside")) == ["5C", "5D"]


def test_only_the_tied_fight_and_the_winner_takes_from_all() -> None:
    play = small_war("9C 2C 3C 4C 5C 7C", "8C 8D 8H 8S 7D 7H", "9D 2D 3D 4D 6D 7S").do("flip", "flip", "flip")
    assert play.to_move == 0
    play.do("flip")
    assert play.to_move == 2
    play.do("flip")
    assert play.hand(2) == cards("7S 9D 2D 3D 4D 6D 9C 2C 3C 4C 5C 8C")  # its own, then seat 0's, then seat 1's
    assert (play.hand(0), play.hand(1)) == (["7C"], cards("8D 8H 8S 7D 7H"))
    assert play.to_move == 2  # the winner goes on


@pytest.mark.parametrize(("players", "each", "aside"), [(2, 26, 0), (3, 17, 1), (4, 13, 0)])
def test_everybody_gets_as_many_cards(players: int, each: int, aside: int) -> None:
    play = Play(Game(load_genome("war", players)), seed=1)
    assert [len(play.hand(seat)) for seat in range(players)] == [each] * players
    assert len(play.pile("aside")) == aside


@pytest.mark.parametrize("players", [2, 3, 4])
def test_war_is_no_choice(players: int) -> None:
    play = Play(Game(load_genome("war", players)), seed=2)
    while not play.is_over:
        assert play.moves == ["flip"]
        play.do("flip")
    [winner] = play.game.winners(play.state)
    assert len(play.hand(winner)) + len(play.pile("aside")) == 52


def test_nobody_ever_sees_the_hands() -> None:
    play = Play(WAR, seed=3)
    for seat in range(2):
        assert play.known_hand(seat, 0) == play.known_hand(seat, 1) == []


def rounds_of_war(chance: random.Random) -> int:
    """A game of two played here, by hand: how many rounds it took. Who cannot put down three and turn up one loses."""
    deck = [rank for rank in range(13) for _ in range(4)]
    chance.shuffle(deck)
    hands, rounds = [deque(deck[0::2]), deque(deck[1::2])], 0
    while all(hands):
        rounds += 1
        table: list[int] = []
        while True:
            up = [hand.popleft() for hand in hands]
            table += up
            if up[0] != up[1]:
                winner = int(up[1] > up[0])
                break
            short = [len(hand) < 4 for hand in hands]
            if all(short):
                return rounds  # drawn
            if any(short):
                winner = short.index(False)
                table += hands[1 - winner]
                hands[1 - winner].clear()
                break
            table += [hand.popleft() for hand in hands for _ in range(3)]
        chance.shuffle(table)
        hands[winner].extend(table)
    return rounds


def test_war_lasts_as_long_as_war() -> None:
    games, by_hand = 20_000, 2_000
    rounds = simulate(load_genome("war"), games=games, seed=5).turns
    chance = random.Random(7)
    ours = np.array([rounds_of_war(chance) for _ in range(by_hand)])
    assert abs(rounds.mean() - ours.mean()) < 4 * ours.std() * (1 / games + 1 / by_hand) ** 0.5
    assert abs(rounds.mean() - 235) < 6  # where the last card counts it is 270, where the old one stands 281
