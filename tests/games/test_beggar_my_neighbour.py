"""Beggar-my-neighbour: payments, the pile, an independent simulator, and the published long deals."""

from __future__ import annotations

import random
from collections import deque

import pytest

from darwindeck import Game, load_genome
from tests.edits import edited

from . import FULL_DECK, Play, cards, deck_of_hands

GAME = Game("beggar-my-neighbour")
FLIP = 164
PAYMENTS = {"A": 4, "K": 3, "Q": 2, "J": 1}

# Court cards of the two hands, top first: tricks and cards played until one player has all the cards.
# Records from Paulhus 1999 to Nessler 2022, as listed in the README of github.com/matthewmayer/beggarmypython.
PUBLISHED = {
    "------------KAQ----J------/-JQQK---K----JK--QA-A-JA--": (670, 4791),
    "---JQ---K-A----A-J-K---QK-/-J-----------AJQA----K---Q": (805, 5790),
    "A-QK------Q----KA-----J---/-JAK----A--Q----J---QJ--K-": (960, 6913),
    "K-KK----K-A-----JAA--Q--J-/---Q---Q-J-----J------AQ--": (1007, 7157),
    "----Q------A--K--A-A--QJK-/-Q--J--J---QK---K----JA---": (1015, 7207),
    "--A-Q--J--J---Q--AJ-K---K-/-J-------Q------A--A--QKK-": (1016, 7225),
    "-J------Q------AAA-----QQ-/K----JA-----------KQ-K-JJK": (1122, 7959),
    "----K---A--Q-A--JJA------J/-----KK---------A-JK-Q-Q-Q": (1106, 7972),
    "---AJ--Q---------QAKQJJ-QK/-----A----KJ-K--------A---": (1164, 8344),
}
# Casella 2024, arXiv:2403.13855: it runs into a cycle of 62 tricks.
ENDLESS = "---K---Q-KQAJ-----AAJ--J--/----------Q----KQ-J-----KA"


def deck_of_courts(hands: str) -> list[str]:
    """A deck that deals these hands; which suit and which plain card does not matter."""
    left = {court: [court + suit for suit in "CDHS"] for court in PAYMENTS}
    left["-"] = [card for card in FULL_DECK if card[:-1] not in PAYMENTS]
    return [left[name].pop() for pair in zip(*hands.split("/"), strict=True) for name in pair]


def small_game(*hands: str) -> Play:
    """The game with nothing but these cards."""
    deck = deck_of_hands(hands, deck=())
    changes = {"setup.initial_deck": "custom", "setup.custom_deck": deck, "player_count": len(hands)}
    return Play(Game(edited("beggar-my-neighbour", changes)), deck)


def simulated(first: list[str], second: list[str]) -> tuple[int, int, int]:
    """An independent game: the winner, the tricks, and the cards played until somebody has all or cannot play."""
    hands, pile, seat, debt, tricks, played = (deque(first), deque(second)), [], 0, 0, 0, 0
    while all(hands) or (pile and hands[seat]):
        pile.append(hands[seat].popleft())
        played += 1
        if payment := PAYMENTS.get(pile[-1][:-1]):
            debt, seat = payment, 1 - seat
        elif debt == 0:
            seat = 1 - seat
        elif debt := debt - 1:
            continue
        else:
            seat, tricks = 1 - seat, tricks + 1
            hands[seat].extend(pile)
            pile.clear()
    return (1 - seat if pile else seat), tricks + bool(pile), played


def played_out(deck: list[str]) -> tuple[int, int]:
    """The engine's winner and number of cards, which is the number of turns too."""
    state, played = GAME.start(deck=deck), 0
    while not GAME.is_over(state):
        state, played = GAME.apply(state, FLIP), played + 1
    [winner] = GAME.winners(state)
    assert GAME.snapshot(state)["turn"] == played
    return winner, played


@pytest.mark.parametrize(("court", "payment"), PAYMENTS.items())
def test_a_court_card_costs_its_payment(court: str, payment: int) -> None:
    play = Play(GAME, deck_of_hands([f"2C {court}C 3C 4C 5C 6C", "2D 3D 4D 5D 6D 7D"])).do("flip", "flip", "flip")
    for _ in range(payment):
        assert play.to_move == 1
        play.do("flip")
    assert play.to_move == 0 and play.pile("tableau") == []
    assert len(play.hand(0)) == 26 - 2 + 3 + payment


