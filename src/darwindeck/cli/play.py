"""darwindeck play: a person at the terminal against players of the program."""

from __future__ import annotations

from secrets import randbelow
from typing import TYPE_CHECKING

import click

from .options import SpreadCommand, game_argument, load_checked, players_option, seats_option, seed_type
from .output import printable

if TYPE_CHECKING:
    from darwindeck.play.session import Question, Session

HELP = "a number chooses, Enter takes the only option, h asks a search for its opinion, ? shows the rules, q leaves"
HINT_ITERATIONS = 10_000
DEFAULT_OPPONENT = "mcts-weak"


@click.command(cls=SpreadCommand)
@game_argument
@seats_option
@click.option("--seat", type=click.IntRange(0, 7), default=0, show_default=True, help="Your seat.")
@click.option("--seed", type=seed_type(), help="Seed of all chance; a new one if not given.")
@players_option
@click.option("--hint", is_flag=True, help="Show a search's opinion of your moves before each choice.")
def command(game: str, seats: int | None, seat: int, seed: int | None, players: tuple[str, ...], hint: bool) -> None:
    """Play a game in the terminal against players of the program.

    --players names your opponents: one for all, or one for every seat in order (yours is not asked). Default: mcts-weak.

    \b
    Examples:
      darwindeck play hearts
      darwindeck play draw-poker --seats 4 --seat 2
      darwindeck play scopa --players mcts-strong --hint
    """
    from darwindeck import Game
    from darwindeck.play.session import Session

    rules = Game(load_checked(game, seats))
    if seat >= rules.seats:
        raise click.BadParameter(f"the game has seats 0 to {rules.seats - 1}", param_hint="'--seat'")
    seed = randbelow(2**32) if seed is None else seed
    session = Session(rules, people=[seat], seed=seed, players=opponents(players, rules.seats, seat))
    others = ", ".join(f"seat {other} {name}" for other, name in enumerate(session.names) if other != seat)
    click.echo(f"{game} · {rules.seats} players · you are seat {seat} · {others} · seed {seed}\n{HELP}\n")
    try:
        run_session(session, seat, hint)
    except (click.Abort, KeyboardInterrupt, EOFError):
        click.echo("\nYou left the table.")


def opponents(players: tuple[str, ...], seats: int, seat: int) -> list[str]:
    """One player for every seat; the one at `seat` is not asked."""
    if len(players) == seats - 1 and seats > 2:
        return [*players[:seat], "random", *players[seat:]]
    if len(players) not in (0, 1, seats):
        raise click.UsageError(f"--players: one for all, one for each of the {seats - 1} others, or one a seat")
    return list(players) if len(players) == seats else [players[0] if players else DEFAULT_OPPONENT] * seats


def run_session(session: Session, seat: int, hint: bool = False) -> None:
    """Shows what happens and asks for moves until the game is over."""
    from darwindeck.play.text import Narrator

    narrator = Narrator(session.game, viewer=seat, you=seat, players=session.names)
    show(narrator.start(session.state))
    while True:
        for ply in session.advance():
            show(narrator.tell(ply))
        question = session.question
        if question is None:
            return show(narrator.end(session.state))
        show(narrator.table(session.state))
        move = ask(session, question, hint)
        if move is None:
            raise click.Abort
        show(narrator.tell(session.answer(move)))


def ask(session: Session, question: Question, hint: bool = False) -> int | None:
    """The chosen move, or None to leave."""
    from rich.columns import Columns
    from rich.console import Console

    numbered = [f"{number} {printable(option.text)}" for number, option in enumerate(question.options, 1)]
    click.echo(f"\n{printable(question.prompt)}:")
    Console(markup=False, highlight=False).print(Columns(numbered, padding=(0, 3)))
    if hint and len(numbered) > 1:
        show_hints(session, question)
    while True:
        answer = click.prompt("Your move", default="1" if len(numbered) == 1 else None, show_default=False).strip()
        if answer in ("q", "quit"):
            return None
        if answer in ("h", "hint"):
            show_hints(session, question)
        elif answer == "?":
            from darwindeck.explain.rules import rules_text

            from ..play.rulebooks import game_title

            genome = session.game.genome
            click.echo(printable(rules_text(genome, game_title(genome))))
        elif answer.isdecimal() and 1 <= int(answer) <= len(numbered):
            return question.options[int(answer) - 1].move
        else:
            click.echo(f"Choose 1 to {len(numbered)}: {HELP}.")


def show_hints(session: Session, question: Question) -> None:
    """What a search of the player's own view thinks, best first."""
    texts = {option.move: option.text for option in question.options}
    hints = session.hints(HINT_ITERATIONS)
    if not hints:
        click.echo("There is only one move.")
        return
    click.echo(f"A search of {HINT_ITERATIONS:,} games from what you know (result from -1, lost, to 1, won):")
    for hint in hints[:5]:
        click.echo(f"  {hint.share:5.0%}  {hint.value:+.2f}  {printable(texts[hint.move])}")


def show(lines: list[str]) -> None:
    for line in lines:
        click.echo(printable(line))
