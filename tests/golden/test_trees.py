"""Batched searches grow the trees they grew when the golden file was made; `make golden` renews it."""

from __future__ import annotations

from .regenerate import TREES, trees_text


def test_trees_are_golden() -> None:
    assert trees_text() == TREES.read_text(encoding="utf-8")
