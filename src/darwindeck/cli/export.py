"""darwindeck export: the best games of a run, for other programs and for people."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option("--top", type=click.IntRange(1), default=10, show_default=True, help="How many games.")
@click.option("--format", "form", type=click.Choice(["json", "csv", "markdown"]), default="json", show_default=True)
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="A file instead of the terminal.")
def command(directory: Path, top: int, form: str, output: Path | None) -> None:
    """Print the best games of a run as JSON, CSV or Markdown.

    JSON has genomes and figures, CSV figures, Markdown rules to read.

    Of a finished run these are the games of its gallery, measured afresh; of another those kept after its last complete
    generation, whose fitness got them chosen and is therefore too good on average. Of a directory of runs the newest is taken.

    \b
    Examples:
      darwindeck export experiments --top 3 --format markdown
      darwindeck export experiments/run-2026-01-10-14-30-00 --format csv --output games.csv
    """
    from darwindeck.track.experiment import Experiment
    from darwindeck.track.export import FORMATS, top_games

    text = FORMATS[form](top_games(Experiment(directory), top))
    if output is None:
        click.echo(text, nl=False)
    else:
        from darwindeck.track.files import write_atomic

        write_atomic(output, text.encode())
