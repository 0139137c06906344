"""Limits in rulebooks: those that a table meets are told as rules, the others stand in the game's file only."""

from __future__ import annotations

import msgspec
import pytest

from darwindeck import known_games, load_genome
from darwindeck.explain.rules import rulebook_of
from darwindeck.genome.genome import GameGenome, MatchRules
from darwindeck.language.context import Context
from darwindeck.mechanics.phases.level import count_turns


def items(genome: GameGenome) -> list[str]:
    """What the rulebook says, item by item, in its order."""
    book = rulebook_of(genome)
    return [item for section in book.sections() for item in section.items]


@pytest.mark.parametrize("name", known_games())
def test_a_limit_that_nobody_meets_is_not_told(name: str) -> None:
    genome = msgspec.structs.replace(load_genome(name), max_turns=40_000)
    assert not any("40,000" in item or "Hardly ever" in item for item in items(genome))


def test_a_limit_that_a_table_meets_is_told_as_a_rule() -> None:
    """War can go on for longer than anybody likes."""
    [length] = [item for item in items(msgspec.structs.replace(load_genome("war"), max_turns=80)) if "80" in item]
    assert length == "Length: after 80 rounds the game ends as it stands."


def test_a_limit_above_what_the_cards_allow_is_not_told() -> None:
    """Goofspiel has 13 rounds, one for each card of a hand."""
    goofspiel = load_genome("goofspiel")
    assert count_turns(Context(goofspiel)) == 13
    assert not any("100" in item for item in items(goofspiel))
    assert any("after 12 rounds" in item for item in items(msgspec.structs.replace(goofspiel, max_turns=12)))


def test_a_match_to_a_score_does_not_speak_of_a_thousand_deals() -> None:
    hearts = load_genome("hearts")
    assert not any("1,000" in item for item in items(msgspec.structs.replace(hearts, match=MatchRules(max_deals=1000))))
    short = items(msgspec.structs.replace(hearts, match=MatchRules(max_deals=12)))
    assert any(", or 12 deals are done" in item for item in short)


def test_a_blocked_game_is_a_question_at_the_table() -> None:
    """At crazy eights two players can both have nothing that fits; at hearts everybody always plays, and at fan-tan
    somebody holds the next card of each suit.
    """
    assert any(item.startswith("If nobody can go on, ") for item in items(load_genome("crazy-eights")))
    for name in ("hearts", "fan-tan"):
        assert not any(item.startswith("If nobody can go on, ") for item in items(load_genome(name)))
