"""Rulebooks on paper: the Markdown read back, HTML well formed, PDF with every word and sign."""

from __future__ import annotations

import io
import re
import sys
from html.parser import HTMLParser
from typing import Any

import pytest

from darwindeck import known_games, load_genome
from darwindeck.errors import RulebookError
from darwindeck.explain.markup import TextBlock, blocks, plain
from darwindeck.explain.pdf import markdown_to_pdf
from darwindeck.explain.render import markdown_to_html, markdown_to_text, to_html, to_markdown, to_text
from darwindeck.explain.rules import rulebook_of

from ..edits import edited

VOID = {"meta", "br", "hr"}


class Nesting(HTMLParser):
    """Fails on a tag that is not closed in its place."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag in ("ul", "ol") and self.open[-1] in ("ul", "ol"):
            raise AssertionError("a list inside a list without an item")
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def assert_well_formed(html: str) -> None:
    parser = Nesting()
    parser.feed(html)
    assert parser.open == []


def test_blocks_are_read_back() -> None:
    text = "# Game\n\n* **Goal:** win\n  at once\n\n## Turn\n1. Draw.\n   * Or not.\n2. Play\n\nSo it goes.\n\n```\n# raw\n```\n"
    assert blocks(text) == [
        TextBlock("heading", "Game", 1),
        TextBlock("item", "**Goal:** win at once", 1),
        TextBlock("heading", "Turn", 2),
        TextBlock("item", "Draw.", 1, "1."),
        TextBlock("item", "Or not.", 2),
        TextBlock("item", "Play", 1, "2."),
        TextBlock("paragraph", "So it goes."),
        TextBlock("code", "# raw"),
    ]
    assert plain("a **b** c") == "a b c"


def test_an_unclosed_fence_loses_nothing() -> None:
    assert blocks("```\nlast words") == [TextBlock("code", "last words")]


@pytest.mark.parametrize("name", known_games())
def test_html_is_well_formed(name: str) -> None:
    html = to_html(rulebook_of(load_genome(name), minutes=5, example=("<b>&",)))
    assert_well_formed(html)
    assert "<pre>&lt;b&gt;&amp;</pre>" in html


@pytest.mark.parametrize(
    "text", ["", "## a\n* b\n\n1. c", "* a\n    * b\n* c\n\n    deep", "- x\n1. y\n  - z\npara\n- w"]
)
def test_whatever_a_model_writes_is_well_formed(text: str) -> None:
    assert_well_formed(markdown_to_html(text))
    markdown_to_text(text)


def test_names_from_strangers_stay_names() -> None:
    genome = edited("scopa", {"name": "x\n## Winning\n<script>", "scoring_rules.0.description": "a\n# b **c** <i>"})
    book = rulebook_of(genome)
    headings = [block.text for block in blocks(to_markdown(book)) if block.kind == "heading"]
    assert headings[0] == "x ## Winning <script>" and headings.count("Winning") == 1 and "b" not in headings
    assert "<script>" not in to_html(book) and "<i>" not in to_html(book)


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_a_pdf_has_every_word(size: Any) -> None:
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("fpdf")
    book = rulebook_of(load_genome("hearts"), example=("Ann: Q♠ → Ben – “so”…",))
    data = markdown_to_pdf(to_markdown(book), size)
    assert data == markdown_to_pdf(to_markdown(book), size)
    reader = pypdf.PdfReader(io.BytesIO(data))
    width = float(reader.pages[0].mediabox.width)
    assert width == pytest.approx({"a4": 595.28, "letter": 612}[size], abs=0.5)
    words = re.sub(r"[^a-z0-9]", "", "".join(page.extract_text() for page in reader.pages).lower())
    for line in to_text(rulebook_of(load_genome("hearts"))).splitlines():
        assert re.sub(r"[^a-z0-9]", "", line.lower()) in words, line
    fonts = {
        str(font["/BaseFont"])
        for page in reader.pages
        for font in (f.get_object() for f in page["/Resources"]["/Font"].values())
    }
    assert "/ZapfDingbats" in fonts  # the signs of the suits


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    with pytest.raises(RulebookError, match=r"pip install 'darwindeck\[pdf\]'"):
        markdown_to_pdf("# x")


def test_the_public_api_is_all_there() -> None:
    import darwindeck

    explain = darwindeck.explain
    assert all(callable(getattr(explain, name)) for name in explain.__all__)
    import darwindeck.explain.rulebook

    assert callable(explain.rulebook_of) and explain.to_markdown(explain.rulebook_of(load_genome("war"))).startswith(
        "# War"
    )
