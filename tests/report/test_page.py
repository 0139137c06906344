"""The page of a run: it tells what the directory has, stands alone, and takes nothing that a genome says for HTML."""

from __future__ import annotations

import json
import re
import shutil
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from darwindeck.cli import main
from darwindeck.errors import RunError
from darwindeck.experiment.experiment import Experiment
from darwindeck.experiment.settings import resolve
from darwindeck.experiment.start import create_run
from darwindeck.report.facts import MEASURED, OUTRACED, fate_of, quartiles, read_run
from darwindeck.report.page import flatten, page_of

VOID = {"meta", "br", "line", "circle", "rect", "polyline", "polygon"}


class Reader(HTMLParser):
    """Whether every tag is closed, and which there are."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.tags: set[str] = set()

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.tags.add(tag)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag


def read(page: str) -> Reader:
    reader = Reader()
    reader.feed(page)
    assert not reader.open
    return reader


def test_a_page_is_whole_and_stands_alone(runs: list[Experiment]) -> None:
    page = page_of(read_run(runs[0]))
    assert read(page).tags.isdisjoint({"script", "link", "img", "iframe"})
    assert not re.search(r"(src|href)=|url\(|@import|http://|https://", page)
    for chart in re.findall(r"<svg.*?</svg>", page, re.DOTALL):
        assert ElementTree.fromstring(chart).attrib["role"] == "img"


def test_a_page_tells_every_setting_and_how_to_repeat_the_run(runs: list[Experiment]) -> None:
    facts = read_run(runs[0])
    page = page_of(facts)
    assert all(f"<td>{name}</td>" in page for name, _ in flatten(facts.settings))
    assert f"darwindeck run --config {runs[0].path}/config.yaml" in page


def test_every_candidate_is_counted(runs: list[Experiment]) -> None:
    facts = read_run(runs[0])
    assert [sum(generation.fates.values()) for generation in facts.generations] == [
        generation.row["candidates"] for generation in facts.generations
    ]
    for name in {name for generation in facts.generations for name in generation.fates}:
        assert f"<td>{name}</td>" in page_of(facts)


@pytest.mark.parametrize(
    ("found", "fate"),
    [
        ({"left": "", "rejected": []}, MEASURED),
        ({"left": "cannot reach 0.712"}, OUTRACED),
        ({"left": "others look better"}, OUTRACED),
        ({"left": "the deal decides", "rejected": ["fate", "purpose"]}, "gate: fate"),
        ({"left": "1300 turns a game"}, "turns a game beyond the limits"),
        ({"left": "nobody chooses: 0% of plies offer a choice"}, "nobody chooses"),
    ],
)
def test_what_became_of_a_candidate(found: dict[str, object], fate: str) -> None:
    assert fate_of(found) == fate


def test_quartiles() -> None:
    assert quartiles([]) == (0.0, 0.0, 0.0) and quartiles([0.4]) == (0.4, 0.4, 0.4)
    assert quartiles([0.0, 1.0, 2.0, 3.0, 4.0]) == (2.0, 1.0, 3.0)


def test_what_genomes_say_is_never_html(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    population = copy / "gen_0001" / "population.json"
    games = json.loads(population.read_text())
    evil = "<script>alert('x')</script><img src=x onerror=y>"
    for game in games:
        game["name"], game["description"] = evil, evil
    population.write_text(json.dumps(games))
    page = page_of(read_run(Experiment(copy)))
    assert "&lt;script&gt;" in page and read(page).tags.isdisjoint({"script", "img"})


def test_the_command_writes_the_page_and_never_over_the_run(folder: Path, tmp_path: Path) -> None:
    result = CliRunner().invoke(main, ["report", str(folder), "--output", str(tmp_path / "page.html")])
    assert result.exit_code == 0 and read((tmp_path / "page.html").read_text()).tags
    over = CliRunner().invoke(main, ["report", str(folder), "--output", str(folder / "config.yaml")])
    assert over.exit_code == 2 and "choose another file" in over.stderr


def test_a_run_without_a_generation_has_no_page(folder: Path, tmp_path: Path) -> None:
    for name in ("config.yaml", "start.json.gz"):
        shutil.copy(folder / name, tmp_path / name)
    with pytest.raises(RunError, match="no generation"):
        read_run(Experiment(tmp_path))


def test_sittings_tell_where_the_time_went(runs: list[Experiment]) -> None:
    [sitting] = read_run(runs[0]).sittings
    assert sitting["stages"]["gate"] > 0
    assert sum(sitting["stages"].values()) <= sitting["seconds"]


def test_the_command_that_the_page_names_repeats_the_run(folder: Path, tmp_path: Path) -> None:
    settings = resolve(folder / "config.yaml", {"output": str(tmp_path)}, {})
    again = create_run(settings.config, settings.runtime)
    assert settings.warnings == ()
    for name in ("config.yaml", "start.json.gz"):  # all else follows from them
        assert (again.path / name).read_bytes() == (folder / name).read_bytes()
