"""run, resume and export as a person uses them."""

from __future__ import annotations

import csv
import io
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from darwindeck.cli import main
from darwindeck.cli.run import write_prose
from darwindeck.experiment.experiment import Experiment
from darwindeck.explain.render import rules_markdown
from darwindeck.genome.text import parse_genome
from darwindeck.play.rulebooks import illustrate_rulebook
from tests.explain.service import Reply, serving

FEW = {"DARWINDECK_SIMULATION__GAMES": "4", "COLUMNS": "200"}


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), env=FEW)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Result]:
    output = tmp_path_factory.mktemp("runs")
    words = ("--population", "10", "--generations", "2", "--suite", "quick", "--seed", "4")
    result = run("run", *words, "--output", str(output), "--name", "trial", "--strategy", "generational")
    assert result.exit_code == 0, result.stderr
    [folder] = output.iterdir()
    return folder, result


def test_progress_and_gallery_are_printed(made: tuple[Path, Result]) -> None:
    folder, result = made
    lines = result.stderr.splitlines()
    assert str(folder) in lines[0] and folder.name.startswith("trial-")
    assert sum("generation " in line and "games/s" in line and "left" in line for line in lines) == 2
    assert "nearest known game" in result.stdout and "fitness" in result.stdout and "Winning" in result.stdout
    *_, where, next_step = result.stdout.splitlines()
    [best] = (folder / "gallery").glob("01-*.json")
    assert str(folder) in where and next_step == f"play the best with: darwindeck play {best}"


def test_a_run_ends_with_its_report_and_how_to_play_the_best(made: tuple[Path, Result]) -> None:
    folder, result = made
    assert f"report: {folder}/report.html" in result.stdout and (folder / "report.html").is_file()
    [best] = re.findall(r"play the best with: darwindeck play (.*)", result.stdout)
    assert "Deal 1" in CliRunner().invoke(main, ["play", best, "--players", "random"], input="q\n").stdout


