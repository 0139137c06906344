"""darwindeck report: a run as a page."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="Where to write it.  [DIRECTORY/report.html]"
)
def command(directory: Path, output: Path | None) -> None:
    """Write an HTML page about a run.

    It has the curves of fitness and variety, the map of the archive, the gallery with rules and a sample of play, what
    became of candidates, operators and their yield, where the time went, and every setting. The page is one file without
    scripts. A run writes it when it ends; of a run that is still going on it tells how far it is. Of a directory of runs
    the newest is taken.

    \b
    Examples:
      darwindeck report experiments
      darwindeck report experiments/run-2026-01-10-14-30-00 --output report.html
    """
    from ..experiment.experiment import Experiment
    from ..files.write import refuse_inputs
    from ..report.page import write_report

    run = Experiment(directory)
    if output is not None:
        refuse_inputs(output, [run.path])
    click.echo(f"{write_report(run, output)}: written")
