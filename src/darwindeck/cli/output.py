"""How commands print: JSON, tables, and a progress bar that only a terminal sees."""

from __future__ import annotations

import json
import os
import sys
import textwrap
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

SUFFIXES = {".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html", ".pdf": "pdf", ".txt": "txt",
            ".text": "txt", ".json": "json", ".csv": "csv"}  # fmt: skip
UNWRAPPED = 160  # columns, where nobody looks on
BETWEEN = 3  # blanks that a table has between columns


def print_json(data: Any) -> None:
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def printable(text: str) -> str:
    """The text without control characters; genomes come from strangers."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> None:
    """A table whose first `left` columns are words and the others numbers. Where it is wider than the terminal headings and
    words wrap; if that is not enough, the columns of numbers follow below each other, each beside the words again."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    console = Console(file=sys.stdout, markup=False, highlight=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = UNWRAPPED
    cells = [[printable(cell) for cell in row] for row in rows]
    heads = list(columns)
    if len(parts := column_parts(heads, cells, left, console.width)) > 1:
        heads = [wrap_head(head, [row[at] for row in cells]) for at, head in enumerate(columns)]
        parts = column_parts(heads, cells, left, console.width)
    for part in parts:
        table = Table(box=SIMPLE_HEAD, pad_edge=False)
        for at in part:
            table.add_column(heads[at], justify="left" if at < left else "right", no_wrap=at >= left, overflow="fold")
        for row in cells:
            table.add_row(*(row[at] for at in part))
        console.print(table)


def wrap_head(head: str, cells: Sequence[str]) -> str:
    """A heading no wider than the column needs."""
    return "\n".join(
        textwrap.wrap(head, max(len(word) for word in [*head.split(), *cells, " "]), break_long_words=False)
    )


def column_parts(heads: Sequence[str], rows: Sequence[Sequence[str]], left: int, width: int) -> list[list[int]]:
    """Which columns stand together: the words, and as many columns of numbers as fit beside them unbroken."""
    from rich.cells import cell_len

    def least(at: int) -> int:
        texts = [heads[at], *(row[at] for row in rows)]
        pieces = [piece for text in texts for piece in (text.split() if at < left else text.splitlines())]
        return BETWEEN + max(map(cell_len, pieces), default=0)

    words = list(range(left))
    room = width - sum(map(least, words)) + 1
    parts, used = [list(words)], 0
    for at in range(left, len(heads)):
        if used and used + least(at) > room:
            parts.append(list(words))
            used = 0
        parts[-1].append(at)
        used += least(at)
    return parts


def rate_text(rate: float, low: float, high: float) -> str:
    return f"{rate:.1%} ({100 * low:.1f}–{100 * high:.1f})"


def form_of(form: str | None, output: Path | None, forms: Sequence[str]) -> str:
    """The form asked for, or that of the file's name; the first of `forms` if neither says."""
    if form is not None or output is None or not output.suffix:
        return form or forms[0]
    named = SUFFIXES.get(output.suffix.lower(), "")
    if named not in forms:
        raise click.UsageError(f"{output}: {output.suffix} says none of {', '.join(forms)}; --format does")
    return named


@contextmanager
def progress_bar(what: str, total: int | None) -> Iterator[Callable[[int], None]]:
    """Yields a function to call with how many more are done; draws nothing unless stderr is a terminal. A total that is
    not known is None."""
    if not sys.stderr.isatty():
        yield lambda more: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True, markup=False), transient=True) as progress:
        task = progress.add_task(what, total=total)
        yield lambda more: progress.update(task, advance=more)
