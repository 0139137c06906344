"""The cache of played units: what it gives back is what was played, and it can be lost at any time."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import msgspec
import numpy as np
import pytest

from darwindeck import load_genome
from darwindeck.backends.cache import UnitCache, packed, unpacked
from darwindeck.backends.local import Local
from darwindeck.errors import GameError
from darwindeck.players import oracle
from darwindeck.probing import Probe
from darwindeck.records import Records
from darwindeck.simulation import Job, simulate_many

JOB = Job(load_genome("scopa"), 5, ("greedy",), seed=3, plies=True, probe=Probe(3, 4, 2))


def equal(one: Records, other: Records) -> bool:
    return packed(one) == packed(other)


def test_records_survive_packing() -> None:
    [records] = simulate_many([JOB])
    again = unpacked(packed(records))
    assert again is not None and equal(records, again)
    assert again.probe is not None and records.probe is not None
    np.testing.assert_array_equal(again.probe.ply, records.probe.ply)
    assert again.winners.dtype == records.winners.dtype
    assert unpacked(b"nonsense") is None and unpacked(packed(records)[:-5]) is None


def test_nothing_is_played_twice(tmp_path: Path) -> None:
    cache = UnitCache(tmp_path)
    other = replace(JOB, seed=4)
    first = Local(1, cache=cache)
    played = first([JOB, other])
    assert (first.played, first.found) == (10, 0)
    second = Local(2, cache=UnitCache(tmp_path))
    assert all(map(equal, played, second([JOB, other])))
    assert (second.played, second.found) == (0, 10)
    third = Local(1, cache=cache)
    mixed = third([replace(JOB, seed=5), JOB])
    assert (third.played, third.found) == (5, 5) and equal(mixed[1], played[0])


def test_the_key_is_the_content(tmp_path: Path) -> None:
    cache = UnitCache(tmp_path)
    renamed = msgspec.structs.replace(JOB.genome, name="another name", genome_id="other")
    assert cache.key(replace(JOB, genome=renamed)) == cache.key(JOB)
    changes = [
        {"seed": 9}, {"first": 1}, {"games": 6}, {"players": ("random",)}, {"players": (oracle(10),)}, {"plies": False},
        {"probe": None}, {"probe": Probe(3, 4, 3)}, {"deals_of": 5}, {"genome": load_genome("scopa", 3)},
    ]  # fmt: skip
    keys = {cache.key(replace(JOB, **change)) for change in changes}  # type: ignore[arg-type]
    assert len(keys | {cache.key(JOB)}) == len(changes) + 1


def test_players_from_outside_are_played_anew(tmp_path: Path) -> None:
    class First:
        def choose(self, view: object, moves: list[int]) -> int:
            return moves[0]

    assert UnitCache(tmp_path).key(replace(JOB, players=(First(),))) is None


def test_a_damaged_file_is_put_aside(tmp_path: Path) -> None:
    (tmp_path / "units.sqlite").write_bytes(b"x" * 5000)
    backend = Local(1, cache=UnitCache(tmp_path))
    backend([JOB])
    assert backend.played == 5 and (tmp_path / "units.damaged").exists()


def test_a_folder_that_cannot_be(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(GameError, match="--no-cache"):
        UnitCache(tmp_path / "file")


def test_old_units_go_when_there_is_no_room(tmp_path: Path) -> None:
    size = len(packed(simulate_many([JOB])[0]))
    cache = UnitCache(tmp_path, limit=3 * size)
    for seed in range(6):
        Local(1, cache=cache)([replace(JOB, seed=seed)])
    last = Local(1, cache=cache)
    last([replace(JOB, seed=seed) for seed in range(6)])
    assert 5 <= last.found <= 20


def test_facts_are_kept(tmp_path: Path) -> None:
    cache = UnitCache(tmp_path)
    assert cache.fact("signature") is None
    cache.note("signature", "12")
    assert UnitCache(tmp_path).fact("signature") == "12"
