"""darwindeck train: a network learns a game by playing itself."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from .options import seed_option, threads_option
from .output import printable


@click.command()
@click.argument("game", type=click.Choice(["chess"]))
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--minutes", type=click.FloatRange(0, 100_000, min_open=True), help="For how long.")
@click.option("--generations", type=click.IntRange(1, 1_000_000), help="How many more; default without --minutes: 10.")
@click.option("--blocks", type=click.IntRange(1, 80), default=6, show_default=True, help="Of the network.")
@click.option("--channels", type=click.IntRange(8, 1024), default=64, show_default=True, help="Of the network.")
@click.option("--games", type=click.IntRange(1, 65_536), default=256, show_default=True, help="Played at a time.")
@click.option("--simulations", type=click.IntRange(2, 10_000), default=64, show_default=True, help="Of a full search.")
@click.option("--quick", type=click.IntRange(1, 10_000), default=16, show_default=True, help="Of the other searches.")
@click.option("--full", type=click.FloatRange(0, 1), default=0.25, show_default=True, help="Share of full searches.")
@click.option("--longest", type=click.IntRange(2, 5000), default=400, show_default=True, help="Plies of a game.")
@click.option("--drop-cut", is_flag=True, help="Learn nothing from games that reach --longest.")
@click.option(
    "--openings", type=click.IntRange(0, 200), default=0, show_default=True, help="Random plies at the start, at most."
)
@click.option(
    "--thinned", type=click.FloatRange(0, 1), default=0.0, show_default=True, help="Share of games with pieces missing."
)
@click.option("--workers", type=click.IntRange(1, 64), default=1, show_default=True, help="Threads that play games.")
@click.option("--positions", type=click.IntRange(16, 10_000_000), default=4096, show_default=True, help="A generation.")
@click.option("--window", type=click.IntRange(1, 1000), default=20, show_default=True, help="Generations learned from.")
@click.option("--trainings", type=click.FloatRange(0.1, 4), default=3.0, show_default=True, help="Of each position.")
@click.option("--batch", type=click.IntRange(8, 65_536), default=256, show_default=True, help="Positions of a step.")
@click.option("--device", default="cpu", show_default=True, help="cpu, or cuda.")
@click.option("--endings", is_flag=True, help="Begin with rook endings that White wins in two moves.")
@threads_option
@seed_option
def command(folder: Path, minutes: float | None, generations: int | None, **given: Any) -> None:
    """Teach a network GAME (chess) by self-play, in FOLDER.

    A run that was stopped goes on where it was: give the same command again. FOLDER/network.pt then plays
    (`chess uci --network`). What the files hold is in docs/chess.md.

    \b
    Example:
      darwindeck train chess my-run --minutes 60 --device cuda --games 6144 --workers 3 --positions 150000 \\
        --openings 24 --thinned 0.2 --longest 200 --drop-cut --batch 1024 --blocks 8 --channels 128
    """
    try:
        from darwindeck.learn.run import RunOptions, TrainingRun
    except ImportError:
        raise click.ClickException("learning needs torch: pip install 'darwindeck[torch]'") from None
    from darwindeck.learn.endings import rook_endings
    from darwindeck.learn.selfplay import SelfPlayOptions, random_starts
    from darwindeck.learn.training import TrainingOptions

    selfplay = SelfPlayOptions(games=given["games"], simulations=given["simulations"],
                               quick_simulations=given["quick"], full_share=given["full"], longest=given["longest"],
                               keep_cut=not given["drop_cut"], workers=given["workers"],
                               threads=given["threads"] or os.cpu_count() or 1)  # fmt: skip
    options = RunOptions(given["blocks"], given["channels"], positions=given["positions"], window=given["window"],
                         trainings=given["trainings"], selfplay=selfplay,
                         training=TrainingOptions(batch=given["batch"]), seed=given["seed"])  # fmt: skip
    endings = rook_endings(1000, given["seed"]) if given["endings"] else []
    starts = random_starts(given["seed"], given["openings"], given["thinned"])
    if endings:
        starts = lambda game: endings[game % len(endings)].copy()  # noqa: E731
    run = TrainingRun(folder, options, given["device"], starts)
    many = generations if generations or minutes else 10
    run.run(many, 60 * minutes if minutes else None, lambda line: click.echo(printable(line)))
    click.echo(
        f"{run.generation} generations, {run.total:,} positions in {folder} (network.pt, metrics.csv, curve.svg)"
    )
