"""What was found out about a genome is found out once, and never told of another one."""

from __future__ import annotations

from msgspec.structs import replace

from darwindeck.genome.genome import GameGenome
from darwindeck.genome.remember import REMEMBERED, remember
from darwindeck.genome.text import format_genome, load_genome, parse_genome


def test_the_same_text_is_asked_about_once() -> None:
    asked: list[GameGenome] = []

    @remember
    def turns(genome: GameGenome) -> int:
        asked.append(genome)
        return genome.max_turns

    war = load_genome("war")
    assert [turns(war), turns(parse_genome(format_genome(war)))] == [war.max_turns] * 2
    assert len(asked) == 1
    assert turns(replace(war, max_turns=7)) == 7  # a rule
    assert turns(replace(war, name="Peace")) == war.max_turns  # and a note
    assert len(asked) == 3
    for number in range(REMEMBERED):
        turns(replace(war, max_turns=number + 10))
    assert len(asked) == 3 + REMEMBERED
    turns(war)  # forgotten by now
    assert len(asked) == 4 + REMEMBERED
