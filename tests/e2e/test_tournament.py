"""The tournament and duel commands as a person uses them."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner

from darwindeck.cli import main

from ..patience import PATIENCE, let_it_play

START = [sys.executable, "-c", "from darwindeck.cli import main; main()"]
BOTH = ("--players", "random", "first")
MANY = "50000000"


def ok(*words: str) -> str:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return result.stdout


def ok_json(*words: str) -> Any:
    return json.loads(ok(*words, "--json"))


@pytest.mark.parametrize("name", ["war", "durak", "go-fish", "hearts", "whist"])
def test_tournament(name: str) -> None:
    text, result = ok("tournament", name, *BOTH, "--games", "50"), ok_json("tournament", name, *BOTH, "--games", "50")
    assert text.startswith(f"{name} · {result['sides']} sides · seed 0")
    assert "Elo" in text and "anchor" in text
    assert set(result["ratings"][0]) == {"player", "elo", "low", "high", "games"}
    assert {"a", "b", "games", "rate", "low", "high", "even", "equivalent"} <= set(result["pairs"][0])
    assert [(pair["a"], pair["b"]) for pair in result["pairs"]] == [("random", "first"), ("first", "random")]
    for pair in result["pairs"]:
        assert 0 <= pair["low"] <= pair["rate"] <= pair["high"] <= 1
        assert pair["even"] == pytest.approx(1 / result["sides"])


def test_players_may_be_repeated_or_listed() -> None:
    repeated = ok("tournament", "durak", "--players", "random", "--players", "first", "--games", "20")
    assert repeated == ok("tournament", "durak", *BOTH, "--games", "20")


def test_rounding_up_is_said() -> None:
    assert "(21 rounded up to whole deals)" in ok("tournament", "war", *BOTH, "--games", "21")
    assert "rounded" not in ok("tournament", "war", *BOTH, "--games", "20")
    assert "104 games on 13 deals (99 rounded up" in ok("duel", "hearts", "random", "first", "--games", "99")


def test_threads_do_not_matter() -> None:
    results = [ok("tournament", "hearts", *BOTH, "--games", "80", "--json", "--threads", count) for count in "13"]
    assert results[0] == results[1]


def test_the_learned_player_stands_above_the_others() -> None:
    found = ok_json("tournament", "durak", "--ladder", "--players", "random", "--learned", "--games", "200")
    assert found["depth"] == 1 and found["players"] == ["random", "learned:durak"]
    result = CliRunner().invoke(main, ["tournament", "war", "--ladder", "--learned"])
    assert result.exit_code == 2 and "No learned player comes along for war" in result.stderr


def test_ladder() -> None:
    text, result = (command("tournament", "durak", "--ladder", *BOTH, "--games", "100") for command in (ok, ok_json))
    assert text.rstrip().endswith("Depth 1")
    assert result["depth"] == 1
    assert [(rung["player"], rung["against"]) for rung in result["rungs"]] == [("first", "random")]
    assert ok("tournament", "war", "--ladder", *BOTH, "--games", "100").rstrip().endswith("Depth 0")


def test_duel_with_a_number_of_games() -> None:
    result = ok_json("duel", "durak", "first", "random", "--games", "100")
    assert (result["games"], result["verdict"]) == (100, None)
    assert result["ratings"][0]["player"] == "first" and result["ratings"][0]["elo"] > 0
    assert "SPRT" not in ok("duel", "durak", "first", "random", "--games", "100")


def test_duel_until_it_is_decided() -> None:
    assert "H1 accepted" in ok("duel", "durak", "first", "random", "--sprt", "0,50")
    assert "H0 accepted" in ok("duel", "durak", "random", "first", "--sprt", "-50,50")
    assert "not decided" in ok("duel", "goofspiel", "random", "first", "--sprt", "0,1", "--max-games", "20")
    result = ok_json("duel", "durak", "first", "random", "--sprt", "0,50")
    assert result["verdict"]["decision"] == "H1" and result["games"] < result["asked"]
    assert result["hypotheses"] == {"elo0": 0, "elo1": 50, "alpha": 0.05, "beta": 0.05}


@pytest.mark.parametrize(
    "words",
    [
        ("tournament", "hearts", *BOTH, "--games", MANY),
        ("tournament", "hearts", *BOTH, "--games", MANY, "--ladder"),
        ("duel", "hearts", "random", "first", "--games", MANY),
    ],
)
def test_interrupting_reports_what_was_played(words: tuple[str, ...]) -> None:
    process = subprocess.Popen(
        [*START, *words, "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # a shell may start background jobs deaf to it
    )
    let_it_play(process)
    process.send_signal(signal.SIGINT)
    stdout, stderr = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert stderr.strip() == "darwindeck: stopped"
    result = json.loads(stdout)
    assert result["interrupted"]
    played = result.get("pairs") or result["rungs"]
    assert 0 < played[0]["games"] < int(MANY)
