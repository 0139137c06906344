"""The directory of a run: whole generations only, whatever happens."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from darwindeck.errors import RunError, SettingError
from darwindeck.experiment.config import RunConfig
from darwindeck.experiment.experiment import STATE, SUMMARY, Experiment, zip_json
from darwindeck.files.write import json_bytes, write_folder


@pytest.fixture
def run(tmp_path: Path) -> Experiment:
    made = Experiment.create(tmp_path, RunConfig(name="trial", log_level="info"), {"engine_signature": "7"}, {"at": -1})
    for number in range(3):
        add(made, number)
    return made


def add(run: Experiment, number: int) -> None:
    files = {STATE: zip_json({"at": number}), SUMMARY: json_bytes({"generation": number, "best": number / 10})}
    events = [{"level": "debug", "event": "detail"}, {"level": "info", "event": "generation", "generation": number}]
    run.write(number, files, events)


def test_a_new_run_begins_with_its_first_state(tmp_path: Path) -> None:
    run = Experiment.create(tmp_path, RunConfig(), {}, {"at": -1})
    assert (run.generations, run.state()) == (0, {"at": -1})
    assert Experiment.create(tmp_path, RunConfig(), {}, {}).path != run.path


def test_generations_history_and_log(run: Experiment) -> None:
    again = Experiment(run.path)
    assert (again.generations, again.state()) == (3, {"at": 2})
    assert (run.path / "metrics_history.csv").read_text() == "generation,best\n0,0.0\n1,0.1\n2,0.2\n"
    events = [json.loads(line) for line in (run.path / "log.jsonl").read_text().splitlines()]
    assert [event["event"] for event in events] == ["run", "generation", "generation", "generation"]
    assert events[0]["settings"]["population"] == 40 and events[0]["engine_signature"] == "7"


def test_what_was_half_written_is_no_generation(run: Experiment) -> None:
    folder = run.folder(3)
    folder.mkdir()
    (folder / SUMMARY).write_text("{")
    (run.path / ".gen_0004.tmp").mkdir()
    (run.path / ".config.yaml.tmp").write_text("half")
    run.clean()
    assert sorted(path.name for path in run.path.glob("gen_*")) == ["gen_0000", "gen_0001", "gen_0002"]
    assert not list(run.path.glob(".*"))


def test_rolling_back_forgets_what_followed(run: Experiment) -> None:
    run.finish({"gallery.json": b"[]"}, {"genome.json": b"{}"}, [{"level": "info", "event": "end"}])
    assert run.is_finished and '"end"' in (run.path / "log.jsonl").read_text()
    run.rollback_to(0)
    assert (run.generations, run.state(), run.is_finished) == (1, {"at": 0}, False)
    assert not (run.path / "gallery").exists()
    assert '"end"' not in (run.path / "log.jsonl").read_text()
    for wrong in (1, 7, -1):
        with pytest.raises(RunError, match="generations 0 to 0"):
            run.rollback_to(wrong)


def test_more_generations_reopen_a_finished_run(run: Experiment) -> None:
    run.finish({}, {"genome.json": b"{}"}, [])
    run.extend(20)
    assert not run.is_finished and Experiment(run.path).config.generations == 20
    with pytest.raises(RunError, match="3 generations already"):
        run.extend(2)


def test_runtime_collects_sittings(run: Experiment) -> None:
    run.note_runtime({"seconds": 1})
    run.note_runtime({"seconds": 2})
    assert [s["seconds"] for s in json.loads((run.path / "runtime.json").read_text())["sessions"]] == [1, 2]


def test_other_folders_are_refused(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="not the directory of a run"):
        Experiment(tmp_path)
    (tmp_path / "config.yaml").write_text("population: [")
    with pytest.raises(SettingError, match=r"config\.yaml"):
        Experiment(tmp_path)


def test_a_damaged_state_is_named(run: Experiment) -> None:
    (run.folder(2) / STATE).write_bytes(b"not zipped")
    with pytest.raises(RunError, match="state"):
        run.state()


def test_a_folder_is_replaced_whole(tmp_path: Path) -> None:
    write_folder(tmp_path / "a", {"one": b"1", "two": b"2"})
    write_folder(tmp_path / "a", {"three": b"3"})
    assert [path.name for path in (tmp_path / "a").iterdir()] == ["three"]
