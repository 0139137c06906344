"""Real runs, killed and resumed: the same bytes, for any number of workers, with a cold or a warm cache."""

from __future__ import annotations

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest

from darwindeck.errors import GameError
from darwindeck.evolution import opened
from darwindeck.track.config import RuntimeConfig
from darwindeck.track.experiment import Experiment

from .kills import CALL, SETTINGS, environment, files, killed, resume, start, the_run, whole

Whole = tuple[dict[str, bytes], float, Path]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    folder = tmp_path_factory.mktemp("whole")
    found, seconds = whole(folder, ["--workers", "1"])
    return found, seconds, folder


def test_a_run_leaves_everything_behind(finished: Whole) -> None:
    found = finished[0]
    assert {"config.yaml", "log.jsonl", "metrics_history.csv", "gallery/gallery.json"} <= set(found)
    for number in range(4):
        for name in ("population.json", "fitness.json", "evaluations.json", "best_genome.json"):
            assert json.loads(found[f"gen_{number:04d}/{name}"])
    assert {"final_best/genome.json", "final_best/rules.txt", "final_best/sample_games.json"} <= set(found)
    samples = json.loads(found["final_best/sample_games.json"])
    assert len(samples) == 3 and all(sample["moves"] and sample["story"] for sample in samples)
    for game in json.loads(found["gallery/gallery.json"]):
        value, low, high = game["fitness"]
        assert low <= value <= high and game["distance"] >= 0.2 and game["name"]


@pytest.mark.parametrize("share", [0.5, 0.9])
def test_killed_and_resumed_is_as_if_never_killed(finished: Whole, tmp_path: Path, share: float) -> None:
    want, seconds, _ = finished
    got, _ = killed(tmp_path, share * seconds, ["--workers", "2"])
    assert got == want


def test_a_warm_cache_changes_nothing(finished: Whole, tmp_path: Path) -> None:
    want, _, folder = finished
    assert start(tmp_path / "again", folder / "cache").wait(600) == 0
    run = the_run(tmp_path / "again")
    assert files(run) == want
    sitting = json.loads((run / "runtime.json").read_text())["sessions"][0]
    assert sitting["games_played"] == 0 < sitting["games_found_in_cache"]


def test_rolled_back_and_resumed_is_the_same(finished: Whole) -> None:
    want, _, folder = finished
    run = the_run(folder / "whole")
    resume(run, folder / "cache", ["--rollback-to", "1"])
    assert files(run) == want


def test_a_time_budget_ends_in_a_prefix(finished: Whole, tmp_path: Path) -> None:
    want, seconds, _ = finished
    assert start(tmp_path / "short", tmp_path / "cache", ["--time-budget", f"{0.8 * seconds:.1f}s"]).wait(600) == 0
    run = the_run(tmp_path / "short")
    got = {name: data for name, data in files(run).items() if name.startswith("gen_")}
    assert all(want[name] == data for name, data in got.items())
    resume(run, tmp_path / "cache")
    assert files(run) == want


def test_an_interrupted_run_says_how_to_go_on(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [*CALL, "run", *SETTINGS, "--output", str(tmp_path / "runs")],
        env=environment(tmp_path / "cache"),
        stderr=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        text=True,
    )
    while process.poll() is None and not list((tmp_path / "runs").glob("*/config.yaml")):
        time.sleep(0.05)
    time.sleep(1)
    process.send_signal(signal.SIGTERM)
    said = process.communicate(timeout=60)[1]
    assert process.returncode == 130
    assert "darwindeck resume" in said and "Traceback" not in said


def test_another_engine_is_refused(finished: Whole, tmp_path: Path) -> None:
    copy = tmp_path / "run"
    copy.mkdir()
    text = finished[0]["config.yaml"].decode()
    signature = next(line for line in text.splitlines() if line.startswith("engine_signature"))
    (copy / "config.yaml").write_text(text.replace(signature, "engine_signature: '1'"))
    with (
        pytest.raises(GameError, match="made by another engine"),
        opened(Experiment(copy), RuntimeConfig(cache=False), None),  # type: ignore[arg-type]
    ):
        pass
