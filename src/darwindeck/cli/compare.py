"""darwindeck compare: runs side by side."""

from __future__ import annotations

from pathlib import Path

import click

from .options import json_option
from .output import print_json, print_table

PLOTS = (".svg", ".png")


@click.command()
@click.argument("directories", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--metric", help="A figure of the table, or a column of metrics_history.csv, to show and to plot.  [fitness]"
)
@json_option
@click.option(
    "--plot", "picture", type=click.Path(dir_okay=False, path_type=Path), help="Also draw it: FILE.svg or FILE.png."
)
def command(directories: tuple[Path, ...], metric: str | None, as_json: bool, picture: Path | None) -> None:
    """Show runs side by side, as a table and a plot.

    Runs that differ in their seeds alone are one row: the mean, and in parentheses the least and the greatest over the
    seeds. fitness is that of the best game shown, measured afresh; fitness_per_hour divides it by hours of processor time.
    A plot shows --metric by generation with a band over seeds, and what only the end has as bars (needs matplotlib:
    pip install 'darwindeck[plots]'). Of a directory of runs the newest is taken.

    \b
    Examples:
      darwindeck compare experiments/short-2026-01-10-14-30-00 experiments/long-2026-01-10-15-00-00
      darwindeck compare runs/* --metric coverage --plot coverage.svg
      darwindeck compare runs/* --json
    """
    from ..experiment.experiment import Experiment
    from ..files.write import refuse_inputs
    from ..report import compare
    from ..report.facts import read_run

    if picture is not None and picture.suffix.lower() not in PLOTS:
        raise click.BadParameter(f"must end in {' or '.join(PLOTS)}", param_hint="'--plot'")
    experiments = [Experiment(directory) for directory in directories]
    if picture is not None:
        refuse_inputs(picture, [run.path for run in experiments])
    runs = [read_run(run) for run in experiments]
    if metric is not None:
        compare.check_metric(runs, metric)
    groups = compare.group_runs(runs)
    metrics = [metric] if metric is not None else list(compare.FIGURES)
    if picture is not None:
        compare.plot(groups, metric or "best", picture)
    if as_json:
        print_json(compare.as_data(groups, metrics))
        return
    heads = ["runs", "seeds", "generations", *(name.replace("_", " ") for name in metrics)]
    print_table(heads, compare.table_rows(groups, metrics))
    if picture is not None:
        click.echo(f"{picture}: written")
