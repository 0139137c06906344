"""docs/metrics.md has the stages and the metrics that the code has, and no other page lists the stages again."""

from __future__ import annotations

import re
from pathlib import Path

from darwindeck.evaluate.plan import STAGES, SUITES
from darwindeck.measure.gates import GATES
from darwindeck.measure.metrics import METRICS

DOCS = Path(__file__).parent.parent / "docs"
PAGE = (DOCS / "metrics.md").read_text(encoding="utf-8")


def rows(text: str, heading: str) -> list[str]:
    """The first column of the tables with this word at their head."""
    tables = re.findall(rf"^\| {heading} \|.*\n\|[-|]+\n((?:\|.*\n)+)", text, re.MULTILINE)
    return [line.split("|")[1].strip() for table in tables for line in table.splitlines()]


def test_the_stages_are_those_of_the_code() -> None:
    assert rows(PAGE, "stage") == list(STAGES) == list(SUITES["full"].stages)
    for page in DOCS.glob("*.md"):
        assert page.name == "metrics.md" or rows(page.read_text(encoding="utf-8"), "stage") == []


def test_every_metric_is_on_the_page() -> None:
    named = {*rows(PAGE, "metric"), *re.findall(r"\*\*(\w+)\*\*", PAGE)}
    assert set(METRICS) - named == set()


def test_every_gate_is_on_the_page_in_its_order() -> None:
    assert rows(PAGE, "gate")[-len(GATES) - 2 :] == ["audit, cohesion", *(gate.name for gate in GATES), "purpose"]
