"""Whist: trumps by the last card, thirteen tricks, odd tricks, and counts of whole small deals against brute force."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from darwindeck import Game
from darwindeck.compile.program import compile_genome
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import format_genome
from darwindeck.language.fields import RANKS, card_id
from tests.edits import edited
from tests.reference.game import ReferenceGame

from . import Play, cards, deck_of_hands
from .naming import NamedPlay
from .tricks import play_deal, tricks_of_sides, winner_of

GAME = Game("whist")
CLUBS, DIAMONDS, HEARTS, SPADES = (" ".join(rank + suit for rank in RANKS) for suit in "CDHS")

# Small deals, one hand a seat; the last card of the last hand is trumps.
SMALL_DEALS = {
    "two with four": ["2C 3C 2H 3H", "4C 5C 4H 5H"],
    "two with five, uneven": ["2C 3C 4C 2H 9S", "5C 6H 7H 8S 3S"],
    "three with three": ["2C KC 3H", "4C 5D 6D", "7H 8H 9C"],
    "three with four": ["2C 3D 4H 5S", "6C 7D 8H 9S", "10C JD QH KS"],
    "four with two": ["2C 3D", "4C 5D", "6D 7D", "8C 9H"],
    "four with three": ["2C 2D 2H", "3C 3D 3H", "4C 4D 4H", "5C 5D 5H"],
    "four with three, one suit each": ["2C 3C 4C", "2D 3D 4D", "2H 3H 4H", "2S 3S 4S"],
}


def small_whist(hands: list[str]) -> tuple[GameGenome, list[str]]:
    """Whist with nothing but these cards, each for himself, one deal."""
    deck = deck_of_hands(hands, deck=())
    changes = {
        "setup.initial_deck": "custom",
        "setup.custom_deck": deck,
        "setup.cards_per_player": len(cards(hands[0])),
    }
    changes |= {"player_count": len(hands), "teams": [], "match": None}
    return edited("whist", changes), deck


def reference_leaves(data: dict[str, Any], program_hash: int, deck: list[int], moves: list[int], depth: int) -> int:
    """Move sequences of this length from the start, by replaying the reference; it cannot be copied."""
    game = ReferenceGame(data, program_hash, 0, deck=deck)
    for move in moves:
        game.apply(move)
    if depth == 0:
        return 1
    return sum(reference_leaves(data, program_hash, deck, [*moves, move], depth - 1) for move in game.legal_moves())


def leaves(hands: list[set[str]], leader: int, trick: list[tuple[int, str]], trump: str, depth: int) -> int:
    """The same from the rules alone."""
    if len(trick) == len(hands):
        leader, trick = winner_of(trick, trump), []
    if depth == 0:
        return 1
    seat = (leader + len(trick)) % len(hands)
    following = {card for card in hands[seat] if trick and card[-1] == trick[0][1][-1]}
    total = 0
    for card in following or hands[seat]:
        rest = [hand - {card} for hand in hands]
        total += leaves(rest, leader, [*trick, (seat, card)], trump, depth - 1)
    return total


def test_the_last_card_dealt_makes_trumps_and_stays_with_the_dealer() -> None:
    for seed in range(20):
        play = NamedPlay(GAME, seed=seed)
        assert play.facts["dealer"] == 3 and play.to_move == 0
        assert [len(hand) for hand in play.hands] == [13] * 4
        [shown] = play.known_hand(0, 3)
        assert shown in play.hand(3) and "CDHS".index(shown[-1]) == play.facts["trump"]
        assert play.known_hand(1, 3) == play.known_hand(2, 3) == [shown]


def test_the_last_card_is_the_bottom_of_the_deck() -> None:
    play = Play(GAME, deck_of_hands([CLUBS, DIAMONDS, HEARTS, SPADES]))
    assert play.facts["trump"] == 3 and play.known_hand(0, 3) == ["KS"]


def test_a_small_trump_beats_an_ace() -> None:
    play = Play(GAME, deck_of_hands([CLUBS, DIAMONDS, HEARTS, SPADES])).do("AC", "AD", "AH", "2S")
    assert play.to_move == 3
    assert play.facts["tricks"] == [0, 0, 0, 1]


def test_all_thirteen_tricks_are_seven_points() -> None:
    play = Play(GAME, deck_of_hands([CLUBS, DIAMONDS, HEARTS, SPADES]))
    for _ in range(52):
        play.do(play.moves[0])
    assert play.is_over  # five are enough
    assert play.scores == [0, 7, 0, 7]
    assert GAME.winners(play.state) == [1, 3]
    assert GAME.payoffs(play.state) == [-1.0, 1.0, -1.0, 1.0]


def test_odd_tricks_are_scored_until_a_side_has_five() -> None:
    for seed in range(6):
        chance = random.Random(seed)
        play = Play(GAME, seed=seed)
        while not play.is_over:
            before, dealer = play.scores, play.facts["dealer"]
            assert max(before) < 5
            assert play.to_move == (dealer + 1) % 4
            trump = "CDHS"[play.facts["trump"]]
            assert any(card[-1] == trump for card in play.hand(dealer))
            played = play_deal(play, chance, lambda trick, trump=trump: winner_of(trick, trump), tricks=13)
            won = tricks_of_sides(played, lambda trick, trump=trump: winner_of(trick, trump))
            assert sum(won) == 13
            gained = [new - old for new, old in zip(play.scores, before, strict=True)]
            assert gained == [max(0, won[seat % 2] - 6) for seat in range(4)]
            assert play.is_over or play.facts["dealer"] == (dealer + 1) % 4
        winning = 0 if play.scores[0] > play.scores[1] else 1
        assert max(play.scores) >= 5 and GAME.winners(play.state) == [winning, winning + 2]


@pytest.mark.parametrize("hands", SMALL_DEALS.values(), ids=SMALL_DEALS.keys())
def test_small_deals_have_as_many_ways_as_brute_force_finds(hands: list[str]) -> None:
    genome, deck = small_whist(hands)
    game, trump = Game(genome), deck[-1][-1]
    state = game.start(deck=deck)
    for depth in range(1, len(deck) + 1):
        assert game.perft(state, depth) == leaves([{*cards(hand)} for hand in hands], 0, [], trump, depth)


@pytest.mark.parametrize("hands", SMALL_DEALS.values(), ids=SMALL_DEALS.keys())
def test_small_deals_have_as_many_ways_as_in_the_reference(hands: list[str]) -> None:
    genome, deck = small_whist(hands)
    game, data = Game(genome), json.loads(format_genome(genome))
    numbers = [card_id(card) for card in deck]
    state = game.start(deck=deck)
    for depth in (1, 4, min(len(deck), 9)):
        counted = reference_leaves(data, compile_genome(genome).hash, numbers, [], depth)
        assert game.perft(state, depth) == counted


def test_without_a_common_suit_every_order_is_a_way() -> None:
    hands = SMALL_DEALS["four with three, one suit each"]
    genome, deck = small_whist(hands)
    game = Game(genome)
    assert game.perft(game.start(deck=deck), 12) == 6**4


def test_random_small_deals_have_as_many_ways_as_brute_force_finds() -> None:
    chance = random.Random(3)
    for seats, each in [(2, 4), (2, 5), (3, 3), (4, 2), (4, 3)] * 3:
        pack = [rank + suit for suit in "CDHS" for rank in ["2", "5", "9", "J", "K", "A"]]
        dealt = chance.sample(pack, seats * each)
        genome, deck = small_whist([" ".join(dealt[seat::seats]) for seat in range(seats)])
        game = Game(genome)
        expected = leaves([{*dealt[seat::seats]} for seat in range(seats)], 0, [], deck[-1][-1], len(deck))
        assert game.perft(game.start(deck=deck), len(deck)) == expected
