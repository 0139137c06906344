"""darwindeck ratings: what people said of games at the web table."""

from __future__ import annotations

import os
from pathlib import Path

import click

from .options import json_option
from .output import print_json, print_table, printable


@click.command()
@click.option("--runs", type=click.Path(file_okay=False, path_type=Path), help="Where runs lie.  [experiments]")
@click.option("--data", type=click.Path(file_okay=False, path_type=Path), help="Where opinions are kept.  [RUNS/web]")
@json_option
def command(runs: Path | None, data: Path | None, as_json: bool) -> None:
    """Show what people said of games at the web table.

    Mean stars of each game, how far they agree with the fitness that runs have measured, and a ranking by the choices
    between two rulebooks (Bradley–Terry, with 95 % intervals), which says nothing below 60 choices.

    \b
    Examples:
      darwindeck ratings
      darwindeck ratings --json > opinions.json    # for `darwindeck run --ratings opinions.json`
    """
    from ..errors import DocumentError
    from ..web.room.ranking import LEAST_PAIRS, agree_with_fitness, mean_stars, rank_games, with_metrics
    from ..web.room.store import FILE, Store

    folder = data or (runs or Path(os.environ.get("DARWINDECK_OUTPUT") or "experiments")) / "web"
    if not (folder / FILE).is_file():
        raise DocumentError(f"{folder}: nobody has rated anything here (darwindeck serve keeps opinions in its --data)")
    store = Store(folder)
    rows, pairs = with_metrics(store.list_ratings(), store), store.list_pairs()
    store.close()
    if as_json:
        return print_json({"ratings": rows, "pairs": pairs})
    found = sorted(mean_stars(rows).values(), key=lambda game: (-game[1], game[0]))
    print_table(("game", "stars", "opinions"), [(printable(title), f"{mean:.2f}", str(count)) for title, mean, count in found], left=1)  # fmt: skip
    alike, of = agree_with_fitness(rows)
    click.echo(f"\nStars and fitness order {alike} of {of} pairs of games alike." if of else "\nToo few rated games have a fitness to compare.")  # fmt: skip
    if len(pairs) < LEAST_PAIRS:
        click.echo(f"{len(pairs)} choices between two games; a ranking needs {LEAST_PAIRS}.")
        return None
    titles = {row[side]: row[f"title_{side}"] for row in pairs for side in ("a", "b")}
    click.echo(f"\nBy {len(pairs)} choices, in Elo above {printable(titles[min(titles)])}:")
    print_table(("game", "elo", "from", "to"), [
        (printable(titles[game.player]), f"{game.elo:+.0f}", f"{game.low:+.0f}", f"{game.high:+.0f}") for game in rank_games(pairs)
    ], left=1)  # fmt: skip
    return None
