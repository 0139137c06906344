"""darwindeck bench: speed of the engine, and its signature."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING

import click

from .options import games_type, json_option, threads_option
from .output import print_json, print_table, progress_bar

if TYPE_CHECKING:
    from darwindeck.bench import Speed

COLUMNS = ("game", "players", "unit", "ns, 1 thread", "ns, all threads", "state bytes", "program bytes")


@click.command()
@click.option("--games", type=games_type(), default=2000, show_default=True, help="Games of each kind to time.")
@threads_option
@click.option("--signature", is_flag=True, help="Print one number that changes only when behaviour does.")
@json_option
def command(games: int, threads: int, signature: bool, as_json: bool) -> None:
    """Measure the engine's speed, or print its signature.

    Nanoseconds per decision (per ply in games without decisions) of random play, by the wall clock.

    \b
    Examples:
      darwindeck bench
      darwindeck bench --signature
    """
    from darwindeck import bench, known_games

    names = known_games()
    if signature:
        with progress_bar("signature", len(names)) as progress:
            number = bench.signature(names, progress=progress)
        if as_json:
            print_json({"signature": number})
        else:
            click.echo(number)
        return
    speeds = []
    with progress_bar("bench", len(names)) as progress:
        for name in names:
            speeds.append(bench.measure_speed(name, games, threads))
            progress(1)
    if as_json:
        print_json([asdict(speed) for speed in speeds])
        return
    print_table(COLUMNS, [row(speed) for speed in speeds])


def row(speed: Speed) -> tuple[str, ...]:
    return (
        speed.game,
        str(speed.seats),
        speed.unit,
        f"{speed.ns_one_thread:,.1f}",
        f"{speed.ns_all_threads:,.1f}",
        f"{speed.state_bytes:,}",
        f"{speed.program_bytes:,}",
    )
