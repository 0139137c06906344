"""The file of results: what it holds is read back, faults are named, and the chart in the docs is that of the file there."""

from __future__ import annotations

import itertools
import re
from pathlib import Path

import pytest

from darwindeck.bench.history import COLUMNS, GAMES, Row, draw_bars, draw_svg, read_history, write_history
from darwindeck.errors import DocumentError

DOCS = Path(__file__).parents[2] / "docs"
ROWS = [
    Row("first, slow", "2026-11-15", 10.0, dict.fromkeys(GAMES, 80.0)),
    Row("0.2 <fast>", "2026-11-18", 8.0, dict(zip(GAMES, range(20, 100, 10), strict=True))),
]


def test_rows_are_read_as_they_were_written() -> None:
    assert read_history(write_history(ROWS), "rows.csv") == ROWS


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "its first line must be label,date"),
        ("games,speed\n", "its first line must be label,date"),
        ("a,2026-11-18,1\n", "line 2: has 3 columns"),
        (f"a,yesterday{',1' * (len(COLUMNS) - 2)}\n", "line 2: Invalid isoformat"),
        (f"a,2026-11-18{',fast' * (len(COLUMNS) - 2)}\n", "line 2: could not convert"),
        (f"a,2026-11-18{',0' * (len(COLUMNS) - 2)}\n", "line 2: a cost is not a number"),
        (f"a,2026-11-18{',nan' * (len(COLUMNS) - 2)}\n", "line 2: a cost is not a number"),
    ],
)
def test_faults_are_named(text: str, told: str) -> None:
    head = "" if "first line" in told else ",".join(COLUMNS) + "\n"
    with pytest.raises(DocumentError, match=re.escape(told)):
        read_history(head + text, "rows.csv")


def test_bars_are_as_long_as_decisions_are_dear() -> None:
    lines = draw_bars(ROWS)
    assert len(lines) == 3 * len(GAMES)
    first, second = (line.count("█") for line in lines[1:3])  # whist: 8 and 2.5 times; the longest is 11.25
    assert (first, second) == (28, 9)


def test_a_chart_has_a_line_for_each_game_and_names_apart() -> None:
    svg = draw_svg(ROWS)
    assert svg.count("<polyline") == len(GAMES)
    assert "0.2 &lt;fast&gt;" in svg
    names = sorted(float(y) for y in re.findall(r'y="([\d.]+)" text-anchor="start"', svg))
    assert len(names) == len(GAMES)
    assert all(b - a >= 13.9 for a, b in itertools.pairwise(names))


def test_the_chart_in_the_docs_is_of_the_rows_there() -> None:
    rows = read_history((DOCS / "bench-history.csv").read_text(encoding="utf-8"), "bench-history.csv")
    assert len(rows) >= 3
    assert draw_svg(rows) == (DOCS / "bench-history.svg").read_text(encoding="utf-8")
