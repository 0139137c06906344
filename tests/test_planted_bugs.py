"""The comparison of both engines is worth something: it finds bugs planted in either, within few random genomes.

These are chosen among those it finds. `python -m tests.reference.planted --all` has all of them.
"""

from __future__ import annotations

import pytest

from .reference.planted import BUGS, ENGINE, FEW, REFERENCE, difference_at, genomes_to_find

MOST = 400


def test_without_a_bug_nothing_differs() -> None:
    assert [difference_at(1, number) for number in range(20)] == [None] * 20


@pytest.mark.parametrize("bug", FEW)
def test_a_planted_bug_is_found(bug: str) -> None:
    assert genomes_to_find(bug, MOST) is not None


def test_both_engines_have_their_bugs() -> None:
    assert len(BUGS) == len(REFERENCE) + len(ENGINE)
    assert set(FEW) & set(REFERENCE) and set(FEW) & set(ENGINE)
