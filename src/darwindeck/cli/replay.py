"""darwindeck replay: one simulated game as text."""

from __future__ import annotations

import click

from .options import game_argument, index_option, load_checked, seats_option, seed_option
from .output import printable


@click.command()
@game_argument
@seed_option
@index_option
@click.option("--seat", type=click.IntRange(0, 7), help="Show only what this seat sees.")
@seats_option
def command(game: str, seed: int, index: int, seat: int | None, seats: int | None) -> None:
    """Print one simulated game, move by move.

    It is the game that `simulate` plays with the same seed at that index.

    \b
    Examples:
      darwindeck replay hearts --seed 1 --index 3
      darwindeck replay gin-rummy --seat 0
    """
    from darwindeck import Game
    from darwindeck.play.session import replay
    from darwindeck.play.text import playthrough

    rules = Game(load_checked(game, seats))
    if seat is not None and seat >= rules.seats:
        raise click.BadParameter(f"the game has seats 0 to {rules.seats - 1}", param_hint="'--seat'")
    click.echo(f"{game} · {rules.seats} players · seed {seed} · game {index}")
    for line in playthrough(rules, rules.start(seed=seed, index=index), replay(rules, seed, index), seat):
        click.echo(printable(line))
