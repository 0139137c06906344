"""darwindeck tournament: win rates and ratings of players on one game, or its ladder of strengths."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

import click

from .options import (
    SpreadCommand,
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
from .output import print_json, print_table, printable, progress_bar, rate_text

if TYPE_CHECKING:
    from darwindeck.contest.contest import TournamentResult
    from darwindeck.contest.ladder import LadderResult
    from darwindeck.contest.rating import PairRate, Rating
    from darwindeck.contest.schedule import Schedule
    from darwindeck.genome.genome import GameGenome
    from darwindeck.simulate.backends.local import Local

    Where = Callable[[Callable[[int], None]], AbstractContextManager[Local]]  # opens a backend that tells its progress

PLAYERS = ("random", "greedy", "mcts-weak", "mcts-medium")
WIDEST = 6  # players in a table of everybody against everybody


@click.command(cls=SpreadCommand)
@game_argument
@click.option("--players", multiple=True, help=f"Who plays. Default: {' '.join(PLAYERS)}, or the ladder's.")
@click.option("--games", type=games_type(), default=200, show_default=True, help="Games a pairing, at least.")
@click.option("--ladder", "is_ladder", is_flag=True, help="Count how many players, weakest first, can be told apart.")
@click.option("--learned", is_flag=True, help="Above the others, the learned player that comes along for GAME.")
@level_option
@seed_option
@threads_option
@takes_cluster
@seats_option
@json_option
def command(
    game: str,
    players: tuple[str, ...],
    games: int,
    is_ladder: bool,
    learned: bool,
    level: float,
    seed: int,
    threads: int,
    seats: int | None,
    as_json: bool,
    **cluster: Any,
) -> None:
    """Let players meet each other and rate them.

    Every two players meet on the same deals, from every side. In games of more than two sides, one of the first plays
    against several of the second, and the other way round. Games are rounded up to whole deals. Ratings are in Elo above
    the first player. Ctrl-C ends the tournament, and prints what was played.

    \b
    Examples:
      darwindeck tournament hearts --players random greedy mcts-weak --games 400
      darwindeck tournament crazy-eights --players random first --json
      darwindeck tournament durak --ladder --learned
      darwindeck tournament hearts --games 20000 --backend ray --address HEAD:6379
    """
    from darwindeck.contest.ladder import RUNGS

    options = {"games": games, "level": level, "seed": seed}
    contest, usual = (climb, RUNGS) if is_ladder else (meet, PLAYERS)
    where, genome = partial(open_backend, cluster, threads), load_checked(game, seats)
    players = (players or usual) + ((name_learned(game, genome),) if learned else ())
    if contest(game, players, genome, options, as_json, where):
        raise click.Abort


def name_learned(game: str, genome: GameGenome) -> str:
    from darwindeck.compile.program import compile_genome
    from darwindeck.engine.learned import find_trained

    if (name := find_trained(compile_genome(genome).program.hash)) is None:
        raise click.UsageError(f"No learned player comes along for {game}: train one, and give it with --players.")
    return name


def meet(
    game: str, players: tuple[str, ...], genome: GameGenome, options: dict[str, Any], as_json: bool, where: Where
) -> bool:
    """Plays and prints a round robin; whether it was interrupted."""
    from darwindeck.contest.contest import tournament
    from darwindeck.contest.schedule import Schedule

    schedule = Schedule.of(genome)
    pairings = len(players) * (len(players) - 1) // 2
    with progress_bar(game, pairings * schedule.games(options["games"])) as progress, where(progress) as backend:
        result = tournament(genome, players, backend=backend, **options)
    if as_json:
        print_json({"game": game, "seed": options["seed"], **asdict(result)})
    else:
        click.echo(heading(game, options, schedule, result.interrupted))
        print_pairs(result)
        print_ratings(result.ratings, f"{100 * result.level:g} % interval")
    return result.interrupted


def climb(
    game: str, players: tuple[str, ...], genome: GameGenome, options: dict[str, Any], as_json: bool, where: Where
) -> bool:
    """Plays and prints a ladder; whether it was interrupted."""
    from darwindeck.contest.ladder import ladder
    from darwindeck.contest.schedule import Schedule

    schedule = Schedule.of(genome)
    games = (len(players) - 1) * schedule.games(options["games"])
    with progress_bar(game, games) as progress, where(progress) as backend:
        result = ladder(genome, players, backend=backend, **options)
    if as_json:
        print_json({"game": game, "seed": options["seed"], **asdict(result)})
    else:
        click.echo(heading(game, options, schedule, result.interrupted))
        print_rungs(result)
    return result.interrupted


def heading(game: str, options: dict[str, Any], schedule: Schedule, interrupted: bool) -> str:
    """What was to be played; says so where whole deals made more games of it than asked for."""
    asked = options["games"]
    games, deals = schedule.games(asked), schedule.deals(asked)
    rounded = f" ({asked:,} rounded up to whole deals)" if asked != games else ""
    planned = f"{games:,} games on {deals:,} deals a pairing{rounded}"
    stopped = " · stopped before the end" if interrupted else ""
    return printable(f"{game} · {len(schedule.sides)} sides · seed {options['seed']} · {planned}{stopped}")


def print_pairs(result: TournamentResult) -> None:
    """Everybody against everybody, as squares where they fit."""
    sure = f"{100 * result.level:g} % interval"
    if len(result.players) > WIDEST:
        print_rates(result.pairs, sure)
        return
    among = f", one among others; even is {1 / result.sides:.1%}" if result.sides > 2 else ""
    click.echo(f"\nWin rate of row against column ({sure}){among}")
    print_square(result.players, {(pair.a, pair.b): rate_text(pair.rate, pair.low, pair.high) for pair in result.pairs})
    if result.sides > 2:
        click.echo(f"Equivalent in a game of two ({sure})")
        print_square(result.players, {(pair.a, pair.b): equivalent_text(pair) for pair in result.pairs})


def print_square(players: Sequence[str], cells: dict[tuple[str, str], str]) -> None:
    print_table(("", *players), [[row, *(cells.get((row, column), "") for column in players)] for row in players])


def print_rates(pairs: Sequence[PairRate], sure: str) -> None:
    """One line a pair."""
    columns = ("player", "against", f"win rate ({sure})", "even", "in a game of two", "games")
    rows = [
        (
            pair.a,
            pair.b,
            rate_text(pair.rate, pair.low, pair.high),
            f"{pair.even:.1%}",
            equivalent_text(pair),
            f"{pair.games:,}",
        )
        for pair in pairs
    ]
    print_table(columns, rows, left=2)


def equivalent_text(pair: PairRate) -> str:
    return rate_text(pair.equivalent, pair.equivalent_low, pair.equivalent_high)


def print_ratings(ratings: Sequence[Rating], sure: str) -> None:
    """Strongest first."""
    rows = [
        (rating.player, f"{rating.elo:+.0f}", range_text(rating), f"{rating.games:,}")
        for rating in sorted(ratings, key=lambda rating: -rating.elo)
    ]
    print_table(("player", "Elo", sure, "games"), rows)


def range_text(rating: Rating) -> str:
    return f"{rating.low:+.0f} to {rating.high:+.0f}" if rating.low < rating.high else "anchor"


def print_rungs(result: LadderResult) -> None:
    """The comparisons of the ladder, one row each."""
    rows = [
        (
            rung.player,
            rung.against,
            rate_text(rung.rate, rung.low, rung.high),
            f"{rung.games:,}",
            "yes" if rung.counts else "no",
        )
        for rung in result.rungs
    ]
    rate = "win rate" if result.sides == 2 else "win rate in a game of two"
    print_table(("player", "against", f"{rate} ({100 * result.level:g} % interval)", "games", "counts"), rows, left=2)
    click.echo(f"Depth {result.depth}" + (" so far" if result.interrupted else ""))
