"""darwindeck play: people at the terminal against players of the program."""

from __future__ import annotations

from pathlib import Path
from secrets import randbelow
from typing import TYPE_CHECKING

import click

from .options import SpreadCommand, load_checked, optional_game_argument, players_option, seats_option, seed_type

if TYPE_CHECKING:
    from darwindeck.play.session import Session

DEFAULT_OPPONENT = "mcts-weak"


@click.command(cls=SpreadCommand)
@optional_game_argument
@seats_option
@click.option(
    "--seat", type=click.IntRange(0, 7), default=0, show_default=True, help="Your seat, or the first of yours."
)
@click.option("--humans", type=click.IntRange(1, 8), default=1, show_default=True, help="How many people play.")
@click.option("--seed", type=seed_type(), help="Seed of all chance; a new one if not given.")
@players_option
@click.option("--hint", is_flag=True, help="Show a search's opinion of your moves before each choice.")
@click.option(
    "--save", type=click.Path(dir_okay=False, path_type=Path), help="Keep the game in this file, after every move."
)
@click.option("--load", type=click.Path(dir_okay=False, path_type=Path), help="Go on with the game in this file.")
def command(
    game: str | None,
    seats: int | None,
    seat: int,
    humans: int,
    seed: int | None,
    players: tuple[str, ...],
    hint: bool,
    save: Path | None,
    load: Path | None,
) -> None:
    """Play a game in the terminal against players of the program.

    --players names your opponents: one for all, or one for every seat in order (yours is not asked). Default: mcts-weak.
    With --humans 2 or more, people share the keyboard; they sit beside each other from --seat on, and the screen is
    cleared between them. --save keeps the game in a file, as its seed and moves; --load goes on with it.

    \b
    Examples:
      darwindeck play hearts
      darwindeck play draw-poker --seats 4 --seat 2
      darwindeck play scopa --players mcts-strong --hint --save scopa.json
      darwindeck play --load scopa.json
      darwindeck play gin-rummy --humans 2
    """
    from .table import TerminalTable

    session = resume(load, game, players) if load is not None else begin(game, seats, seat, humans, seed, players)
    table = TerminalTable(session, hint, save or load)
    table.greet(game or str(load))
    try:
        table.run()
    except (click.Abort, KeyboardInterrupt, EOFError):
        table.leave()


def begin(
    game: str | None, seats: int | None, seat: int, humans: int, seed: int | None, players: tuple[str, ...]
) -> Session:
    """A new game with its people seated."""
    from darwindeck import Game
    from darwindeck.play.session import Session

    if game is None:
        raise click.UsageError("give a GAME, or --load FILE")
    rules = Game(load_checked(game, seats))
    if seat >= rules.seats:
        raise click.BadParameter(f"the game has seats 0 to {rules.seats - 1}", param_hint="'--seat'")
    if humans > rules.seats:
        raise click.BadParameter(f"the game has {rules.seats} seats", param_hint="'--humans'")
    people = sorted((seat + place) % rules.seats for place in range(humans))
    seed = randbelow(2**32) if seed is None else seed
    return Session(rules, people, seed=seed, players=opponents(players, rules.seats, people))


def resume(file: Path, game: str | None, players: tuple[str, ...]) -> Session:
    """A saved game; other opponents may be named."""
    from darwindeck.play.session import Session

    if game is not None:
        raise click.UsageError("give either GAME or --load FILE")
    session = Session.load(file)
    if players:
        session = Session.load(file, opponents(players, session.game.seats, sorted(session.people)))
    return session


def opponents(players: tuple[str, ...], seats: int, people: list[int]) -> list[str]:
    """One player for every seat; those of people are not asked."""
    others = [seat for seat in range(seats) if seat not in people]
    if len(players) == len(others) > 1:
        named = dict(zip(others, players, strict=True))
        return [named.get(seat, "random") for seat in range(seats)]
    if len(players) not in (0, 1, seats):
        raise click.UsageError(f"--players: one for all, one for each of the {len(others)} others, or one a seat")
    return list(players) if len(players) == seats else [players[0] if players else DEFAULT_OPPONENT] * seats
