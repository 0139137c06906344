"""Usual rules take few bits to tell, odd ones many; what is known of a game's own family can be left out."""

from __future__ import annotations

from typing import Any

import pytest

from darwindeck import known_games, load_genome
from darwindeck.judge.description import Prior, dearest, description_length, family_of
from darwindeck.judge.symbols import cards_bits, number_bits
from tests.edits import edited

# A known game with one thing told otherwise: the cheap way, and the dear one.
CHOICES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "a usual pack": ("hearts", {}, {"setup.removed_cards": ["5H", "5S", "6S", "KD"]}),
    "whole ranks": (
        "gin-rummy",
        {"setup.removed_cards": ["2C", "2D", "2H", "2S"]},
        {"setup.removed_cards": ["2C", "3D", "7H", "KS"]},
    ),
    "a usual hand": ("whist", {}, {"setup.cards_per_player": 11}),
    "a round number": ("gin-rummy", {"win_conditions.0.threshold": 200}, {"win_conditions.0.threshold": 197}),
    "round chips": (
        "draw-poker",
        {"setup.resources.starting_chips": 500},
        {"setup.resources.starting_chips": 77},
    ),
    "a whole suit": (
        "hearts",
        {},
        {"turn_structure.phases.0.first_trick_forbidden": ["JS", "3C", "2S", "9D", "4H"]},
    ),
    "partners who sit across": ("whist", {}, {"teams": [[0, 1], [2, 3]]}),
    "a phase that follows it in other games": (
        "draw-poker",
        {"turn_structure.phases.1": {"type": "DiscardPhase"}},
        {"turn_structure.phases.1": {"type": "ClaimPhase"}},
    ),
    "one rule": (
        "whist",
        {},
        {"triggers": [{"trigger_condition": {"type": "hand_size"}, "actions": [{"type": "add_score"}]}]},
    ),
}


@pytest.mark.parametrize("choice", CHOICES)
def test_what_is_usual_is_cheap(choice: str) -> None:
    game, cheap, dear = CHOICES[choice]
    assert description_length(edited(game, cheap)) + 2 < description_length(edited(game, dear))


@pytest.mark.parametrize("name", known_games())
def test_a_game_is_dearer_to_those_who_do_not_know_its_family(name: str) -> None:
    genome = load_genome(name)
    assert description_length(genome) < description_length(genome, family_of(name))


def test_a_family_has_a_trunk_in_common() -> None:
    assert {"whist", "spades", "scotch-whist"} <= family_of("whist")
    assert {"draw-poker", "simple-poker"} <= family_of("simple-poker")
    assert family_of("durak") == {"durak"}


def test_names_and_notes_cost_nothing() -> None:
    told = edited(
        "war", {"name": "A Name", "description": "Words.", "lineage": "x", "max_turns": 4321, "player_counts": []}
    )
    assert description_length(told) == description_length(load_genome("war"))


def test_the_dearest_part_is_named() -> None:
    genome = edited("hearts", {"setup.removed_cards": ["5H", "5S", "6S", "KD"]})
    assert dearest(genome)[0].path == "$.setup.initial_deck"


def test_who_knows_no_game_tells_every_choice_in_full() -> None:
    """War alone gains nothing: it is unlike nearly all other games."""
    for name in known_games():
        assert Prior([]).length(load_genome(name)) > description_length(load_genome(name)) - 4 * (name == "war")


def test_cards_are_told_by_suits_and_ranks() -> None:
    hearts, spread = 0x1FFF << 32, sum(1 << (16 * (n % 4) + n) for n in range(13))
    assert hearts.bit_count() == spread.bit_count()
    assert cards_bits(hearts) < cards_bits(spread) / 5


@pytest.mark.parametrize(("cheap", "dear"), [(10, 11), (100, 99), (500, 497), (25, 23), (-5, -7), (3, -3)])
def test_small_and_round_numbers_are_cheap(cheap: int, dear: int) -> None:
    assert number_bits(cheap) < number_bits(dear)
