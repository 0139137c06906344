"""darwindeck play: a person at the terminal against random players."""

from __future__ import annotations

from secrets import randbelow
from typing import TYPE_CHECKING

import click

from .options import game_argument, load_checked, seats_option, seed_type
from .output import printable

if TYPE_CHECKING:
    from darwindeck.play.session import Question, Session

HELP = "a number chooses, Enter takes the only option, ? shows the rules, q leaves"


@click.command()
@game_argument
@seats_option
@click.option("--seat", type=click.IntRange(0, 7), default=0, show_default=True, help="Your seat.")
@click.option("--seed", type=seed_type(), help="Seed of all chance; a new one if not given.")
def command(game: str, seats: int | None, seat: int, seed: int | None) -> None:
    """Play a game in the terminal against random players.

    \b
    Examples:
      darwindeck play hearts
      darwindeck play draw-poker --seats 4 --seat 2
    """
    from darwindeck import Game
    from darwindeck.play.session import Session

    rules = Game(load_checked(game, seats))
    if seat >= rules.seats:
        raise click.BadParameter(f"the game has seats 0 to {rules.seats - 1}", param_hint="'--seat'")
    seed = randbelow(2**32) if seed is None else seed
    click.echo(f"{game} · {rules.seats} players · you are seat {seat} · seed {seed}\n{HELP}\n")
    try:
        play(Session(rules, people=[seat], seed=seed), seat)
    except (click.Abort, KeyboardInterrupt, EOFError):
        click.echo("\nYou left the table.")


def play(session: Session, seat: int) -> None:
    """Shows what happens and asks for moves until the game is over."""
    from darwindeck.play.text import Narrator

    narrator = Narrator(session.game, viewer=seat, you=seat)
    show(narrator.start(session.state))
    while True:
        for ply in session.advance():
            show(narrator.tell(ply))
        question = session.question
        if question is None:
            return show(narrator.end(session.state))
        show(narrator.table(session.state))
        move = ask(session, question)
        if move is None:
            raise click.Abort
        show(narrator.tell(session.answer(move)))


def ask(session: Session, question: Question) -> int | None:
    """The chosen move, or None to leave."""
    from rich.columns import Columns
    from rich.console import Console

    numbered = [f"{number} {printable(option.text)}" for number, option in enumerate(question.options, 1)]
    click.echo(f"\n{printable(question.prompt)}:")
    Console(markup=False, highlight=False).print(Columns(numbered, padding=(0, 3)))
    while True:
        answer = click.prompt("Your move", default="1" if len(numbered) == 1 else None, show_default=False).strip()
        if answer in ("q", "quit"):
            return None
        if answer == "?":
            from darwindeck.explain.rules import rules_text

            click.echo(printable(rules_text(session.game.genome)))
        elif answer.isdecimal() and 1 <= int(answer) <= len(numbered):
            return question.options[int(answer) - 1].move
        else:
            click.echo(f"Choose 1 to {len(numbered)}: {HELP}.")


def show(lines: list[str]) -> None:
    for line in lines:
        click.echo(printable(line))
