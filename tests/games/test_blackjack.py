"""Blackjack: totals, naturals, what the house does, and how often it is bust by each of its rules."""

from __future__ import annotations

import functools

import pytest

from darwindeck import Game, load_genome
from darwindeck.genome.genome import GameGenome, TurnStructure
from darwindeck.genome.setup import SetupRules
from darwindeck.mechanics import WinCondition
from darwindeck.mechanics.phases.press import PressPhase
from darwindeck.mechanics.phases.trick import TrickPhase
from tests.edits import edited

from ..reference.compare import Comparison, Tally
from . import Play, deck_of_hands

GAME = Game(load_genome("blackjack", 2))
PACK = (4, 4, 4, 4, 4, 4, 4, 4, 4, 16)  # cards that count 1, 2 … 9, and 10
DEALS = 6000


def after_a_deal(hands: tuple[str, str], house: str, *moves: str) -> list[int]:
    """The scores when the house has played: its first card, then what is drawn, lies on the stock."""
    return Play(GAME, deck_of_hands(hands, then=house)).do(*moves).scores


def test_the_higher_total_wins_two() -> None:
    assert after_a_deal(("KC 9C", "KD 8D"), "KH 8H", "pass", "pass") == [2, 0]
    assert after_a_deal(("KC 7C", "KD 8D"), "KH 8H", "pass", "pass") == [-2, 0]


def test_a_natural_wins_three_and_beats_any_other_21() -> None:
    assert after_a_deal(("AC KC", "KD 9D"), "KH QH", "pass") == [3, -2]
    assert after_a_deal(("KC 9C", "AD KD"), "KH 6H 5H", "pass") == [-2, 3]


def test_a_natural_of_the_house_beats_all_but_naturals() -> None:
    assert after_a_deal(("AC KC", "KD 9D"), "KH AH", "pass") == [0, -2]


def test_a_bust_loses_even_if_the_house_is_bust() -> None:
    assert after_a_deal(("KC 9C", "KD 8D"), "KH 5C 6H QH", "draw", "pass") == [-2, 2]


def test_an_ace_counts_eleven_or_one() -> None:
    play = Play(GAME, deck_of_hands(("AC 6C", "KD 8D"), then="KH 9H 5S"))
    assert play.do("draw").to_move == 0, "17 and then 16"
    assert play.do("draw").to_move == 1, "21, so nobody asks"


@functools.cache
def busts(pack: tuple[int, ...], total: int, has_ace: bool, hits_soft: bool) -> float:
    """The exact chance that a house with this plain total is bust, as cards are drawn from the pack."""
    best = total + 10 if has_ace and total + 10 <= 21 else total
    if best > 21:
        return 1.0
    if best > 17 or (best == 17 and not (hits_soft and best != total)):
        return 0.0
    left = sum(pack)
    return sum(
        pack[value] / left * busts((*pack[:value], pack[value] - 1, *pack[value + 1 :]), total + value + 1,
                                   has_ace or value == 0, hits_soft)
        for value in range(10) if pack[value]
    )  # fmt: skip


@pytest.mark.parametrize(("hits_soft", "published"), [(False, 0.282), (True, 0.286)])
def test_the_house_is_bust_as_often_as_its_rule_says(hits_soft: bool, published: float) -> None:
    exact = busts(PACK, 0, False, hits_soft)
    assert exact == pytest.approx(published, abs=0.003)
    game = Game(edited(load_genome("blackjack", 2), {"match": None, "turn_structure.phases.1.hits_soft": hits_soft}))
    bust = 0
    for seed in range(DEALS):
        play = Play(game, seed=seed)
        while not play.is_over:
            play.do("pass")
        values = [min(card % 16 + 1, 10) for card in play.facts["piles"]["tableau"]["known"]]  # type: ignore[index]
        bust += sum(values) > 21
    assert bust / DEALS == pytest.approx(exact, abs=3 * (exact * (1 - exact) / DEALS) ** 0.5)


def test_a_deal_of_which_everybody_has_dropped_out_is_over() -> None:
    """Though the goal is an empty hand, and nobody is left who could have one."""
    genome = GameGenome(
        genome_id="all-bust",
        setup=SetupRules(initial_deck="custom", custom_deck=("8C", "9C", "8D", "9D", "8H", "9H"), cards_per_player=3),
        turn_structure=TurnStructure(phases=(PressPhase(),)),
        win_conditions=(WinCondition(type="empty_hand"),),
    )
    game = Game(genome)
    state = game.start(seed=1)
    assert game.ending(state) == "draw" and game.snapshot(state)["turn"] == 1
    Comparison(genome, 1, 0, Tally(), 1).run()


def test_who_begins_is_nobody_where_all_have_dropped_out_before_the_first_turn() -> None:
    pack = ("8C", "9C", "8D", "9D", "8H", "9H")
    genome = GameGenome(
        genome_id="bust-at-once",
        setup=SetupRules(
            initial_deck="custom", custom_deck=pack, cards_per_player=3, starting_player="holder", starting_card="2S"
        ),
        turn_structure=TurnStructure(opening=(PressPhase(who="all"),), phases=(TrickPhase(),)),
        win_conditions=(WinCondition(type="last_with_cards_loses"),),
    )
    Comparison(genome, 1, 0, Tally(), 10).run()