def test_the_card_played_first_comes_back_first() -> None:
    play = small_game("2C QC 3C", "2D 3D 4D").do("flip", "flip", "flip")
    assert play.pile("tableau") == cards("QC 2D 2C")
    play.do("flip", "flip")
    assert play.hand(0) == cards("3C 2C 2D QC 3D 4D")
    assert GAME.winners(play.state) == [0]  # all cards


def test_a_court_card_in_a_payment_passes_the_debt_on() -> None:
    play = small_game("AC 2C 3C 4C 5C", "2D 3D JD 4D 5D").do("flip", "flip", "flip")
    assert play.to_move == 1  # two of four are paid
    play.do("flip")
    assert play.to_move == 0  # the jack ends the payment and asks for one card
    play.do("flip")
    assert play.to_move == 1
    assert play.hand(1) == cards("4D 5D AC 2D 3D JD 2C")


def test_a_player_without_cards_may_still_win_the_pile() -> None:
    play = small_game("2C JC", "2D 3D").do("flip", "flip", "flip")
    assert play.hand(0) == [] and not play.is_over and play.to_move == 1
    play.do("flip")
    assert play.hand(0) == cards("2C 2D JC 3D")
    assert GAME.winners(play.state) == [0]  # nobody is left to answer


def test_a_player_who_cannot_play_has_lost() -> None:
    play = small_game("2C AC 3C", "2D 3D 4D").do("flip", "flip", "flip", "flip", "flip")  # four were asked for
    assert play.is_over and GAME.winners(play.state) == [0]


def test_a_turn_is_no_choice_and_nobody_sees_a_hand() -> None:
    play = Play(GAME, seed=1)
    assert play.known_hand(0, 0) == play.known_hand(0, 1) == []
    while not play.is_over:
        assert play.moves == ["flip"]
        play.do("flip")


@pytest.mark.parametrize("players", [3, 4])
def test_the_last_player_in_wins(players: int) -> None:
    for seed in range(5):
        play = Play(Game(load_genome("beggar-my-neighbour", players)), seed=seed)
        while not play.is_over:
            play.do("flip")
        [winner] = play.game.winners(play.state)
        assert play.facts["out"] == [seat != winner for seat in range(players)]


def test_random_deals_go_as_an_independent_simulator_says() -> None:
    chance = random.Random(1)
    for _ in range(250):
        deck = chance.sample(FULL_DECK, 52)
        winner, _, played = simulated(deck[0::2], deck[1::2])
        assert played_out(deck) == (winner, played)


@pytest.mark.parametrize(("hands", "length"), PUBLISHED.items(), ids=[str(played) for _, played in PUBLISHED.values()])
def test_long_deals_have_their_published_length(hands: str, length: tuple[int, int]) -> None:
    deck = deck_of_courts(hands)
    winner, *simulated_length = simulated(deck[0::2], deck[1::2])
    assert tuple(simulated_length) == length
    assert played_out(deck) == (winner, length[1])


def test_the_endless_deal_repeats_itself_every_62_tricks() -> None:
    play = Play(GAME, deck_of_courts(ENDLESS))
    after_tricks = []
    while len(after_tricks) < 66 + 2 * 62:
        play.do("flip")
        if play.facts["piles"]["tableau"]["count"] == 0:
            hands = [
                "".join(card[0] if card[:-1] in PAYMENTS else "-" for card in play.hand(seat)) for seat in range(2)
            ]
            after_tricks.append((play.to_move, *hands))
    cycle = after_tricks[-62:]
    assert len({*cycle}) == 62
    assert after_tricks[-124:-62] == cycle


def test_the_endless_deal_is_stopped_by_the_turn_limit() -> None:
    state = GAME.start(deck=deck_of_courts(ENDLESS))
    while not GAME.is_over(state):
        state = GAME.apply(state, FLIP)
    assert GAME.ending(state) == "turn_limit"
    assert GAME.winners(state) == []


def test_a_deal_without_anybody_in_play_is_over() -> None:
    changes = {
        "player_count": 2,
        "setup.initial_deck": "custom",
        "setup.custom_deck": ["AC", "AD", "AH", "AS"],
        "setup.post_deal_actions": [{"type": "discard_pairs"}],
        "win_conditions": [{"type": "empty_hand"}],
        "match": {"max_deals": 5},
    }
    game = Game(edited("beggar-my-neighbour", changes))
    snapshot = game.snapshot(
        game.start()
    )  # nobody ever has a card: one seat is out after each turn, and each ends a deal
    assert (snapshot["turn"], snapshot["deal"], snapshot["out"]) == (2, 2, [True, True])
