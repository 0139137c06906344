"""darwindeck replay: one simulated game as text."""

from __future__ import annotations

from itertools import chain

import click

from .options import SpreadCommand, game_argument, index_option, load_checked, players_option, seats_option, seed_option
from .output import printable


@click.command(cls=SpreadCommand)
@game_argument
@seed_option
@index_option
@click.option("--seat", type=click.IntRange(0, 7), help="Show only what this seat sees.")
@seats_option
@players_option
def command(game: str, seed: int, index: int, seat: int | None, seats: int | None, players: tuple[str, ...]) -> None:
    """Print one simulated game, move by move.

    It is the game that `simulate` plays with the same seed and players at that index.

    \b
    Examples:
      darwindeck replay hearts --seed 1 --index 3
      darwindeck replay gin-rummy --seat 0
      darwindeck replay whist --players mcts-weak greedy mcts-weak greedy
    """
    from darwindeck import Game
    from darwindeck.play.session import replay
    from darwindeck.play.text import playthrough

    rules = Game(load_checked(game, seats))
    if seat is not None and seat >= rules.seats:
        raise click.BadParameter(f"the game has seats 0 to {rules.seats - 1}", param_hint="'--seat'")
    who = players or ("random",)
    plies = replay(rules, seed, index, who)
    first = next(plies, None)  # the game is played here: faults of the players show before anything is printed
    click.echo(f"{game} · {rules.seats} players ({', '.join(who)}) · seed {seed} · game {index}")
    every = plies if first is None else chain([first], plies)
    for line in playthrough(rules, rules.start(seed=seed, index=index), every, seat):
        click.echo(printable(line))
