"""darwindeck duel: one player against another, for a number of games or until a sequential test decides."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from .options import (
    game_argument,
    games_type,
    json_option,
    level_option,
    load_checked,
    open_backend,
    seats_option,
    seed_option,
    takes_cluster,
    threads_option,
)
from .output import print_json, printable, progress_bar
from .tournament import print_rates, print_ratings

if TYPE_CHECKING:
    from darwindeck.contest.contest import DuelResult
    from darwindeck.contest.sprt import Hypotheses

GAMES = 1000
MAX_GAMES = 20_000


def elo_bounds(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[float, float] | None:
    """Two numbers: `0,20`."""
    if value is None:
        return None
    try:
        elo0, elo1 = (float(part) for part in value.split(","))
    except ValueError:
        raise click.BadParameter(f"{value!r} is not two numbers such as 0,20") from None
    return elo0, elo1


@click.command()
@game_argument
@click.argument("a")
@click.argument("b")
@click.option("--games", type=games_type(), help=f"How many games, at least; {GAMES:,} if nothing is said.")
@click.option(
    "--sprt", metavar="ELO0,ELO1", callback=elo_bounds, help="Play until A is proven ELO1 above B, or only ELO0."
)
@click.option("--alpha", type=float, default=0.05, show_default=True, help="Chance to accept ELO1 where ELO0 holds.")
@click.option("--beta", type=float, default=0.05, show_default=True, help="Chance to accept ELO0 where ELO1 holds.")
@click.option("--max-games", type=games_type(), help=f"Where --sprt gives up; {MAX_GAMES:,} if nothing is said.")
@level_option
@seed_option
@threads_option
@takes_cluster
@seats_option
@json_option
def command(
    game: str,
    a: str,
    b: str,
    games: int | None,
    sprt: tuple[float, float] | None,
    alpha: float,
    beta: float,
    max_games: int | None,
    level: float,
    seed: int,
    threads: int,
    seats: int | None,
    as_json: bool,
    **cluster: Any,
) -> None:
    """Play one player against another, and say who is better.

    Both meet on the same deals, from every side. Games are rounded up to whole deals. With --sprt they play until the
    difference is proven. Ctrl-C ends the duel, and prints what was played.

    \b
    Examples:
      darwindeck duel crazy-eights random first --games 2000
      darwindeck duel hearts greedy random --sprt 0,50
    """
    from darwindeck.contest.contest import duel
    from darwindeck.contest.schedule import Schedule

    if sprt and games:
        raise click.UsageError("--sprt plays up to --max-games, not --games")
    if max_games and not sprt:
        raise click.UsageError("--max-games goes with --sprt")
    hypotheses = hypotheses_of(sprt, alpha, beta)
    most = (max_games or MAX_GAMES) if sprt else (games or GAMES)
    genome = load_checked(game, seats)
    games_of = Schedule.of(genome).games(most)
    with progress_bar(game, games_of) as progress, open_backend(cluster, threads, progress) as backend:
        result = duel(genome, a, b, most, hypotheses, seed, level=level, backend=backend)
    if as_json:
        print_json({"game": game, "seed": seed, "asked": most, **asdict(result)})
    else:
        print_duel(game, seed, most, result)
    if result.interrupted:
        raise click.Abort


def hypotheses_of(sprt: tuple[float, float] | None, alpha: float, beta: float) -> Hypotheses | None:
    from darwindeck.contest.sprt import Hypotheses

    return Hypotheses(*sprt, alpha, beta) if sprt else None


def print_duel(game: str, seed: int, most: int, result: DuelResult) -> None:
    """The result as text: rates, ratings, and the verdict of the sequential test."""
    rounded = f" ({most:,} rounded up to whole deals)" if result.games > most else ""
    played = f"{result.games:,} games on {result.deals:,} deals{rounded}"
    click.echo(printable(f"{game} · {result.sides} sides · seed {seed} · {played}"))
    sure = f"{100 * result.level:g} % interval"
    print_rates(result.pairs, sure)
    print_ratings(result.ratings, sure)
    if result.verdict and result.hypotheses:
        bounds = f"{result.hypotheses.elo0:g},{result.hypotheses.elo1:g}"
        verdict = result.verdict
        said = f"{verdict.decision} accepted" if verdict.decision else "not decided"
        click.echo(f"SPRT {bounds}: LLR {verdict.llr:.2f}, bounds {verdict.lower:.2f} and {verdict.upper:.2f}: {said}")
