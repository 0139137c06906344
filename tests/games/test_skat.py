"""Skat: bids of two by two, the skat, trumps of three kinds of games, matadors, and what a game scores."""

from __future__ import annotations

import random

import pytest

from darwindeck import Game, load_genome
from darwindeck.language.context import Context
from darwindeck.mechanics.phases.solo import SoloPhase
from darwindeck.mechanics.phases.solo_values import bid_values

from . import deck_of_hands
from .naming import NamedPlay
from .tricks import Trick

GAME = Game("skat")
PLAIN = ["7", "8", "9", "Q", "K", "10", "A"]
NULLS = ["7", "8", "9", "10", "J", "Q", "K", "A"]
PACK = [rank + suit for suit in "CDHS" for rank in NULLS]
WORTH = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
SUITS, GRAND, NULL, OPEN = "CDHS", 4, 5, 6
BASE = [12, 9, 10, 11, 24]
NULL_VALUES = {(NULL, False): 23, (NULL, True): 35, (OPEN, False): 46, (OPEN, True): 59}
VALUES = [18, 20, 22, 23, 24, 27, 30, 33, 35, 36, 40, 44, 45, 46, 48, 50, 54, 55, 59, 60, 63, 66, 70, 72]
JACKS = ["JC", "JS", "JH", "JD"]
# Seat 0 is forehand, seat 2 deals.
HANDS = [
    "JC JS AC 10C KC AD 10D AH 7H 7S",
    "JH QC 9C KD QD 9D 10H KH AS 10S",
    "JD 8C 7C 8D 7D QH 9H KS QS 9S",
]
SKAT = "8H 8S"


def number(value: int) -> str:
    return f"bid {value}"


def begin(*moves: str) -> NamedPlay:
    return NamedPlay(GAME, deck_of_hands(HANDS, then=SKAT, deck=PACK)).do(*moves)


def test_middlehand_bids_against_forehand_and_rearhand_against_who_is_left() -> None:
    play = begin()
    assert play.to_move == 1 and play.moves == [number(0), "pass"]
    play.do(number(0))
    assert play.to_move == 0 and play.moves == ["pass", "accept"]
    play.do("accept")
    assert play.to_move == 1 and play.moves == [number(1), "pass"]
    play.do(number(1), "pass")  # forehand does not hold 20
    assert play.to_move == 2 and play.moves == [number(2), "pass"]
    play.do("pass")
    assert play.to_move == 1 and play.facts["declarer"] == 1 and play.facts["total"] == 20


def test_forehand_may_play_if_all_others_pass() -> None:
    play = begin("pass", "pass")
    assert play.to_move == 0 and play.moves == [number(0), "pass"]
    assert begin("pass", "pass", number(0)).facts["total"] == 18
    play.do("pass")
    assert play.facts["deal"] == 1 and play.scores == [0, 0, 0]  # passed out


def test_the_declarer_takes_the_skat_and_lays_two_cards_aside() -> None:
    play = begin("pass", "pass", number(0), number(1))
    assert {"8H", "8S"} <= {*play.hand(0)} and len(play.hand(0)) == 12
    play.do("7H", "7S")
    assert play.pile("aside") == ["7H", "7S"] and play.known_hand(1, 0) == []
    assert play.moves == [number(game) for game in range(7)]


def test_a_null_must_be_worth_the_bid() -> None:
    play = begin(*["pass", number(0)])  # rearhand bids 18
    for value in range(1, 5):
        play.do("accept", number(value))
    play.do("pass", number(1), "7C", "8C")  # rearhand plays for 24: null is 23
    assert play.to_move == 2 and play.facts["total"] == 24
    assert play.moves == [number(game) for game in (0, 1, 2, 3, GRAND, OPEN)]


def test_bids_are_the_values_of_games() -> None:
    """The list that every player knows: from 18 up to 264, a grand with four, open."""
    prompts = [GAME.describe(begin().state, 92 + place) for place in range(len(VALUES))]
    assert prompts == [f"bid {value}" for value in VALUES]
    worth = {base * times for base in BASE for times in range(2, 19 if base < 24 else 12)}
    assert bid_values(SoloPhase(announcements=True), Context(load_genome("skat"))) == sorted(
        worth | {*NULL_VALUES.values()}
    )
    assert max(worth) == 264


def trumps_of(game: int) -> list[str]:
    """From the highest on."""
    own = [rank + SUITS[game] for rank in reversed(PLAIN)] if game < GRAND else []
    return [] if game > GRAND else JACKS + own


def led_suit(card: str, game: int) -> str:
    return "trumps" if card in trumps_of(game) else card[-1]


def winner(trick: Trick, game: int) -> int:
    trumps, order = trumps_of(game), NULLS if game > GRAND else PLAIN

    def strength(card: str) -> int:
        if card in trumps:
            return 100 - trumps.index(card)
        return order.index(card[:-1]) if led_suit(card, game) == led_suit(trick[0][1], game) else -1

    return max(trick, key=lambda played: strength(played[1]))[0]


