"""Repair: what `check` complains about goes, and nothing else. And what a child is fitted to before."""

from __future__ import annotations

import random
from typing import Any

import pytest

from darwindeck import load_genome
from darwindeck.evolve.operators.fit import fit
from darwindeck.evolve.operators.repair import repair
from darwindeck.language.facts import Makes

from ..edits import edited

PAIRS: dict[str, Any] = {"type": "has_matching_pair"}
SKIP: dict[str, Any] = {"type": "skip_turn"}
SUIT: dict[str, Any] = {"type": "choose_suit"}

# The game, its fault, and the same place repaired.
REPAIRS: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "a field gets its default": (
        "gin-rummy",
        {"setup.custom_deck": ["AS"]},
        {},
    ),
    "an item goes": (
        "war",
        {"triggers": [{"trigger_condition": PAIRS, "actions": [SKIP, SUIT]}]},
        {"triggers": [{"trigger_condition": PAIRS, "actions": [SKIP]}]},
    ),
    "what holds nothing but the item goes with it": (
        "war",
        {"triggers": [{"trigger_condition": PAIRS, "actions": [SUIT]}]},
        {},
    ),
    "a rule goes whose field is at its default": (
        "hearts",
        {"scoring_rules": [{"condition": {"type": "tableau_cleared"}, "points_source": "values"}]},
        {"scoring_rules": []},
    ),
}


@pytest.mark.parametrize(("game", "fault", "repaired"), REPAIRS.values(), ids=REPAIRS)
def test_a_fault_goes(game: str, fault: dict[str, Any], repaired: dict[str, Any]) -> None:
    assert repair(edited(game, fault)) == edited(game, repaired)


def test_a_sound_genome_stays() -> None:
    assert repair(load_genome("hearts")) == load_genome("hearts")


def test_what_cannot_go_cannot_be_repaired() -> None:
    assert repair(edited("war", {"win_conditions": []})) is None


def test_nobody_discards_more_than_a_hand_has() -> None:
    """Draw poker with two cards each: at most two are put away.."""
    poker = fit(edited("draw-poker", {"setup.cards_per_player": 2}), random.Random(1))
    discards = [phase for phase in poker.turn_structure.phases if phase.may(Makes.DISCARDS)]
    assert discards and all(getattr(phase, "max_cards", 0) <= 2 for phase in discards)
    whole = load_genome("draw-poker")
    assert fit(whole, random.Random(1)).turn_structure == whole.turn_structure
