"""Runs side by side: seeds of one setting are one row, with what they have in common and how far they differ."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from darwindeck.cli import main
from darwindeck.experiment.experiment import Experiment
from darwindeck.report.compare import final_value, group_runs
from darwindeck.report.facts import read_run


def compare(runs: list[Experiment], *words: str) -> Result:
    return CliRunner().invoke(main, ["compare", *(str(run.path) for run in runs), *words], env={"COLUMNS": "200"})


def test_runs_that_differ_in_their_seeds_are_one_group(runs: list[Experiment]) -> None:
    six, eight = group_runs([read_run(run) for run in runs])
    assert (len(six.runs), len(eight.runs)) == (2, 1)
    assert (six.label, eight.label) == ("population 6", "population 8")
    values = [final_value(run, "diversity") for run in six.runs]
    assert None not in values
    mean, low, high = six.spread("diversity") or (0, 0, 0)
    assert (low, high) == (min(values), max(values)) and low <= mean <= high  # type: ignore[type-var]
    assert [len(course) for course in six.course("best")] == [3, 3]


def test_the_table_has_a_row_a_group(runs: list[Experiment]) -> None:
    lines = [line for line in compare(runs).stdout.splitlines() if line.strip().startswith("population")]
    assert len(lines) == 2 and "1, 2" in lines[0]


def test_one_metric_as_json(runs: list[Experiment]) -> None:
    data = json.loads(compare(runs, "--metric", "coverage", "--json").stdout)
    assert [list(group["figures"]) for group in data] == [["coverage"], ["coverage"]]
    history = data[0]["runs"][1]["history"]
    assert data[0]["runs"][1]["figures"]["coverage"] == history[-1]["coverage"] and len(history) == 2


@pytest.mark.parametrize("words", [("--metric", "nonsense"), ("--plot", "picture.pdf")])
def test_what_cannot_be_shown_is_one_line(runs: list[Experiment], words: tuple[str, ...]) -> None:
    result = compare(runs, *words)
    assert result.exit_code == 2 and len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("metric", ["diversity", "fitness_per_hour"])
def test_a_plot_is_drawn(runs: list[Experiment], metric: str, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for name, first in (("plot.svg", b"<?xml"), ("plot.png", b"\x89PNG")):
        result = compare(runs, "--metric", metric, "--plot", str(tmp_path / name))
        assert result.exit_code == 0, result.stderr
        assert (tmp_path / name).read_bytes().startswith(first)
