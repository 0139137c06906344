"""darwindeck bench --environments: decisions a second for a learner in Python, beside other people's environments."""

from __future__ import annotations

import os
from dataclasses import asdict

import click

from .output import print_json, print_table

COLUMNS = ("game", "environment", "decisions/s", "decisions/s of a processor")
LEGEND = """\
Each decision comes with an observation and a mask of legal moves; moves are random. Ours: {rows} games in step.
Missing peers: pip install 'darwindeck[bench]' rlcard. Load average before the run: {load}."""


def time_environments(seconds: float, threads: int, peers: bool, as_json: bool) -> None:
    from darwindeck.bench import environments

    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "not known"
    paces = environments.measure_environments(max(seconds, 1e-3), threads or os.cpu_count() or 1, peers)
    if as_json:
        print_json([asdict(pace) | {"per_second": pace.per_second} for pace in paces])
        return
    rows = [(of.game, of.environment, f"{of.per_second:,.0f}", f"{of.per_processor_second:,.0f}") for of in paces]
    print_table(COLUMNS, rows, left=2)
    click.echo(LEGEND.format(rows=f"{environments.ROWS:,}", load=load))
