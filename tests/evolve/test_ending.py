"""Win conditions stay where the rest of a game can meet them, and go where it cannot."""

from __future__ import annotations

import random

import msgspec

from darwindeck import load_genome
from darwindeck.evolve.operators.ending import settle_ending
from darwindeck.genome.genome import GameGenome
from darwindeck.mechanics.wins import WinCondition


def kept(name: str, *wins: str) -> set[str]:
    """Which of these win conditions a known game keeps."""
    genome: GameGenome = msgspec.structs.replace(
        load_genome(name), win_conditions=tuple(WinCondition(type=win) for win in wins)
    )
    return {win.type for win in settle_ending(genome, random.Random(1)).win_conditions} & set(wins)


def test_prizes_won_by_battle_are_captured() -> None:
    """In goofspiel the highest card takes what lies on the table."""
    assert "most_captured" in kept("goofspiel", "most_captured", "high_score")


def test_nobody_wins_all_the_cards_where_battles_are_for_prizes() -> None:
    assert "capture_all" not in kept("goofspiel", "capture_all", "high_score")
    assert "capture_all" in kept("war", "capture_all", "high_score")


def test_wins_go_with_what_they_need() -> None:
    assert kept("crazy-eights", "most_chips", "most_captured", "empty_hand") == {"empty_hand"}
    assert "most_captured" in kept("scopa", "most_captured")
