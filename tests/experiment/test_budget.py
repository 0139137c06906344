"""A time budget: a generation if there is any time for one, an end in time, and the truth about both."""

from __future__ import annotations

import json
import math
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from darwindeck.cli import main
from darwindeck.cli.watch import PlainWatch
from darwindeck.errors import GameError
from darwindeck.experiment.config import RunConfig, RuntimeConfig, Simulation
from darwindeck.experiment.evolution import Evolution, created
from darwindeck.experiment.experiment import STATE, SUMMARY, Experiment, newest_run, zipped
from darwindeck.experiment.finals import finish
from darwindeck.files.write import json_bytes

SMALL = RunConfig(population=8, generations=3, seed=4, simulation=Simulation(suite="quick", games=4))


def run(*words: str, **environment: str) -> Result:
    return CliRunner().invoke(main, ["run", *words], env={"COLUMNS": "200", **environment})


@pytest.fixture(scope="module")
def evolved(tmp_path_factory: pytest.TempPathFactory) -> Evolution:
    """A run after its first generation."""
    runtime = RuntimeConfig(output=str(tmp_path_factory.mktemp("runs")))
    evolution = Evolution(created(SMALL, runtime), runtime, PlainWatch("warning"))
    evolution.next_generation()
    return evolution


def test_the_first_generation_may_use_nearly_all_the_time(tmp_path: Path) -> None:
    runtime = RuntimeConfig(output=str(tmp_path))
    evolution = Evolution(created(SMALL, runtime), runtime, PlainWatch("warning"))
    now = time.monotonic()
    evolution.set_deadline(now + 30, 30, lambda run: 51.0)
    assert evolution.deadline - now == pytest.approx(27)


def test_later_ones_leave_what_the_end_needs_but_never_more_than_half(evolved: Evolution) -> None:
    now = time.monotonic()
    for needed, left in ((51.0, 15.0), (20.0, 15.0), (8.0, 22.0), (0.0, 30.0)):
        evolved.set_deadline(now + 30, 30, lambda run, needed=needed: needed)  # type: ignore[misc]
        assert evolved.deadline - now == pytest.approx(left)
    evolved.deadline = evolved.ends = math.inf


def test_an_end_without_time_shows_what_there_is_and_says_so(evolved: Evolution) -> None:
    evolved.ends = time.monotonic() - 1
    shown = finish(evolved)
    evolved.ends = math.inf
    path = evolved.experiment.path
    assert shown and not any(game.is_fresh for game in shown)
    rows = json.loads((path / "gallery" / "gallery.json").read_text())
    assert len(rows) == len(shown) and rows[0]["fitness"] == rows[0]["chosen_by"]
    assert json.loads((path / "final_best" / "sample_games.json").read_text()) == []
    resumed = CliRunner().invoke(main, ["export", str(path), "--format", "csv"])
    assert resumed.exit_code == 0 and len(resumed.stdout.splitlines()) == 1 + len(shown)


def test_with_time_the_end_is_as_ever(evolved: Evolution) -> None:
    assert all(game.is_fresh for game in finish(evolved))


def test_no_time_for_any_generation_is_said_and_is_no_success(tmp_path: Path) -> None:
    result = run("--time-budget", "0.001s", "--output", str(tmp_path))
    assert result.exit_code == 2 and result.stdout == ""
    assert "no generation of 6 games was complete" in result.stderr and "darwindeck resume" in result.stderr
    assert "No playable game" not in result.output


def test_ten_seconds_or_whatever_a_generation_takes(tmp_path: Path) -> None:
    """The smallest budget promised, at a size that every machine can do."""
    words = ("--population", "4", "--generations", "1000", "--suite", "gate", "--time-budget", "10s")
    result = run(*words, "--output", str(tmp_path))
    assert result.exit_code == 0, result.stderr
    assert "time is up after" in result.stderr and "after 0 of" not in result.stderr
    [folder] = tmp_path.iterdir()
    assert (folder / "gen_0000").is_dir() and (folder / "gallery").is_dir()


def make(folder: Path, name: str, generations: int) -> Path:
    """The directory of a run with so many generations."""
    made = Experiment.create(folder, RunConfig(name=name), {}, {"at": -1})
    for number in range(generations):
        made.write(number, {STATE: zipped({}), SUMMARY: json_bytes({"generation": number})}, [])
    return made.path


def test_a_run_without_a_generation_is_not_the_newest(tmp_path: Path) -> None:
    old = make(tmp_path, "old", 1)
    assert newest_run(tmp_path) == old
    empty = make(tmp_path, "empty", 0)
    assert newest_run(tmp_path) == old
    assert newest_run(make(tmp_path / "elsewhere", "only", 0).parent).name.startswith("only")
    (empty / "start.json.gz").unlink()  # it was killed before it began
    assert newest_run(tmp_path) == old
    newer = make(tmp_path, "newer", 1)
    assert newest_run(tmp_path) == newer


def test_a_run_that_cannot_begin_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    result = run("--backend", "ray", "--output", str(tmp_path / "runs"))
    assert result.exit_code == 2 and "darwindeck[ray]" in result.stderr
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize("state", [[], {}, {"population": 3}, "text", 7, None])
def test_a_state_of_another_shape_names_the_way_out(state: object, evolved: Evolution, tmp_path: Path) -> None:
    made = Experiment.create(tmp_path, SMALL, dict(evolved.experiment.facts), evolved.experiment.state())
    for number in range(2):
        files = {STATE: zipped(state), SUMMARY: json_bytes({"generation": number})}
        made.write(number, files, [])
    with pytest.raises(GameError, match=r"state\.json\.gz: damaged: .*--rollback-to 0"):
        Evolution(made, RuntimeConfig(), PlainWatch("warning"))
    result = CliRunner().invoke(main, ["resume", str(made.path)])
    assert result.exit_code == 2 and len(result.stderr.splitlines()) <= 2 and "--rollback-to 0" in result.stderr


def test_a_full_disk_names_the_file_and_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Experiment, *rest: object) -> None:
        raise OSError(28, "No space left on device", str(self.folder(0)))

    monkeypatch.setattr(Experiment, "write", full)
    result = run("--population", "4", "--suite", "gate", "--output", str(tmp_path))
    assert result.exit_code == 2 and "gen_0000: No space left on device" in result.stderr
    assert "go on with: darwindeck resume" in result.stderr
