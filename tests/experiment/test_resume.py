"""Real runs, killed and resumed: the same bytes, for any number of workers, with a cold or a warm cache.

`python -m tests.experiment.kills` kills many more, of every kind.
"""

from __future__ import annotations

import json
import random
import shutil
import signal
import subprocess
from pathlib import Path

import pytest

from darwindeck.errors import RunError
from darwindeck.experiment import start as beginning
from darwindeck.experiment.config import RuntimeConfig
from darwindeck.experiment.evolution import open_run
from darwindeck.experiment.experiment import Experiment
from darwindeck.genome import text

from ..patience import PATIENCE
from .kills import (
    CALL,
    SETTINGS,
    STARTS,
    STRATEGIES,
    SUITES,
    TINY,
    difference,
    environment,
    files,
    kill_and_resume,
    kinds,
    profile_names,
    resume,
    start,
    the_run,
    whole,
)

Whole = tuple[dict[str, bytes], float, Path]


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Whole:
    folder = tmp_path_factory.mktemp("whole")
    found, seconds = whole(folder, [*SETTINGS, "--workers", "1"])
    return found, seconds, folder


def test_a_run_leaves_everything_behind(finished: Whole) -> None:
    found = finished[0]
    assert {"config.yaml", "log.jsonl", "metrics_history.csv", "gallery/gallery.json"} <= set(found)
    for number in range(4):
        for name in ("population.json", "fitness.json", "evaluations.json", "best_genome.json"):
            assert json.loads(found[f"gen_{number:04d}/{name}"])
    if not json.loads(found["gallery/gallery.json"]):  # no game may have passed every gate
        assert "No game was found" in found["final_best/README.txt"].decode()
        return
    assert {"final_best/genome.json", "final_best/rules.txt", "final_best/sample_games.json"} <= set(found)
    samples = json.loads(found["final_best/sample_games.json"])
    assert len(samples) == 3 and all(sample["moves"] and sample["story"] for sample in samples)
    for game in json.loads(found["gallery/gallery.json"]):
        value, low, high = game["fitness"]
        assert low <= value <= high and game["distance"] >= 0.2 and game["name"]


@pytest.mark.parametrize("seed", [1, 2])
def test_killed_and_resumed_is_as_if_never_killed(finished: Whole, tmp_path: Path, seed: int) -> None:
    want, seconds, _ = finished
    output, rng = tmp_path / "killed", random.Random(seed)
    assert list(kill_and_resume(output, tmp_path / "cache", rng, seconds, extra=["--workers", "2"]))
    assert difference(files(the_run(output)), want) == []


@pytest.mark.parametrize("strategy", STRATEGIES)
@pytest.mark.parametrize("begin", STARTS)
def test_any_start_and_strategy_rolled_back_is_the_same(
    finished: Whole, tmp_path: Path, begin: str, strategy: str
) -> None:
    cache = tmp_path / "cache"
    shutil.copytree(finished[2] / "cache", cache)  # it holds the engine's signature, which takes long
    words = (*TINY, "--start", begin, "--strategy", strategy, "--suite", "quick", "--seed", "1")
    assert start(tmp_path / "runs", cache, words).wait(PATIENCE) == 0
    run = the_run(tmp_path / "runs")
    want = files(run)
    resume(run, cache, ["--rollback-to", "0"])
    assert difference(files(run), want) == []


def test_kills_are_of_every_kind_of_run() -> None:
    words = {word for kind in kinds() for word in kind.words}
    assert words >= {*STARTS, *STRATEGIES, *SUITES, *profile_names(), "--start-file", "--config"}
    assert {tuple(kind.words[1:4:2]) for kind in kinds()} >= {(begin, how) for begin in STARTS for how in STRATEGIES}


def test_a_warm_cache_changes_nothing(finished: Whole, tmp_path: Path) -> None:
    want, _, folder = finished
    assert start(tmp_path / "again", folder / "cache").wait(PATIENCE) == 0
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
    words = (*SETTINGS, "--time-budget", f"{0.8 * seconds:.1f}s")
    # 2: the machine was so slow that not even a generation was complete.
    assert start(tmp_path / "short", tmp_path / "cache", words).wait(PATIENCE) in (0, 2)
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
    assert (
        process.stderr is not None and "4 generations" in process.stderr.readline()
    )  # from now on it can be told to stop
    process.send_signal(signal.SIGTERM)
    said = process.communicate(timeout=PATIENCE)[1]
    assert process.returncode == 130
    assert "darwindeck resume" in said and "Traceback" not in said


def test_a_new_known_game_does_not_make_another_engine(
    finished: Whole, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    copy = tmp_path / "run"
    shutil.copytree(the_run(finished[2] / "whole"), copy)
    games = text._games()
    monkeypatch.setattr(text, "_games", lambda: {**games, "another": games["whist"]})
    monkeypatch.setattr(beginning, "_signature", beginning._signature.__wrapped__)  # found anew, with that game
    with open_run(Experiment(copy), RuntimeConfig(cache=False), None) as run:  # type: ignore[arg-type]
        assert run.is_done


def test_another_engine_is_refused(finished: Whole, tmp_path: Path) -> None:
    copy = tmp_path / "run"
    copy.mkdir()
    settings = finished[0]["config.yaml"].decode()
    signature = next(line for line in settings.splitlines() if line.startswith("engine_signature"))
    (copy / "config.yaml").write_text(settings.replace(signature, "engine_signature: '1'"))
    with (
        pytest.raises(RunError, match="made by another engine"),
        open_run(Experiment(copy), RuntimeConfig(cache=False), None),  # type: ignore[arg-type]
    ):
        pass
