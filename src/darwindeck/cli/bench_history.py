"""What `darwindeck bench --history` prints, and the row that it adds with `--label`."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .options import load_checked
from .output import print_json, print_table, progress_bar

if TYPE_CHECKING:
    from darwindeck.bench.history import Row

LEGEND = """\
How many times as much a decision of random play costs as one of whist written by hand, in processor time of one thread."""


def show_history(path: Path, label: str | None, seconds: float, as_json: bool) -> None:
    """The rows of the file and their chart; with a label another row is measured and added first."""
    from darwindeck.bench.history import GAMES, HAND, draw_bars, read_history

    rows = read_history(path.read_bytes().decode(errors="replace"), str(path)) if label is None or path.exists() else []
    if label is not None:
        rows = add_row(path, rows, label, seconds)
    if as_json:
        print_json([asdict(row) for row in rows])
        return
    table = [(row.label, row.day, f"{row.by_hand:.1f}", *(f"{row.costs[game]:.1f}" for game in GAMES)) for row in rows]
    print_table(("label", "date", HAND, *GAMES), table, left=2)
    click.echo("Processor nanoseconds a decision, each row on the machine of its day.\n")
    click.echo("\n".join(draw_bars(rows)))
    click.echo(LEGEND)


def add_row(path: Path, rows: list[Row], label: str, seconds: float) -> list[Row]:
    """Measures, and writes the file and beside it the chart."""
    from darwindeck.bench.history import BATCHES, GAMES, LONGEST_LABEL, draw_svg, measure_row, write_history
    from darwindeck.files.write import write_atomic

    if not label.strip() or not label.isprintable() or len(label) > LONGEST_LABEL:
        raise click.BadParameter(f"must be 1 to {LONGEST_LABEL} printable letters", param_hint="'--label'")
    if path.suffix == ".svg":
        raise click.BadParameter("is where the chart goes; name a .csv file", param_hint="'--history'")
    with progress_bar("bench", BATCHES) as progress:
        rows = [*rows, measure_row(label, {name: load_checked(name) for name in GAMES}, seconds, progress)]
    write_atomic(path, write_history(rows).encode())
    write_atomic(path.with_suffix(".svg"), draw_svg(rows).encode())
    return rows
