"""Games with a twist: what the twist changes, from decks that are stacked."""

from __future__ import annotations

import random

import pytest

from darwindeck import Game
from darwindeck.genome.genome import GameGenome
from darwindeck.genome.text import load_genome
from darwindeck.judge.check import check
from darwindeck.language.fields import card_name
from tests.edits import edited
from tests.evolve.twists import twisted

from . import FULL_DECK, Play, deck_of_hands
from .naming import NamedPlay, random_moves
from .test_crazy_eights import penalty


def game_with(name: str, known: str) -> GameGenome:
    child = twisted(name, load_genome(known))
    assert child is not None
    return child


# A discard pile for each seat.

# No card of a hand fits to another, so that nobody can knock.
HANDS = ["AC 3C 5C 7C 9C JC KC 2D 4D 6D", "AH 3H 5H 7H 9H JH KH 2S 4S 6S", "8D 10D QD 2H 4H 6H 8S 10S QS 2C"]
NOBODY_KNOCKS = {"turn_structure.phases.2.limit": 0}


def rummy_for(seats: int) -> Play:
    game = edited(game_with("own_discards", "gin-rummy"), NOBODY_KNOCKS | {"player_count": seats})
    return Play(Game(game), deck_of_hands(HANDS[:seats], then="KS JS 9S 7S"))


def fronts(play: Play, seat: int) -> list[list[str]]:
    """The own discard piles from the top, as a seat sees them."""
    piles = play.game.view(play.state, seat).as_dict()["piles"]["front"]
    return [[card_name(card) for card in pile["order"]] for pile in piles]


def test_a_discard_lies_before_its_player_for_all_to_see() -> None:
    play = rummy_for(2).do("draw", "KC")
    assert play.pile("discard") == [] and play.pile("front", 0) == ["KC"]
    assert fronts(play, 0) == fronts(play, 1) == [["KC"], []]


def test_only_the_pile_of_the_player_before_can_be_drawn_from() -> None:
    play = rummy_for(3)
    assert play.moves == ["draw"], "nobody has discarded yet"
    play.do("draw", "KC")
    assert play.to_move == 1 and play.moves == ["draw", "take"]
    play.do("draw", "KH")
    assert play.to_move == 2
    play.do("take")
    assert "KH" in play.hand(2) and play.pile("front", 1) == [] and play.pile("front", 0) == ["KC"]


def test_a_pile_shows_what_lay_below_the_card_taken() -> None:
    play = rummy_for(2).do("draw", "KC", "draw", "KH", "draw", "JC", "take")
    assert play.pile("front", 0) == ["KC"] and "JC" in play.hand(1)
    assert "JC" not in play.moves, "the card just taken is kept"
    play.do("JH", "take", "9C")
    assert fronts(play, 1) == [["9C", "KC"], ["KH"]]


@pytest.mark.parametrize("phase", ["PassCardsPhase", "BattlePhase", "CapturePhase"])
def test_own_discards_leave_no_place_for_cards_that_wait_there(phase: str) -> None:
    game = edited(game_with("own_discards", "gin-rummy"), {"turn_structure.phases.2": {"type": phase}})
    assert any("the place in front of players" in issue.message for issue in check(game).errors)


# Points for the own hand.


def test_everybody_scores_the_cards_left_in_the_own_hand() -> None:
    play, checked = NamedPlay(Game(game_with("hands_cost", "crazy-eights")), seed=5), 0
    for move in random_moves(play, 5):
        hands, seat, scores, deal = play.hands, play.to_move, play.scores, play.facts["deal"]
        play.do(move)
        if play.facts["deal"] == deal or len(hands[seat]) != 1:
            continue
        gains = [new - old for new, old in zip(play.scores, scores, strict=True)]
        hands[seat] = []
        assert gains == [penalty(hand) for hand in hands]
        checked += 1
    assert checked > 0 and play.game.ending(play.state) == "decided"


# Tricks.


def test_the_last_trick_of_a_deal_of_whist_is_worth_a_point_more() -> None:
    for seed in range(5):
        plain, extra = (score_deal(game, seed) for game in (load_genome("whist"), game_with("last_trick", "whist")))
        gains = [new - old for new, old in zip(extra, plain, strict=True)]
        assert sorted(gains) == [0, 0, 1, 1], "both partners of the side that won it"


def score_deal(genome: GameGenome, seed: int) -> list[int]:
    """The scores after a deal of random cards and moves."""
    chance = random.Random(seed)
    play = Play(Game(genome), chance.sample(FULL_DECK, len(FULL_DECK)))
    while play.facts["deal"] == 0:
        play.do(chance.choice(play.moves))
    return play.scores
