"""darwindeck export: the best games of a run, for other programs and for people."""

from __future__ import annotations

from pathlib import Path

import click

from .output import form_of

FORMS = ("json", "csv", "markdown", "html")
LEARNED = "learned:"


@click.command()
@click.argument("directory")
@click.option("--top", type=click.IntRange(1), default=10, show_default=True, help="How many games.")
@click.option("--format", "form", type=click.Choice(FORMS), help="By default that of the file's name, or json.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="A file instead of the terminal.")
def command(directory: str, top: int, form: str | None, output: Path | None) -> None:
    """Print the best games of a run as JSON, CSV, Markdown or HTML; or write a learned player as ONNX.

    JSON has genomes and figures, CSV figures, Markdown rules to read. HTML is one page with the rules and a sample of play
    of each game; `darwindeck report` tells of the whole run.

    Of a finished run these are the games of its gallery, measured afresh. Of an unfinished run they are the games kept
    after its last complete generation. Their fitness is the one that got them chosen, so it is too high on average. Of a
    directory of runs the newest is taken.

    A learned player is named as for other commands, `learned:FILE` or `learned:GAME`; --output must be given then. What
    the ONNX file reads and says is in docs/learning.md.

    \b
    Examples:
      darwindeck export experiments --top 3 --format markdown
      darwindeck export experiments/run-2026-01-10-14-30-00 --format csv --output games.csv
      darwindeck export learned:hearts --output hearts.onnx
    """
    from ..experiment.experiment import Experiment
    from ..experiment.export import FORMATS, top_games
    from ..files.write import refuse_inputs, write_atomic

    if directory.startswith(LEARNED):
        export_player(directory.removeprefix(LEARNED), form, output)
        return
    form, run = form_of(form, output, FORMS), Experiment(Path(directory))
    if output is not None:
        refuse_inputs(output, [run.path])
    from ..report.page import games_page

    write = games_page if form == "html" else FORMATS[form]
    text = write(top_games(run, top))
    if output is None:
        click.echo(text, nl=False)
    else:
        write_atomic(output, text.encode())


def export_player(name: str, form: str | None, output: Path | None) -> None:
    """A learned player is exported in one form, to a file."""
    from ..adapters.onnx import export_onnx
    from ..engine.learned import file_of, load_learned
    from ..files.write import refuse_inputs

    if output is None or form is not None:
        raise click.UsageError("A learned player is written as ONNX: give --output FILE, and no --format.")
    file = Path(file_of(name))
    refuse_inputs(output, [file])
    export_onnx(load_learned(file), output)
