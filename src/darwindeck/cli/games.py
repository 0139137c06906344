"""darwindeck games: the known games, their rules in sentences, and the schema of the file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from .games_at_hand import complete_game
from .options import json_option, load_checked, seats_option
from .output import print_json, print_table, printable

if TYPE_CHECKING:
    from darwindeck.genome.genome import GameGenome


@click.command()
@click.argument("game", required=False, metavar="[GAME | schema]", shell_complete=complete_game)
@click.option("--invented", is_flag=True, help="List the games that the program invented.")
@seats_option
@json_option
def command(game: str | None, invented: bool, seats: int | None, as_json: bool) -> None:
    """List the known games, or those that the program invented, or show the rules of one.

    With `schema` instead of a game, prints the JSON Schema of game files.

    \b
    Examples:
      darwindeck games
      darwindeck games --invented
      darwindeck games hearts
      darwindeck games hearts --json > my-game.json
      darwindeck games schema > game.schema.json
    """
    if game is None:
        list_games(invented, as_json)
    elif invented:
        raise click.UsageError("--invented lists games; leave the name out")
    elif game == "schema":
        from darwindeck.genome.text import genome_schema

        print_json(genome_schema())
    else:
        show_game(game, seats, as_json)


def list_games(invented: bool, as_json: bool) -> None:
    from darwindeck import exact_games, invented_games, known_games, load_genome

    exact = [] if invented else exact_games()
    genomes = {name: load_genome(name) for name in (invented_games() if invented else (*known_games(), *exact))}
    if as_json:
        print_json([describe(name, genome) | {"exact": name in exact} for name, genome in genomes.items()])
        return
    rows = [(name, players_text(genome), tell(genome)) for name, genome in genomes.items()]
    print_table(("game", "players", "what it is"), rows, left=3)
    if exact:
        click.echo(f"{' and '.join(exact)} are exact: small enough to be solved, and no run begins with them.")


def show_game(name: str, seats: int | None, as_json: bool) -> None:
    """One game: its rules, or its genome as JSON."""
    genome = load_checked(name, seats)
    if as_json:
        from darwindeck.genome.text import format_genome

        click.echo(format_genome(genome), nl=False)
    else:
        from darwindeck.explain.rules import rules_text

        from ..play.rulebooks import game_title

        click.echo(printable(rules_text(genome, game_title(genome))))


def describe(name: str, genome: GameGenome) -> dict[str, Any]:
    return {
        "game": name,
        "name": genome.name,
        "players": genome.player_count,
        "player_counts": list(genome.player_counts or (genome.player_count,)),
        "description": genome.description or tell(genome),
    }


def tell(genome: GameGenome) -> str:
    """What it is: in the words of its file, or for an invented game, which has none, in those of its pitch."""
    from darwindeck.explain.pitch import write_pitch

    return first_sentence(genome.description) or printable(write_pitch(genome))


def players_text(genome: GameGenome) -> str:
    counts = genome.player_counts or (genome.player_count,)
    return ", ".join(str(count) for count in sorted(counts))


def first_sentence(text: str) -> str:
    sentence, stop, _ = text.partition(". ")
    return sentence + stop.strip()
