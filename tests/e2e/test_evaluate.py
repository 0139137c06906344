"""darwindeck evaluate, as a person uses it."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from darwindeck import known_games
from darwindeck.cli import main
from darwindeck.measure.metrics import METRICS


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["evaluate", *words], env={"COLUMNS": "200"})


def test_a_table_with_intervals_and_meanings() -> None:
    result = run("goofspiel", "--suite", "quick")
    assert result.exit_code == 0, result.stderr
    assert "tension" in result.stdout and METRICS["tension"].meaning in result.stdout
    assert "not measured by this suite: skill_gradient, fate, depth" in result.stdout
    assert "Fitness 0." in result.stdout


def test_what_is_wrong_is_said() -> None:
    text = run("old-maid", "--suite", "quick").stdout
    assert "rejected: a player has 0.0 choices in a deal" in text
    assert "Fitness 0.000" in text and "without gates" in text


def test_json_has_value_interval_and_games() -> None:
    data = json.loads(run("draw-poker", "--suite", "quick", "--json").stdout)
    metric = data["metrics"]["decision_density"]
    assert metric["low"] <= metric["value"] <= metric["high"]
    assert metric["games"] > 0
    assert data["betting"]["fold_rate"]["games"] > 0
    assert data["profile"] == "balanced"


def test_all_known_games_are_ranked_beside_what_people_say() -> None:
    data = json.loads(run("--all", "--suite", "quick", "--json").stdout)
    assert sorted(row["game"] for row in data) == known_games()
    assert [row["rank"] for row in data] == list(range(1, len(data) + 1))
    assert [row["fitness"]["value"] for row in data] == sorted((r["fitness"]["value"] for r in data), reverse=True)
    assert {row["game"]: row["rated"] for row in data}["war"] == 2.3


def test_a_profile_of_ones_own(tmp_path: Path) -> None:
    (tmp_path / "mine.yaml").write_text("name: mine\nfor: me\nmetrics: {tension: {weight: 1, band: [0, 1, 1, 2]}}\n")
    data = json.loads(run("war", "--suite", "quick", "--profile", str(tmp_path / "mine.yaml"), "--json").stdout)
    assert data["profile"] == "mine"
    assert set(data["scores"]) == {"tension"}
