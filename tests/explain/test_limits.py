"""Limits in rulebooks: those that a table meets stand where one looks for them, the others in the last item only."""

from __future__ import annotations

import msgspec
import pytest

from darwindeck import known_games, load_genome
from darwindeck.explain.rules import rulebook_of
from darwindeck.genome.genome import GameGenome, MatchRules


def items(genome: GameGenome) -> list[str]:
    """What the rulebook says, item by item, in its order."""
    book = rulebook_of(genome)
    return [item for section in book.sections() for item in section.items]


@pytest.mark.parametrize("name", known_games())
def test_a_limit_that_nobody_meets_is_told_last(name: str) -> None:
    genome = msgspec.structs.replace(load_genome(name), max_turns=40_000)
    *others, last = items(genome)
    assert last.startswith("Hardly ever: ") and "40,000" in last
    assert not any("40,000" in item for item in others)


def test_a_limit_that_a_table_meets_is_told_as_a_rule() -> None:
    [length] = [item for item in items(load_genome("goofspiel")) if "100 rounds" in item]
    assert length.startswith("Length: ")


def test_a_match_to_a_score_does_not_speak_of_a_thousand_deals() -> None:
    hearts = load_genome("hearts")
    *others, last = items(msgspec.structs.replace(hearts, match=MatchRules(max_deals=1000)))
    assert "1,000 deals" in last and not any("1,000" in item for item in others)
    short = items(msgspec.structs.replace(hearts, match=MatchRules(max_deals=12)))
    assert any(", or 12 deals are done" in item for item in short)


def test_a_blocked_game_is_a_question_at_the_table() -> None:
    """At crazy eights two players can both have nothing that fits; at hearts everybody always plays."""
    assert any(item.startswith("Nobody can go on: ") for item in items(load_genome("crazy-eights")))
    assert not any(item.startswith("Nobody can go on: ") for item in items(load_genome("hearts")))
