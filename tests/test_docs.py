"""Pages can be read and followed: no line is too wide, and whatever file or heading they point to is there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
WIDTH = 120
PAGES = [
    *(ROOT / name for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md")),
    *sorted((ROOT / "docs").rglob("*.md")),
]
every_page = pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
# Where the paths on pages begin: `docs/genome.md`, `genome/text.py`, `cards/ops.hpp`.
STARTS = (ROOT, ROOT / "src" / "darwindeck", ROOT / "core")
BLOCK = re.compile(r"^ *```(.*)\n(?:.*\n)*?^ *```$", re.MULTILINE)


def too_wide(text: str) -> list[str]:
    """The lines that are too wide. Tables, addresses, and blocks that quote output cannot be broken."""
    text = BLOCK.sub(lambda block: block[0] if block[1] else "", text)
    lines = [re.sub(r"https?://\S+", "", line) for line in text.splitlines() if not line.startswith("|")]
    return [line for line in lines if len(line) > WIDTH]


def prose(text: str) -> str:
    """The text without its blocks of code."""
    return BLOCK.sub("", text)


def anchors(page: Path) -> set[str]:
    """The names of a page's headings, as in links to them."""
    headings = re.findall(r"^#+ (.*)$", prose(page.read_text(encoding="utf-8")), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken_links(page: Path, text: str) -> Iterator[str]:
    """Links to files that are not there, and to headings that their page does not have."""
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(text)):
        if target.startswith(("http://", "https://")):
            continue
        path, _, heading = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (heading and heading not in anchors(file)):
            yield target


def missing_files(text: str) -> Iterator[str]:
    """Paths in code marks that lie in one of our folders and are not there. Capitals stand for a name of the reader's."""
    for path in re.findall(r"`([a-z][\w.-]*/[\w./-]*)`", prose(text)):
        ours = any((start / path.split("/")[0]).is_dir() for start in STARTS)
        if ours and not re.search(r"[A-Z]{2}", path) and not any((start / path).exists() for start in STARTS):
            yield path


@every_page
def test_lines_fit(page: Path) -> None:
    assert too_wide(page.read_text(encoding="utf-8")) == []


@every_page
def test_links_lead_somewhere(page: Path) -> None:
    assert list(broken_links(page, page.read_text(encoding="utf-8"))) == []


@every_page
def test_files_named_are_there(page: Path) -> None:
    assert list(missing_files(page.read_text(encoding="utf-8"))) == []


def test_what_is_wrong_would_be_found() -> None:
    page = ROOT / "README.md"
    assert too_wide("a " * 70) and not too_wide("| a " * 70) and not too_wide("https://example.org/" + "a" * 120)
    assert not too_wide("```\n" + "a " * 70 + "\n```\n") and too_wide("```json\n" + "a " * 70 + "\n```\n")
    assert list(broken_links(page, "[a](docs/no-page.md) [b](docs/genome.md#no-heading) [c](docs/genome.md)")) == [
        "docs/no-page.md",
        "docs/genome.md#no-heading",
    ]
    assert list(missing_files("`genome/nothing.py` `core/cards` `genome/text.py` `games/NAME.json`")) == [
        "genome/nothing.py"
    ]


def test_every_page_is_reached_from_the_readme() -> None:
    """A page that nothing links to is read by nobody."""
    reached: set[Path] = set()
    todo = [ROOT / "README.md"]
    while todo:
        page = todo.pop()
        if page in reached or page.suffix != ".md":
            continue
        reached.add(page)
        links = re.findall(r"\]\(([^)#\s]+)", prose(page.read_text(encoding="utf-8")))
        todo += [(page.parent / link).resolve() for link in links if "://" not in link]
    assert {page.relative_to(ROOT).as_posix() for page in PAGES if page not in reached} == set()


def in_order(tour: str, table: str) -> bool:
    """Whether the links of a tour go through the folders of a table from top to bottom."""
    order = re.findall(r"^\| `([\w/.]+)` \|", table, re.MULTILINE)
    visited = re.findall(r"\(\.\./src/darwindeck/(\w+)/", tour)
    return visited == sorted(visited, key=order.index)


def test_the_tour_never_jumps_back() -> None:
    """It follows the folders of the package as ARCHITECTURE.md lists them."""
    tour = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
    table = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split("| folder of `src/darwindeck/`")[1]
    assert in_order(tour, table)
    assert not in_order(tour + "[back](../src/darwindeck/genome/text.py)", table)