def matadors(held: set[str], game: int) -> int:
    has = [card in held for card in trumps_of(game)]
    return next((place for place, one in enumerate(has) if one != has[0]), len(has))


def score(held: set[str], game: int, hand: bool, announced: int, bid: int, points: int, tricks: int) -> int:
    """Announced: schneider, schwarz, or schwarz with an open hand, which are worth one more each and count as made."""
    if game > GRAND:
        value, won = NULL_VALUES[game, hand], tricks == 0
    else:
        schneider, schwarz = points >= 90 or points <= 30, tricks in (0, 10)
        extras = hand + (schneider or announced >= 1) + (schwarz or announced >= 2) + announced
        value = BASE[game] * (matadors(held, game) + 1 + extras)
        won = points >= 61 and value >= bid and (not announced or points >= 90) and (announced < 2 or tricks == 10)
        value = max(value, -(-bid // BASE[game]) * BASE[game])
    return value if won else -2 * value


def name_game(play: NamedPlay, chance: random.Random, hand: bool) -> tuple[int, int]:
    """A game, and what is announced: only from the hand, and not in nulls."""
    choice = chance.choice(play.moves)
    game, announced = int(choice.split()[1]), 0
    play.do(choice)
    if hand and game <= GRAND:
        assert play.moves == [number(1), number(2), number(3), "pass"]
        announced = chance.choice((0, 0, 0, 1, 2, 3))
        play.do(number(announced) if announced else "pass")
    return game, announced


def play_deal(play: NamedPlay, chance: random.Random, deal: int) -> tuple[int, int] | None:
    """The declarer and its score by an account of its own; None if all passed."""
    skat = {*play.pile("deck")}
    while play.facts["deal"] == deal and play.moves != [number(0), number(1)]:
        play.do(chance.choice(play.moves))
    if play.facts["deal"] != deal:
        return None
    declarer, bid, hand = play.to_move, play.facts["total"], chance.random() < 0.4
    held = {*play.hand(declarer)} | skat
    play.do(number(0) if hand else number(1))
    if not hand:
        for _ in range(2):
            play.do(chance.choice(play.moves))
    aside = skat if hand else {*play.pile("aside")}
    game, announced = name_game(play, chance, hand)
    if game == OPEN or announced == 3:
        assert {*play.known_hand((declarer + 1) % 3, declarer)} == {*play.hand(declarer)}
    points, tricks = sum(WORTH.get(card[:-1], 0) for card in aside), 0
    leader = (play.facts["dealer"] + 1) % 3
    for _ in range(10):
        trick: Trick = []
        for step in range(3):
            seat = (leader + step) % 3
            own = play.hand(seat)
            same = [card for card in own if trick and led_suit(card, game) == led_suit(trick[0][1], game)]
            assert play.to_move == seat and {*play.moves} == {*(same or own)}
            trick.append((seat, chance.choice(play.moves)))
            play.do(trick[-1][1])
        leader = winner(trick, game)
        if leader == declarer:
            tricks += 1
            points += sum(WORTH.get(card[:-1], 0) for _, card in trick)
        if game > GRAND and tricks:
            break  # lost, and over
    return declarer, score(held, game, hand, announced, bid, points, tricks)


def test_a_grand_with_four_played_open_is_worth_264() -> None:
    """All four jacks, an ace, and every trick: 24 times four jacks, game, hand, schneider and schwarz, both announced, open."""
    hands = [
        "JC JS JH JD AC 10C KC QC 9C 8C",
        "7C AD 10D KD QD 9D 8D 7D AH 10H",
        "KH QH 9H 8H 7H AS 10S KS QS 9S",
    ]
    play = NamedPlay(GAME, deck_of_hands(hands, then="8S 7S", deck=PACK))
    play.do("pass", "pass", number(0), number(0), number(GRAND), number(3))
    assert play.known_hand(1, 0) == sorted(play.hand(0), key=play.hand(0).index)
    while play.facts["deal"] == 0:
        play.do(play.moves[-1] if play.to_move == 0 else play.moves[0])
    assert play.scores == [264, 0, 0]


def test_what_is_announced_must_be_reached() -> None:
    """A club game with two jacks from the hand, schneider announced: worth 12 x (2 + 1 + 1 + 1 + 1), and lost with 61 points."""
    play = begin("pass", "pass", number(0), number(0), number(0), number(1))
    while play.facts["deal"] == 0:
        play.do(play.moves[0])
    assert play.scores[0] in (72, -144)


@pytest.mark.parametrize("seed", range(12))
def test_scores_follow_the_cards(seed: int) -> None:
    """Whole matches at random, counted by hand."""
    chance, play = random.Random(seed), NamedPlay(GAME, seed=seed)
    totals = [0, 0, 0]
    for deal in range(12):
        result = play_deal(play, chance, deal)
        if result is not None:
            totals[result[0]] += result[1]
        assert play.scores == totals
    assert play.is_over and GAME.winners(play.state) == [s for s in range(3) if totals[s] == max(totals)]
