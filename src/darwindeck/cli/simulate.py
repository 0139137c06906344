"""darwindeck simulate: many games of one rule set, or of all known ones, in a table."""

from __future__ import annotations

from dataclasses import asdict
from time import perf_counter
from typing import TYPE_CHECKING, Any

import click

from .options import (
    SpreadCommand,
    games_type,
    json_option,
    load_checked,
    optional_game_argument,
    players_option,
    seats_option,
    seed_option,
    threads_option,
)
from .output import print_json, print_table, progress_bar

if TYPE_CHECKING:
    from darwindeck.measure.summary import SeatAdvantage

COLUMNS = ("game", "players", "plies", "decisions", "legal moves", "seat advantage", "endings", "plies/s")


@click.command(cls=SpreadCommand)
@optional_game_argument
@click.option("--all", "all_games", is_flag=True, help="All known games instead of GAME.")
@click.option("--games", type=games_type(), default=1000, show_default=True, help="How many games.")
@seed_option
@threads_option
@seats_option
@players_option
@json_option
def command(
    game: str | None,
    all_games: bool,
    games: int,
    seed: int,
    threads: int,
    seats: int | None,
    players: tuple[str, ...],
    as_json: bool,
) -> None:
    """Play many games and print what happened.

    A ply is one move; a decision is one with two or more to choose from. Plies, decisions and legal moves are means. The
    seat advantage is told of one seat: the one whose share of the wins is farthest from an even share. It has a 95 %
    interval. (A win is shared by its winners, a draw by all.) JSON also has the median of turns, the duration in seconds,
    and as `errors` the number of games that the turn limit or a runaway ended.

    \b
    Examples:
      darwindeck simulate hearts --games 10000 --seed 7
      darwindeck simulate cheat --seats 5 --json
      darwindeck simulate crazy-eights --games 100 --players mcts-medium greedy
      darwindeck simulate --all
    """
    if (game is None) != all_games:
        raise click.UsageError("give either GAME or --all")
    if all_games:
        from darwindeck import known_games

        results = [simulate_game(name, games, seed, threads, seats, players) for name in known_games()]
    else:
        results = [simulate_game(str(game), games, seed, threads, seats, players)]
    if as_json:
        print_json(results if all_games else results[0])
    else:
        print_table(COLUMNS, [row(result) for result in results])


def simulate_game(
    name: str, games: int, seed: int, threads: int, seats: int | None, players: tuple[str, ...]
) -> dict[str, Any]:
    """Simulates and sums up. The duration, in seconds, and the rate are by the wall clock, all else is reproducible."""
    from darwindeck.measure.summary import summarize

    from ..simulate.simulate import simulate

    genome = load_checked(name, seats)
    with progress_bar(name, games) as progress:
        start = perf_counter()
        records = simulate(genome, players=players or None, games=games, seed=seed, threads=threads, progress=progress)
        seconds = perf_counter() - start
    summary = summarize(records)
    times = {"duration": seconds, "duration_per_game": seconds / games, "ply_rate": summary.plies * games / seconds}
    return {"game": name, "seed": seed, **asdict(summary), **times}


def row(result: dict[str, Any]) -> tuple[str, ...]:
    """One game as a row of the table."""
    from darwindeck.measure.summary import SeatAdvantage

    return (
        result["game"],
        str(result["seats"]),
        f"{result['plies']:,.1f}",
        f"{result['decisions']:,.1f}",
        f"{result['legal_moves']:.2f}",
        advantage_text(SeatAdvantage(**result["advantage"])),
        ", ".join(f"{ending.replace('_', ' ')} {share:.1%}" for ending, share in result["endings"].items()),
        f"{result['ply_rate']:,.0f}",
    )


def advantage_text(advantage: SeatAdvantage) -> str:
    return f"seat {advantage.seat} {advantage.difference:+.1%} ± {advantage.interval:.1%}"
