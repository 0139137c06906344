"""How commands print: JSON, tables, and a progress bar that only a terminal sees."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import click

SUFFIXES = {".md": "markdown", ".markdown": "markdown", ".html": "html", ".htm": "html", ".pdf": "pdf", ".txt": "txt",
            ".text": "txt", ".json": "json", ".csv": "csv"}  # fmt: skip
UNWRAPPED = 160  # columns enough for any table of numbers


def print_json(data: Any) -> None:
    click.echo(json.dumps(data, indent=2, ensure_ascii=False))


def printable(text: str) -> str:
    """The text without control characters; genomes come from strangers."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "?" for letter in text)


def print_table(columns: Sequence[str], rows: Sequence[Sequence[str]], left: int = 1) -> None:
    """A table whose first `left` columns are words and the others numbers."""
    from rich.box import SIMPLE_HEAD
    from rich.console import Console
    from rich.table import Table

    table = Table(box=SIMPLE_HEAD, pad_edge=False)
    for position, column in enumerate(columns):
        is_number = position >= left
        table.add_column(column, justify="right" if is_number else "left", no_wrap=is_number, overflow="fold")
    for row in rows:
        table.add_row(*(printable(cell) for cell in row))
    console = Console(file=sys.stdout, markup=False, highlight=False)
    if left < len(columns) or not console.is_terminal:  # words may wrap, numbers may not
        console.width = max(console.width, UNWRAPPED)
    console.print(table)


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
