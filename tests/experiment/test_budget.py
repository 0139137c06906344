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
from darwindeck.errors import RunError
from darwindeck.evolve.elite import Elite
from darwindeck.experiment import evolution
from darwindeck.experiment.config import RunConfig, RuntimeConfig, Simulation
from darwindeck.experiment.evolution import Evolution
from darwindeck.experiment.experiment import STATE, SUMMARY, Experiment, newest_run, zip_json
from darwindeck.experiment.finals import finish
from darwindeck.experiment.lab import Lab
from darwindeck.experiment.sitting import Budget
from darwindeck.experiment.start import create_run, load_run_profile
from darwindeck.files.write import json_bytes

SMALL = RunConfig(start="mixture", population=12, generations=3, seed=5, simulation=Simulation(suite="quick", games=4))


def run(*words: str, **environment: str) -> Result:
    return CliRunner().invoke(main, ["run", *words], env={"COLUMNS": "200", **environment})


@pytest.fixture(scope="module")
def evolved(tmp_path_factory: pytest.TempPathFactory) -> Evolution:
    """A run after its first generation."""
    runtime = RuntimeConfig(output=str(tmp_path_factory.mktemp("runs")))
    run = open_new(create_run(SMALL, runtime), runtime)
    run.next_generation()
    return run


def end(run: Evolution) -> tuple[list[Elite], dict[str, int]]:
    return finish(run.strategy.finalists(), run.lab, run.experiment)


def open_new(experiment: Experiment, runtime: RuntimeConfig) -> Evolution:
    lab = Lab(experiment.config, load_run_profile(experiment), runtime, PlainWatch("warning"), Budget())
    return Evolution(experiment, lab)


def deadline(run: Evolution, needed: float, monkeypatch: pytest.MonkeyPatch) -> float:
    """Seconds until generations stop, of a budget of 30, if the end needs so many."""
    monkeypatch.setattr(evolution, "seconds_needed", lambda found, lab: needed)
    now = time.monotonic()
    monkeypatch.setattr(run.lab, "budget", Budget(now, 30))
    run.reserve_time()
    return run.lab.budget.deadline - now


def test_the_first_generation_may_use_nearly_all_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runtime = RuntimeConfig(output=str(tmp_path))
    run = open_new(create_run(SMALL, runtime), runtime)
    assert deadline(run, 51.0, monkeypatch) == pytest.approx(27)


@pytest.mark.parametrize(("needed", "left"), [(51.0, 15.0), (20.0, 15.0), (8.0, 22.0), (0.0, 30.0)])
def test_later_ones_leave_what_the_end_needs_but_never_more_than_half(
    evolved: Evolution, needed: float, left: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert deadline(evolved, needed, monkeypatch) == pytest.approx(left)
    evolved.lab.budget.release()
    assert evolved.lab.budget.deadline == evolved.lab.budget.ends


def test_without_a_budget_nothing_ends() -> None:
    budget = Budget()
    budget.reserve(51.0, is_first=False)
    budget.check()
    assert not budget.is_limited and not budget.is_up and budget.left == math.inf


def test_an_end_without_time_shows_what_there_is_and_says_so(
    evolved: Evolution, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evolved.lab, "budget", Budget(time.monotonic() - 2, 1))
    shown, _ = end(evolved)
    path = evolved.experiment.path
    assert shown and not any(game.is_fresh for game in shown)
    rows = json.loads((path / "gallery" / "gallery.json").read_text())
    assert len(rows) == len(shown) and rows[0]["fitness"] == rows[0]["chosen_by"]
    assert json.loads((path / "final_best" / "sample_games.json").read_text()) == []
    resumed = CliRunner().invoke(main, ["export", str(path), "--format", "csv"])
    assert resumed.exit_code == 0 and len(resumed.stdout.splitlines()) == 1 + len(shown)


def test_with_time_the_end_is_as_ever(evolved: Evolution) -> None:
    assert all(game.is_fresh for game in end(evolved)[0])


def test_no_time_for_any_generation_is_said_and_is_no_success(tmp_path: Path) -> None:
    result = run("--time-budget", "0.001s", "--output", str(tmp_path))
    assert result.exit_code == 2 and result.stdout == ""
    assert "no generation of 6 games was complete" in result.stderr and "darwindeck resume" in result.stderr
    assert "No game was found" not in result.output


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
        made.write(number, {STATE: zip_json({}), SUMMARY: json_bytes({"generation": number})}, [])
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
        files = {STATE: zip_json(state), SUMMARY: json_bytes({"generation": number})}
        made.write(number, files, [])
    with pytest.raises(RunError, match=r"state\.json\.gz: damaged: .*--rollback-to 0"):
        open_new(made, RuntimeConfig())
    result = CliRunner().invoke(main, ["resume", str(made.path)])
    assert result.exit_code == 2 and len(result.stderr.splitlines()) <= 2 and "--rollback-to 0" in result.stderr


def test_a_full_disk_names_the_file_and_how_to_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Experiment, *rest: object) -> None:
        raise OSError(28, "No space left on device", str(self.folder(0)))

    monkeypatch.setattr(Experiment, "write", full)
    result = run("--population", "4", "--suite", "gate", "--output", str(tmp_path))
    assert result.exit_code == 2 and "gen_0000: No space left on device" in result.stderr
    assert "go on with: darwindeck resume" in result.stderr
