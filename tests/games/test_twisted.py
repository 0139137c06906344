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

THREE_HANDS = ["2C 3D 4H", "5C 6D 7H", "8C 9D 10H"]


def with_own_piles() -> Play:
    """Thirty-one for three, in which nobody knocks."""
    game = edited(game_with("own_discards", "thirty-one"), {"player_count": 3})
    return Play(Game(game), deck_of_hands(THREE_HANDS, then="KS JS 9S 7S 5S 3S"))


def fronts(play: Play, seat: int) -> list[list[str]]:
    """The own discard piles from the top, as a seat sees them."""
    piles = play.game.view(play.state, seat).as_dict()["piles"]["front"]
    return [[card_name(card) for card in pile["order"]] for pile in piles]


def test_a_discard_lies_before_its_player_for_all_to_see() -> None:
    play = with_own_piles().do("pass", "draw", "2C")
    assert play.pile("discard") == [] and play.pile("front", 0) == ["2C"]
    assert fronts(play, 0) == fronts(play, 1) == fronts(play, 2) == [["2C"], [], []]


def test_only_the_pile_of_the_player_before_can_be_drawn_from() -> None:
    play = with_own_piles().do("pass")
    assert play.moves == ["draw"], "nobody has discarded yet"
    play.do("draw", "2C", "pass")
    assert play.to_move == 1 and play.moves == ["draw", "take"]
    play.do("draw", "5C", "pass")
    assert play.to_move == 2
    play.do("take")
    assert "5C" in play.hand(2) and play.pile("front", 1) == [] and play.pile("front", 0) == ["2C"]


def test_a_pile_shows_what_lay_below_the_card_taken() -> None:
    play = with_own_piles()
    for discarded in ("2C", "5C", "8C", "3D"):
        play.do("pass", "draw", discarded)
    play.do("pass", "take")
    assert play.to_move == 1 and play.pile("front", 0) == ["2C"] and "3D" in play.hand(1)
    assert "3D" not in play.moves, "the card just taken is kept"
    play.do("6D")
    assert fronts(play, 2) == [["2C"], ["6D", "5C"], ["8C"]]


@pytest.mark.parametrize("known", ["gin-rummy", "thirty-one"])
def test_two_players_draw_from_each_others_discards_anyway(known: str) -> None:
    assert twisted("own_discards", load_genome(known, 2)) is None


@pytest.mark.parametrize("phase", ["PassCardsPhase", "BattlePhase", "CapturePhase"])
def test_own_discards_leave_no_place_for_cards_that_wait_there(phase: str) -> None:
    game = edited(game_with("own_discards", "thirty-one"), {"turn_structure.phases.0": {"type": phase}})
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
