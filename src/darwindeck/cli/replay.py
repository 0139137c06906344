"""darwindeck replay: simulated games as text."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import (
    SpreadCommand,
    games_type,
    index_option,
    json_option,
    load_checked,
    optional_game_argument,
    players_option,
    seats_option,
    seed_option,
)
from .output import print_json, printable

if TYPE_CHECKING:
    from darwindeck import Game


@click.command(cls=SpreadCommand)
@optional_game_argument
@click.option("--genome", "file", help="The game file; the same as GAME.")
@seed_option
@index_option
@click.option("--games", type=games_type(), default=1, show_default=True, help="How many games, from that index on.")
@click.option("--seat", type=click.IntRange(0, 7), help="Show only what this seat sees.")
@seats_option
@players_option
@click.option(
    "--export",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Write the game to this file as JSON: rules, tables, moves.",
)
@click.option(
    "--import",
    "log",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Play a game again that was exported, and compare.",
)
@click.option("--schema", is_flag=True, help="Print the JSON Schema of exported games.")
@json_option
def command(
    game: str | None, file: str | None, export: Path | None, log: Path | None, schema: bool, **asked: Any
) -> None:
    """Print simulated games, move by move.

    They are the games that `simulate` plays with the same seed and players, from that index on. With --json, each game has
    its moves by number, how it ended, and its story line by line. With --seat the moves are left out, because they would
    tell secrets. --export writes one game for other programs (docs/doors.md), with --seat only what that seat saw.

    \b
    Examples:
      darwindeck replay hearts --seed 1 --index 3
      darwindeck replay gin-rummy --seat 0
      darwindeck replay whist --players mcts-weak greedy mcts-weak greedy
      darwindeck replay --genome my-game.json --games 5 --players mcts-medium mcts-medium --json
      darwindeck replay scopa --export scopa-game.json
      darwindeck replay --import scopa-game.json
    """
    if (game is not None) + (file is not None) + (log is not None) + schema != 1:
        raise click.UsageError("give either GAME, --genome FILE, --import FILE or --schema")
    if schema:
        from darwindeck.play.log import log_schema

        print_json(log_schema())
    elif log is not None:
        show_log(log)
    else:
        simulate_again(str(game or file), export, **asked)


def simulate_again(
    name: str,
    export: Path | None,
    seed: int,
    index: int,
    games: int,
    seat: int | None,
    seats: int | None,
    players: tuple[str, ...],
    as_json: bool,
) -> None:
    """Games by seed and index: exported, as data, or as text."""
    from darwindeck import Game

    rules = Game(load_checked(name, seats))
    if seat is not None and seat >= rules.seats:
        raise click.BadParameter(f"the game has seats 0 to {rules.seats - 1}", param_hint="'--seat'")
    who, indices = players or ("random",), range(index, index + games)
    if export is not None:
        if games != 1:
            raise click.UsageError("--export writes one game, so --games must be 1")
        from darwindeck.files.write import refuse_inputs
        from darwindeck.play.log import make_log, write_log

        refuse_inputs(export, [Path(name)])
        write_log(export, make_log(rules, seed, index, who, seat))
        click.echo(f"{printable(str(export))}: written")
        return
    if as_json:
        from darwindeck.play.text import retell

        told = [retell(rules, seed, number, who, seat) for number in indices]
        print_json({"game": name, "seats": rules.seats, "players": list(who), "seed": seed, "games": told})
        return
    for number in indices:
        if number > index:
            click.echo()
        show(rules, name, seed, number, who, seat)


def show_log(path: Path) -> None:
    """An exported game as text, once it was played again and found the same."""
    from darwindeck.errors import DocumentError
    from darwindeck.play.log import follow_log, read_log
    from darwindeck.play.text import playthrough

    log = read_log(path)
    try:
        rules, start, plies = follow_log(log)
    except DocumentError as error:
        raise DocumentError(f"{path}: {error}") from None
    click.echo(printable(f"{path} · {rules.seats} players ({', '.join(log.players)}) · played again: the same"))
    for line in playthrough(rules, start, plies):
        click.echo(printable(line))


def show(rules: Game, name: str, seed: int, index: int, who: tuple[str, ...], seat: int | None) -> None:
    """One game as text."""
    from darwindeck.play.session import replay
    from darwindeck.play.text import playthrough

    plies = replay(rules, seed, index, who)
    first = next(plies, None)  # the game is played here: faults of the players show before anything is printed
    click.echo(printable(f"{name} · {rules.seats} players ({', '.join(who)}) · seed {seed} · game {index}"))
    every = plies if first is None else chain([first], plies)
    for line in playthrough(rules, rules.start(seed=seed, index=index), every, seat):
        click.echo(printable(line))
