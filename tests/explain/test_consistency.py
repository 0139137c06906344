"""The consistency check: faithful tellings pass, planted faults are noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from darwindeck import known_games, load_genome
from darwindeck.explain.consistency import problems
from darwindeck.explain.render import rules_markdown
from darwindeck.explain.rules import rulebook_of

from .corruptions import CORRUPTIONS, free_texts, literal_texts, tallies

FAITHFUL = sorted((Path(__file__).parent / "faithful").glob("*.md"))
# Kinds of faults that words alone do not show; all others must be noticed nearly always.
BLIND = {
    "a rule in the words of the game is added",
}


def rules_of(name: str) -> str:
    return rules_markdown(rulebook_of(load_genome(name)))


@pytest.mark.parametrize("name", known_games())
def test_the_rules_agree_with_themselves(name: str) -> None:
    assert problems(rules_of(name), rules_of(name)) == []


@pytest.mark.parametrize("path", FAITHFUL, ids=lambda path: path.stem)
def test_a_faithful_telling_passes(path: Path) -> None:
    assert problems(rules_of(path.stem), path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("path", FAITHFUL, ids=lambda path: path.stem)
def test_the_rules_of_another_game_do_not_pass(path: Path) -> None:
    other = next(name for name in known_games() if name != path.stem)
    assert problems(rules_of(other), path.read_text(encoding="utf-8"))


def test_planted_faults_are_noticed() -> None:
    found = {tally.kind: tally for tally in tallies(literal_texts(), seeds=2)}
    assert len(found) == len(CORRUPTIONS) >= 30
    for kind, tally in found.items():
        assert tally.tried >= 2, kind
        if kind not in BLIND:
            assert tally.caught >= 0.85 * tally.tried, (kind, tally.slipped)
    known = [tally for kind, tally in found.items() if kind not in BLIND]
    assert sum(tally.caught for tally in known) >= 0.97 * sum(tally.tried for tally in known)


def test_planted_faults_in_free_tellings_are_noticed() -> None:
    known = [tally for tally in tallies(free_texts(), seeds=2) if tally.kind not in BLIND]
    assert sum(tally.caught for tally in known) >= 0.85 * sum(tally.tried for tally in known)


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("face up", "", "the term “face up” is lost"),
        ("Deal 7 cards", "Deal 8 cards", "the number 8 is not in the rules"),
        ("an 8, turn", "a 9, turn", "the number 9 is not in the rules"),
        ("jacks, queens", "jacks", "the rank “queen” is lost"),
        ("highest score wins", "lowest score wins", "says “lowest” where the rules say “highest”"),
        ("## Special cards", "## Wild cards", "“Special cards” is missing"),
    ],
)
def test_a_fault_is_named(old: str, new: str, fault: str) -> None:
    rules = rules_of("crazy-eights")
    assert old in rules
    found = problems(rules, rules.replace(old, new, 1))
    assert any(fault in problem for problem in found), found
