"""What is printed fits the terminal: no number is broken, no line is longer than the screen."""

from __future__ import annotations

import io
import os
import random
import re

import pytest
from click.testing import CliRunner
from rich.console import Console

from darwindeck.cli import main
from darwindeck.cli.output import print_table
from darwindeck.cli.watch import LiveWatch, live_progress

TABLES = [
    ("simulate", "--all", "--games", "20"),
    ("simulate", "hearts", "--games", "20"),
    ("evaluate", "war", "--suite", "quick"),
    ("tournament", "war", "--players", "random", "first", "greedy", "mcts:3", "mcts:2", "--games", "4"),
    ("duel", "war", "random", "first", "--games", "4"),
    ("games",),
    ("chess", "perft", "startpos", "1", "--divide"),
    ("bench", "--games", "war", "--seconds", "0.01"),
    ("soak", "--games", "2"),
]


@pytest.mark.parametrize("words", TABLES, ids=" ".join)
def test_tables_fit_eighty_columns(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(main, list(words), env={"COLUMNS": "80"})
    assert result.exit_code == 0, result.stderr
    rows = [
        line for line in result.stdout.splitlines() if line.startswith(" ")
    ]  # sentences begin at the edge, and wrap
    assert rows and max(map(len, rows)) <= 80


@pytest.mark.parametrize("width", [40, 80, 100, 200])
def test_no_number_is_broken(width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    rng = random.Random(width)
    numbers = [[f"{rng.randrange(10 ** rng.randrange(1, 12)):,}" for _ in range(7)] for _ in range(5)]
    names = ["gin-rummy", "a game with many words", "war", "old-maid", "whist"]
    columns = ("game", *(f"figure number {n}" for n in range(7)))
    print_table(columns, [[name, *row] for name, row in zip(names, numbers, strict=True)])
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= width
    assert {number for row in numbers for number in row} <= {word for line in lines for word in line.split()}
    assert all(any(name.split()[0] in line for line in lines) for name in names)


@pytest.mark.parametrize("width", [80, 100, 160])
def test_the_live_line_keeps_bar_and_times(width: int) -> None:
    screen = io.StringIO()
    console = Console(
        file=screen, width=width, force_terminal=True, color_system=None, _environ=dict(os.environ, TERM="xterm")
    )
    progress = live_progress(console)
    watch = LiveWatch("info", progress, progress.add_task("", total=120, now=""))
    watch.ends = watch.began + 3600
    watch.generation(101, 120, 40)
    watch.finish_generation(
        {"generation": 101, "best": 0.91234, "members": 333, "diversity": 0.31, "playable": 30, "candidates": 40}
    )
    watch.generation(102, 120, 40)
    watch.games(12_345)
    watch.stage("search", 10)
    console.print(progress.get_renderable())
    [line] = [line for line in screen.getvalue().splitlines() if line.strip()]
    assert len(line) <= width
    assert "generation 103/120" in line and "━" in line and len(re.findall(r"\d+:\d\d", line)) >= 2
    assert "ends in" in line and ("best 0.912" in line or width == 80)
