"""The cache of played units: what it gives back is what was played, and it can be lost at any time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import msgspec
import numpy as np
import pytest
from click.testing import CliRunner

from darwindeck import load_genome
from darwindeck.cli import main
from darwindeck.engine.players import oracle
from darwindeck.errors import DarwinDeckWarning
from darwindeck.simulate.backends import cache as cache_module
from darwindeck.simulate.backends.cache import UnitCache, build_hash, engine_hash, pack, unpack
from darwindeck.simulate.backends.local import Local
from darwindeck.simulate.probe import Probe
from darwindeck.simulate.records import Records
from darwindeck.simulate.simulate import Job, simulate_many

JOB = Job(load_genome("scopa"), 5, ("greedy",), seed=3, plies=True, probe=Probe(3, 4, 2))


def equal(one: Records, other: Records) -> bool:
    return pack(one) == pack(other)


def test_records_survive_packing() -> None:
    [records] = simulate_many([JOB])
    again = unpack(pack(records))
    assert again is not None and equal(records, again)
    assert again.probe is not None and records.probe is not None
    np.testing.assert_array_equal(again.probe.ply, records.probe.ply)
    assert again.winners.dtype == records.winners.dtype
    assert unpack(b"nonsense") is None and unpack(pack(records)[:-5]) is None


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


def fill(folder: Path) -> Path:
    """A cache with something in it, closed; the file it lies in."""
    cache = UnitCache(folder)
    Local(1, cache=cache)([replace(JOB, seed=seed) for seed in range(8)])
    cache.close()
    return folder / "units.sqlite"


def truncate(file: Path) -> None:
    file.write_bytes(file.read_bytes()[: file.stat().st_size // 2])


def overwrite(file: Path) -> None:
    file.write_bytes(b"x" * 5000)


def scramble_all_but_the_first_page(file: Path) -> None:
    data = file.read_bytes()
    file.write_bytes(data[:4096] + b"\xff" * (len(data) - 4096))


@pytest.mark.parametrize("damage", [truncate, overwrite, scramble_all_but_the_first_page])
def test_a_damaged_file_is_set_aside_with_one_warning(damage: Callable[[Path], None], tmp_path: Path) -> None:
    file = fill(tmp_path)
    damage(file)
    with pytest.warns(DarwinDeckWarning, match="set aside as units.sqlite.damaged") as said:
        backend = Local(1, cache=UnitCache(tmp_path))
        backend([JOB])
        backend([JOB])
    assert len(said) == 1 and (tmp_path / "units.sqlite.damaged").exists()
    again = Local(1, cache=UnitCache(tmp_path))
    again([JOB])
    assert (again.played, again.found) == (0, 5)  # it works again


def test_without_a_place_for_it_the_cache_lasts_as_long_as_the_process(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "file", Path("/proc/nowhere")):
        with pytest.warns(DarwinDeckWarning, match="nothing is kept for later"):
            cache = UnitCache(folder)
        backend = Local(1, cache=cache)
        backend([JOB])
        backend([JOB])
        assert (backend.played, backend.found) == (5, 5)


@pytest.mark.parametrize(
    "words",
    [("evaluate", "war", "--suite", "quick"), ("run", "--population", "4", "--generations", "1", "--suite", "gate")],
)
def test_commands_go_on_with_one_line(words: tuple[str, ...], tmp_path: Path) -> None:
    truncate(fill(tmp_path))
    environment = {"DARWINDECK_CACHE_DIR": str(tmp_path), "DARWINDECK_OUTPUT": str(tmp_path / "runs")}
    result = CliRunner().invoke(main, list(words), env=environment)
    assert result.exit_code == 0, result.stderr
    warnings = [line for line in result.stderr.splitlines() if "warning" in line]
    assert len(warnings) == 1 and warnings[0].startswith("darwindeck: warning: ") and "set aside" in warnings[0]


def test_old_units_go_when_there_is_no_room(tmp_path: Path) -> None:
    size = len(pack(simulate_many([JOB])[0]))
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


def test_facts_are_of_one_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The core and the code in Python: the same core can play otherwise if another compiler writes its programs."""
    package = tmp_path / "package"
    for name in ("_core.so", "compile.py", "language/fields.py"):
        (package / name).parent.mkdir(parents=True, exist_ok=True)
        (package / name).write_text("a")

    def build() -> str:
        for name in (engine_hash, build_hash):
            name.cache_clear()
        return build_hash()

    with monkeypatch.context() as patch:
        patch.setattr(cache_module, "_core", SimpleNamespace(__file__=str(package / "_core.so")))
        first, cache = build(), UnitCache(tmp_path)
        cache.note("signature", "12")
        seen = {first}
        for name in ("_core.so", "compile.py", "language/fields.py"):
            (package / name).write_text("b")
            seen.add(build())
            assert cache.fact("signature") is None
        assert len(seen) == 4
    assert build() not in seen