def test_without_a_key_no_run_is_begun(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("anthropic")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    result = run("run", "--llm", "anthropic", "--output", str(tmp_path / "runs"))
    assert result.exit_code == 2 and "set ANTHROPIC_API_KEY" in result.stderr
    assert not (tmp_path / "runs").exists()


def test_a_model_writes_the_rules_of_the_best(
    made: tuple[Path, Result], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its text is used if it agrees with the rules; if the service fails, the rules stay as they are."""
    pytest.importorskip("anthropic")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "test-key")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("DARWINDECK_CACHE_DIR", str(tmp_path / "cache"))
    copy = tmp_path / "copy"
    shutil.copytree(made[0], copy)
    rules, before = copy / "final_best" / "rules.txt", (made[0] / "final_best" / "rules.txt").read_text()
    genome = parse_genome((copy / "final_best" / "genome.json").read_text())
    prose = rules_markdown(illustrate_rulebook(genome)).rstrip() + " Enjoy it in good company.\n"
    with serving(Reply(status=400)) as service:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", service.url)
        write_prose(Experiment(copy), "anthropic", None)
    assert rules.read_text() == before and "the rules are printed as they are" in capsys.readouterr().err
    with serving(Reply(prose)) as service:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", service.url)
        write_prose(Experiment(copy), "anthropic", None)
    assert "Enjoy it in good company." in " ".join(rules.read_text().split())


def test_exports(made: tuple[Path, Result]) -> None:
    folder = str(made[0])
    data = json.loads(run("export", folder, "--top", "2").stdout)
    assert 1 <= len(data) <= 2
    for game in data:
        assert parse_genome(json.dumps(game["genome"])).name == game["name"]
    rows = list(csv.DictReader(io.StringIO(run("export", folder, "--format", "csv").stdout)))
    assert float(rows[0]["low"]) <= float(rows[0]["fitness"]) <= float(rows[0]["high"])
    assert rows[0]["nearest_known"] and float(rows[0]["decision_density"]) >= 0
    page = run("export", folder, "--format", "html").stdout
    assert page.startswith("<!doctype html>") and f"1. {data[0]['name']}" in page and "A game of it" in page
    text = run("export", str(made[0].parent), "--format", "markdown").stdout
    assert text.startswith(f"## 1. {data[0]['name']}\n\n{data[0]['pitch']}\n") and "Setup" in text


def test_games_are_told_in_three_sentences(made: tuple[Path, Result]) -> None:
    """As the gallery has it, so the run has printed it, and so the rulebook begins."""
    folder, result = made
    [first, *_] = json.loads((folder / "gallery" / "gallery.json").read_text())
    [book] = (folder / "gallery").glob("01-*.txt")
    assert first["pitch"].startswith(("Like ", "A game of "))
    for text in (result.stdout, book.read_text(encoding="utf-8")):
        assert first["pitch"] in " ".join(text.split())


def test_export_of_an_unfinished_run(made: tuple[Path, Result], tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(made[0], copy)
    shutil.rmtree(copy / "final_best")
    output = tmp_path / "games.json"
    result = run("export", str(copy), "--output", str(output))
    assert result.exit_code == 0 and result.stdout == ""
    assert json.loads(output.read_text())[0]["genome"]["genome_id"]


def lose(path: Path) -> None:
    path.unlink()


def empty(path: Path) -> None:
    path.write_text("")


def misshape(path: Path) -> None:
    path.write_text('[{"fitness": 3}]')


def misname(path: Path) -> None:
    path.write_text('{"games": {}}')


@pytest.mark.parametrize("damage", [lose, empty, misshape, misname])
@pytest.mark.parametrize(
    "file", ["gallery/01-*.json", "gallery/gallery.json", "gen_0001/fitness.json", "gen_0001/population.json"]
)
def test_a_damaged_file_is_named(
    file: str, damage: Callable[[Path], None], made: tuple[Path, Result], tmp_path: Path
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(made[0], copy)
    if file.startswith("gen"):
        shutil.rmtree(copy / "final_best")
    [path] = copy.glob(file)
    damage(path)
    result = run("export", str(copy))
    assert result.exit_code == 2 and result.stdout == "" and len(result.stderr.splitlines()) == 1
    assert str(path.parent) in result.stderr


@pytest.mark.parametrize("generation", ["0", "gen_0000", "generation_0"])
def test_generations_may_be_spelled_as_directories_are(
    made: tuple[Path, Result], tmp_path: Path, generation: str
) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(made[0], copy)
    result = run("resume", str(copy), "--rollback-to", generation)
    assert result.exit_code == 0 and "generation 2/2" in result.stderr and "generation 1/2" not in result.stderr
    assert (copy / "gen_0001" / "population.json").read_bytes() == (made[0] / "gen_0001/population.json").read_bytes()


def test_what_was_read_and_what_has_no_effect_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "darwindeck.yaml").write_text("population: 4\ngenerations: 1\nsimulation: {suite: gate}\n")
    (tmp_path / "mine.yaml").write_text("operators: {selection: rank}\n")
    result = run("run", "--config", "mine.yaml")
    assert result.exit_code == 0
    assert result.stderr.splitlines()[:2] == [
        "settings from darwindeck.yaml, mine.yaml",
        "darwindeck: warning: mine.yaml: operators.selection: has no effect with strategy map-elites, only with generational",
    ]
    [folder] = (tmp_path / "experiments").iterdir()
    saved = (folder / "config.yaml").read_text()
    assert "population: 4" in saved and "selection" not in saved


def test_a_finished_run_is_shown_again(made: tuple[Path, Result]) -> None:
    again = run("resume", str(made[0]))
    assert again.exit_code == 0
    assert again.stdout.splitlines()[:-2] == made[1].stdout.splitlines()[:-2]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("run", "--population", "1"), "population"),
        (("run", "--generations", "0"), "generations"),
        (("run", "--profile", "nobody"), "nobody"),
        (("run", "--config", "nowhere.yaml"), "nowhere.yaml"),
        (("run", "--start-file", "nowhere.json"), "nowhere.json"),
        (("run", "--time-budget", "soon"), "soon"),
        (("run", "--name", "a/b"), "name"),
        (("run", "--seed", "-1"), "seed"),
        (("resume", "nowhere"), "nowhere"),
        (("resume", "nowhere", "--rollback-to", "yesterday"), "gen_0003"),
        (("export", "nowhere"), "nowhere"),
    ],
)
def test_bad_input_is_one_line(words: tuple[str, ...], said: str, tmp_path: Path) -> None:
    extra = ("--output", str(tmp_path)) if words[0] == "run" else ()
    result = run(*words, *extra)
    assert result.exit_code == 2 and result.stdout == ""
    assert said in result.stderr and len(result.stderr.splitlines()) == 1
    assert not list(tmp_path.iterdir())
