"""darwindeck soak: self-play for hours, to see that nothing breaks."""

from __future__ import annotations

import click

from .options import SpreadCommand, json_option, seed_option, threads_option
from .output import print_json, print_table, progress_bar

COLUMNS = ("game", "endings", "games", "plies", "simulations", "seconds", "games/s", "MB at 20 %", "MB at the end")


class SoakCommand(SpreadCommand):
    spread = "--game"


@click.command(cls=SoakCommand)
@click.option("--games", type=click.IntRange(1, 100_000_000), help="How many in all, shared among the games.")
@click.option("--hours", type=click.FloatRange(0, 10_000, min_open=True), help="For how long, shared likewise.")
@click.option("--game", "names", multiple=True, metavar="NAME …", help="chess, cards (all known games), or games by name. Default: chess.")  # fmt: skip
@click.option("--simulations", type=click.IntRange(1, 100_000), default=16, show_default=True, help="Of each search.")
@threads_option
@seed_option
@json_option
def command(
    games: int | None,
    hours: float | None,
    names: tuple[str, ...],
    simulations: int,
    threads: int,
    seed: int,
    as_json: bool,
) -> None:
    """Let batched searches play themselves for long, and check every move.

    Every move is made a second time outside the search and every position compared; memory is looked at after every
    tenth. An illegal move, a difference or a wrong ending stops it with an error; Ctrl-C with what was played so far.

    \b
    Examples:
      darwindeck soak --games 100000 --threads 1 --json
      darwindeck soak --hours 0.1 --game cards
    """
    import os

    from darwindeck import known_games

    from ..bench.soak import shares, soak

    if (games is None) == (hours is None):
        raise click.UsageError("either --games or --hours is needed")
    if hours is not None and hours != hours:
        raise click.BadParameter("nan is not a number of hours", param_hint="'--hours'")
    chosen = [name for word in names or ("chess",) for name in (known_games() if word == "cards" else [word])]
    chosen = chosen[:games] if games else chosen
    tallies = []
    with progress_bar("soak", games) as progress:
        for name, limit in zip(chosen, shares(games, hours, chosen), strict=True):
            tallies.append(soak(name, limit, simulations, threads or os.cpu_count() or 1, seed, progress))
            if tallies[-1].is_stopped:
                break
    if as_json:
        keys = ("game", "games", "plies", "simulations", "seconds", "is_stopped", "memory", "endings")
        print_json([{key: getattr(tally, key) for key in keys} for tally in tallies])
        return
    rows = [
        (of.game, ", ".join(f"{ending} {count:,}" for ending, count in of.endings.most_common()), f"{of.games:,}",
         f"{of.plies:,}", f"{of.simulations:,}", f"{of.seconds:.1f}", f"{of.games / max(of.seconds, 1e-9):.1f}",
         f"{of.warm_memory / 1e6:.1f}", f"{of.last_memory / 1e6:.1f}")
        for of in tallies
    ]  # fmt: skip
    print_table(COLUMNS, rows, left=2)
    stopped = "Stopped: " if tallies[-1].is_stopped else ""
    click.echo(f"{stopped}{sum(of.games for of in tallies):,} games, no illegal move, no difference.")
