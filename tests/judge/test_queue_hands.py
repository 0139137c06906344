"""Hands that are queues: `check` allows there what docs/genome.md says, no more and no less."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest

from darwindeck import load_genome
from darwindeck.genome.values import Values
from darwindeck.judge.check import check
from darwindeck.mechanics import Action, Phase, TriggerEffect
from darwindeck.mechanics.conditions.tableau_cleared import TableauCleared

PAGE = " ".join((Path(__file__).parents[2] / "docs" / "genome.md").read_text(encoding="utf-8").split())
PHASES = {kind.__name__: kind for kind in get_args(Phase)}
ACTIONS = {kind.__struct_config__.tag: kind for kind in get_args(Action)}
[ALLOWED, CHOICES, QUEUES_ONLY] = re.search(
    r"Queue hands allow only the phases (.*?), and no action with a choice \((.*?)\); (\w+) needs queue hands", PAGE
).groups()  # type: ignore[union-attr]


def complaints(name: str, **changes: Any) -> list[str]:
    """Where check says that something is not, or only, possible where hands are queues."""
    report = check(msgspec.structs.replace(load_genome(name), **changes))
    return [issue.path for issue in report.errors if "where hands are queues" in issue.message]


def with_phase(name: str, kind: str) -> list[str]:
    """The complaints when a phase of this kind comes first in the turns of this game."""
    turn = load_genome(name).turn_structure
    phase = Values(random.Random(1), keep=1).of(PHASES[kind])
    return complaints(name, turn_structure=msgspec.structs.replace(turn, phases=(phase, *turn.phases)))


@pytest.mark.parametrize("kind", PHASES)
def test_queue_hands_allow_the_phases_that_the_page_names(kind: str) -> None:
    allowed = re.findall(r"\w+Phase", ALLOWED)
    assert len(allowed) == 5
    assert with_phase("betting-war", kind) == ([] if kind in allowed else ["$.turn_structure.phases[0]"])


@pytest.mark.parametrize("kind", PHASES)
def test_a_phase_needs_queue_hands_if_the_page_says_so(kind: str) -> None:
    assert with_phase("draw-poker", kind) == ([] if kind != QUEUES_ONLY else ["$.turn_structure.phases[0]"])


@pytest.mark.parametrize("kind", ACTIONS)
def test_queue_hands_allow_no_action_with_a_choice(kind: str) -> None:
    action = Values(random.Random(1), keep=1).of(ACTIONS[kind])
    trigger = TriggerEffect(trigger_condition=TableauCleared(), actions=(action,))
    found = complaints("betting-war", triggers=(trigger,))
    assert found == (["$.triggers[0].actions[0]"] if f"`{kind}`" in CHOICES.split(", ") else [])
