"""Long trials can be stopped and taken up again, and a fault ends them."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path

import msgspec
import pytest

from darwindeck.genome.text import format_genome, parse_genome

from . import endurance
from .endurance import TRIALS, Trial, build_mixer, endure, fuzz_by
from .reference.game import ReferenceGame


def test_a_trial_goes_on_where_it_was_stopped(tmp_path: Path) -> None:
    tried: list[int] = []

    def note(piece: int, size: int, tally: Counter[str]) -> None:
        stopped = piece == 3 and tried.count(3) == 0
        tried.append(piece)
        if stopped:
            raise KeyboardInterrupt
        tally["tried"] += size

    trial, state = Trial(10, note), tmp_path / "state"
    with pytest.raises(KeyboardInterrupt):
        endure(trial, 0, 60, state)
    assert json.loads(state.read_text()) == {"pieces": 3, "tally": {"tried": 30}}
    assert endure(trial, 0, 60, state) == {"tried": 60}
    assert tried == [0, 1, 2, 3, 3, 4, 5]
    endure(trial, 0, 60, state)
    assert len(tried) == 7


def some(name: str, size: int, first: int = 5) -> Counter[str]:
    return endure(Trial(size, TRIALS[name].run), first, 1, None)


def test_genomes_of_every_kind_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endurance, "OPERATED", 3)
    found, again = (some("genomes", 18) for _ in range(2))
    assert found == again and sum(found.values()) == 18
    assert {what.split(":")[0] for what in found} == {"random", "varied", "crossed", "mixed"}


def test_mixed_genomes_have_the_right_types_and_are_new() -> None:
    mixer, rng = build_mixer(), random.Random(1)
    mixer.begin(rng)
    for _ in range(100):
        before = mixer.genome
        child = mixer.mix(rng)
        assert child != before and parse_genome(format_genome(child)) == child
        mixer.keep(child, rng)


def test_what_compiles_to_another_game_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Planted: a text that loses the end of a game."""
    monkeypatch.setattr(
        endurance, "format_genome", lambda genome: format_genome(msgspec.structs.replace(genome, max_turns=1))
    )
    with pytest.raises(AssertionError):
        some("genomes", 9)


def test_games_are_compared_on_both_engines(monkeypatch: pytest.MonkeyPatch) -> None:
    assert some("engines", 3)["genomes"] == 3
    monkeypatch.setattr(ReferenceGame, "payoffs", lambda game: [2.0])  # planted
    with pytest.raises(SystemExit, match=r"genome_at\(1, 15\), game 1: At ply 0, snapshot.payoffs differs"):
        some("engines", 3)


def test_hostile_inputs_are_tried() -> None:
    assert sum(some("inputs", 20, 0).values()) == 20


def test_what_a_fuzzer_says_is_counted_and_its_fault_ends_the_trial(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "Makefile").write_text("sound:\n\t@echo Done $(RUNS) runs of $(SEED)\nfaulty: sound\n\t@exit 1\n")
    monkeypatch.chdir(tmp_path)
    words = {"inputs": r"Done (\d+) runs"}
    assert endure(Trial(50, fuzz_by("sound", words)), 0, 100, None) == {"inputs": 100}
    with pytest.raises(SystemExit, match="piece 0 of faulty failed"):
        endure(Trial(50, fuzz_by("faulty", words)), 0, 100, None)
    with pytest.raises(SystemExit, match="failed"):  # it says nothing of what it did
        endure(Trial(50, fuzz_by("sound", {"loaded": r"(\d+) loaded"})), 0, 100, None)
