"""docs/genome.md is complete and its examples are genomes: every mechanic has one, and every field is named."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from darwindeck.genome.genome import GameGenome, MatchRules, TurnStructure
from darwindeck.genome.setup import SetupRules
from darwindeck.genome.text import parse_genome
from darwindeck.judge.check import check
from darwindeck.mechanics import Action, Condition, Phase, SpecialEffect, TriggerEffect, WinCondition
from darwindeck.mechanics.scoring import ScoringRule, SweepRule
from darwindeck.mechanics.wins import WINS

PAGE = (Path(__file__).parents[2] / "docs" / "genome.md").read_text(encoding="utf-8")
# What stands after ```json: the kind of the objects in the block.
KINDS: dict[str, Any] = {
    "genome": GameGenome,
    "setup": SetupRules,
    "turn_structure": TurnStructure,
    "match": MatchRules,
    "phase": Phase,
    "condition": Condition,
    "action": Action,
    "win_condition": WinCondition,
    "special_effect": SpecialEffect,
    "trigger": TriggerEffect,
    "scoring_rule": ScoringRule,
    "sweep": SweepRule,
}


def objects(text: str) -> Iterator[dict[str, Any]]:
    """The JSON objects that stand one after the other in a text."""
    while text := text.strip():
        found, end = json.JSONDecoder().raw_decode(text)
        yield found
        text = text[end:]


def examples(page: str) -> list[tuple[str, dict[str, Any]]]:
    """Every object of every block of JSON, with its kind."""
    blocks = re.findall(r"^```json ?(\w*)\n(.*?)^```", page, re.MULTILINE | re.DOTALL)
    return [(kind, example) for kind, block in blocks for example in objects(block)]


def read(kind: str, example: dict[str, Any]) -> Any:
    """The example as the parser of genomes reads that part of a file."""
    return msgspec.json.decode(json.dumps(example), type=KINDS[kind])


def names(text: str, field: str) -> bool:
    return re.search(rf"`{field}\b", text) is not None


@pytest.mark.parametrize(("kind", "example"), examples(PAGE))
def test_an_example_can_be_read(kind: str, example: dict[str, Any]) -> None:
    read(kind, example)


def test_the_whole_genome_of_the_page_can_be_played() -> None:
    [whole] = [example for kind, example in examples(PAGE) if kind == "genome"]
    assert check(parse_genome(json.dumps(whole))).errors == []


@pytest.mark.parametrize("kind", ["phase", "condition", "action"])
def test_every_mechanic_has_an_example(kind: str) -> None:
    mechanics = {mechanic.__struct_config__.tag for mechanic in get_args(KINDS[kind])}
    assert {example["type"] for found, example in examples(PAGE) if found == kind} == mechanics


def test_every_win_has_an_example() -> None:
    assert {example["type"] for kind, example in examples(PAGE) if kind == "win_condition"} == set(WINS)


def test_a_win_has_a_threshold_where_it_needs_one() -> None:
    for win in [read(kind, example) for kind, example in examples(PAGE) if kind == "win_condition"]:
        allowed = {"none": [False], "needed": [True]}.get(win.kind.threshold, [False, True])
        assert (win.threshold is not None) in allowed, win


@pytest.mark.parametrize("kind", get_args(Phase), ids=lambda kind: kind.__name__)
def test_a_phases_section_names_its_fields(kind: type[msgspec.Struct]) -> None:
    section = PAGE.split(f"\n### {kind.__name__}\n")[1].split("\n### ")[0]
    assert [field for field in kind.__struct_fields__ if not names(section, field)] == []


def test_the_shape_of_the_file_names_every_field() -> None:
    shape = PAGE.split("\n## 11. ")[1].split("\n## ")[0]
    fields = [*GameGenome.__struct_fields__, *SetupRules.__struct_fields__]
    assert [field for field in fields if not names(shape, field)] == []


@pytest.mark.parametrize(
    "wrong", ['{"type": "DrawPhase", "cuont": 1}', '{"type": "DrawPhase", "count": 99}', '{"type": "NoPhase"}']
)
def test_a_wrong_example_would_be_found(wrong: str) -> None:
    [(kind, example)] = examples(f"```json phase\n{wrong}\n```\n")
    with pytest.raises(msgspec.ValidationError):
        read(kind, example)


def test_a_block_of_an_unknown_kind_would_be_found() -> None:
    [(kind, example)] = examples('```json\n{"type": "DrawPhase"}\n```\n')
    with pytest.raises(KeyError):
        read(kind, example)
