"""Long trials can be stopped and taken up again, and a fault ends them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from . import endurance
from .endurance import PIECE, TRIALS, endure


def test_a_trial_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[int] = []

    def note(piece: int, tally: Counter[str]) -> None:
        if piece == 3 and tried.count(3) == 0:
            tried.append(piece)
            raise KeyboardInterrupt
        tried.append(piece)

    monkeypatch.setitem(TRIALS, "genomes", note)
    state = tmp_path / "state"
    with pytest.raises(KeyboardInterrupt):
        endure("genomes", 0, 6 * PIECE, state)
    endure("genomes", 0, 6 * PIECE, state)
    assert tried == [0, 1, 2, 3, 3, 4, 5]
    endure("genomes", 0, 6 * PIECE, state)
    assert len(tried) == 7


def test_genomes_of_every_kind_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endurance, "PIECE", 9)
    found, again = (endure("genomes", 5, 9, None) for _ in range(2))
    assert found == again and sum(found.values()) == 9
    assert {what.split(":")[0] for what in found} == {"random", "varied", "crossed"}


def test_what_compiles_to_another_game_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a text that loses the end of a game."""
    from msgspec.structs import replace

    monkeypatch.setattr(endurance, "PIECE", 9)
    monkeypatch.setattr(endurance, "format_genome", lambda genome: text(replace(genome, max_turns=1)))
    from darwindeck.genome.text import format_genome as text

    with pytest.raises(AssertionError):
        endure("genomes", 5, 9, None)


def test_hostile_inputs_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endurance, "PIECE", 20)
    assert sum(endure("inputs", 0, 20, None).values()) >= 20
