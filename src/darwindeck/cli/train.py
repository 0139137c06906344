"""darwindeck train: a network learns chess, or a card game, by playing itself."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import click

from .games_at_hand import complete_game
from .options import load_checked, seed_option, threads_option
from .output import printable

MEASURE_GAMES = 60  # against greedy, now and then while a card game is learned


@click.command()
@click.argument("game", shell_complete=complete_game)
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False), required=False)
@click.option("--minutes", type=click.FloatRange(0, 100_000, min_open=True), help="For how long.")
@click.option("--generations", type=click.IntRange(1, 1_000_000), help="How many more; default without --minutes: 10.")
@click.option("--blocks", type=click.IntRange(1, 80), default=6, show_default=True, help="Of the network.")
@click.option("--channels", type=click.IntRange(8, 1024), default=64, show_default=True, help="Of the network.")
@click.option("--games", type=click.IntRange(2, 65_536), help="Played at a time; 256 if nothing is said.")
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
@click.option("--batch", type=click.IntRange(8, 65_536), help="Positions of a step; 256 for chess.")
@click.option("--device", default="cpu", show_default=True, help="cpu, or cuda.")
@click.option("--endings", is_flag=True, help="Begin with rook endings that White wins in two moves.")
@click.option("--out", type=click.Path(path_type=Path, dir_okay=False), help="Cards: the player; GAME.safetensors.")
@click.option("--onnx", type=click.Path(path_type=Path, dir_okay=False), help="Cards: the player as ONNX, too.")
@click.option("--from", "start", type=click.Path(path_type=Path, dir_okay=False), help="Cards: a player to go on from.")
@click.option("--resume", is_flag=True, help="Cards: go on with the training of --out that was stopped.")
@click.option("--laps", type=click.IntRange(1, 1_000_000), help="Cards: so much work instead of so many minutes.")
@click.option("--width", type=click.IntRange(8, 1024), help="Cards: of the network; 256, or 64 for tiny games.")
@click.option("--method", type=click.Choice(["ppo"]), default="ppo", show_default=True, help="Cards: how it learns.")
@threads_option
@seed_option
def command(game: str, folder: Path | None, minutes: float | None, generations: int | None, **given: Any) -> None:
    """Teach a network GAME by self-play: chess in FOLDER, or a card game.

    Of a card game --out FILE is the player: `--players learned:FILE` wherever one is named (docs/learning.md). A run of
    chess that was stopped goes on where it was: give the same command again. FOLDER/network.pt then plays
    (`chess uci --network`). What the files of chess hold is in docs/chess.md.

    \b
    Examples:
      darwindeck train hearts --minutes 5 --out hearts.safetensors
      darwindeck train chess my-run --minutes 60 --device cuda --games 6144 --workers 3 --positions 150000 \\
        --openings 24 --thinned 0.2 --longest 200 --drop-cut --batch 1024 --blocks 8 --channels 128
    """
    if game != "chess":
        train_cards(game, folder, minutes, given)
        return
    if folder is None:
        raise click.UsageError("Missing argument 'FOLDER': a run of chess needs one.")
    given |= {"games": given["games"] or 256, "batch": given["batch"] or 256}
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


def train_cards(game: str, folder: Path | None, minutes: float | None, given: dict[str, Any]) -> None:
    """Five minutes, unless something else is said."""
    if folder is not None:
        raise click.UsageError("A card game is learned into a file (--out), not a folder.")
    try:
        from darwindeck.learn.cards.run import CardRun, CardTraining
    except ImportError:
        raise click.ClickException("learning needs torch: pip install 'darwindeck[torch]'") from None
    from darwindeck.adapters.onnx import export_onnx
    from darwindeck.contest.contest import duel
    from darwindeck.engine.game import Game
    from darwindeck.engine.learned import load_learned

    genome = load_checked(game)
    out = given["out"] or Path(f"{genome.genome_id}.safetensors")
    settings = CardTraining(
        minutes=minutes or (None if given["laps"] else 5.0), laps=given["laps"], seed=given["seed"],
        device=given["device"], threads=given["threads"] or os.cpu_count() or 1, games=given["games"] or 0,
        batch=given["batch"] or 0, width=(given["width"] or 0) // 8 * 8,
    )  # fmt: skip
    run = CardRun(Game(genome), settings, given["start"])
    if given["resume"]:
        run.resume(out)

    def measure(player: Path) -> float:
        return duel(genome, f"learned:{player}", "greedy", MEASURE_GAMES).pairs[0].equivalent

    run.run(out, lambda line: click.echo(printable(line)), measure)
    if given["onnx"]:
        export_onnx(load_learned(out), given["onnx"])
    click.echo(f"{run.decisions:,} decisions in {run.seconds:.0f} s: {out}, which plays as learned:{out}")
