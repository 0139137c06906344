"""A small hostile corpus; `python -m tests.hostile --runs N` is a larger one."""

from __future__ import annotations

from darwindeck.cli import COMMANDS

from .. import hostile


def test_every_command_is_attacked() -> None:
    assert set(hostile.OPTIONS) == set(COMMANDS)


def test_hostile_calls_are_answered() -> None:
    assert hostile.attack(runs=150, seed=7) == []
