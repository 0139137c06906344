"""darwindeck bench: speed of the engine beside its peers, and its signature."""

from __future__ import annotations

import os
from dataclasses import asdict
from math import isnan
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import click

from .options import SpreadCommand, json_option, load_checked, threads_option
from .output import print_json, print_table, progress_bar

if TYPE_CHECKING:
    from darwindeck.bench.cards import Pace, Speed
    from darwindeck.bench.peers import OpenSpiel

COLUMNS = ("game", "players", "ns/ply", "all threads", "ns/decision", "all threads", "scaling", "CPU ns/ply",
           "µs/deal", "spread", "state bytes", "program bytes")  # fmt: skip
PEER_COLUMNS = ("game", "engine", "loop", "players", "ns/ply", "ns/decision", "CPU ns/ply", "µs/deal", "games/s",
                "× per ply", "× per decision")  # fmt: skip
LEGEND = """\
Random play by the wall clock, shuffling and dealing included; medians of {rounds} interleaved rounds of {seconds:g} s.
A ply is one move asked of a player; a decision one with two or more options. Scaling: {threads} threads against one.
CPU, deals and spread (slowest round less fastest, as a share of the median) are those of one thread."""
PEER_LEGEND = """\
× is their cost over ours. A game is one deal there and a match here, so compare plies, decisions and deals.
Two plies that make one decision here (go fish: whom, which rank) can be one move there; see docs/bench.md.
By hand: whist over bit sets without an engine, one deal a game and no records. Below 1 we are slower."""


class BenchCommand(SpreadCommand):
    spread = "--games"


@click.command(cls=BenchCommand)
@click.option(
    "--games",
    "names",
    multiple=True,
    metavar="NAME …",
    help="Only these games. Default: all; with --search nine of them.",
)
@click.option("--search", is_flag=True, help="Time the tree search instead of random play, in one thread.")
@click.option("--chess", is_flag=True, help="Time chess: perft beside Stockfish and python-chess, and the encoding.")
@click.option("--batch", is_flag=True, help="Time the batched search of chess, beside a plain Python PUCT.")
@click.option("--environments", is_flag=True, help="Time what a learner in Python gets, beside RLCard and OpenSpiel.")
@click.option("--cluster", is_flag=True, help="Time a Ray cluster on this machine beside its threads (docs/scale.md).")
@click.option("--scale", is_flag=True, help="Simulate a generation on clusters of 1 to 1,000 nodes.")
@click.option(
    "--iterations", type=click.IntRange(1, 1_000_000), default=1000, show_default=True, help="Of each search."
)
@click.option(
    "--seconds", type=click.FloatRange(0, 60), default=0.15, show_default=True, help="How long one measurement lasts."
)
@threads_option
@click.option(
    "--peers/--no-peers", default=True, help="Compare with other engines where they are installed (the default)."
)
@click.option(
    "--history",
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Show a file of results, one row a release, and their chart.",
)
@click.option("--label", metavar="TEXT", help="With --history: first measure, and add a row of this name.")
@click.option("--signature", is_flag=True, help="Print one number that changes only when behaviour does.")
@json_option
def command(
    names: tuple[str, ...],
    iterations: int,
    seconds: float,
    threads: int,
    peers: bool,
    history: Path | None,
    label: str | None,
    signature: bool,
    as_json: bool,
    **parts: bool,
) -> None:
    """Measure the engine's speed, or print its signature.

    It prints nanoseconds per ply and per decision of random play, by the wall clock, in one thread and in all. Games that
    OpenSpiel has, too, are timed beside it. With --search it prints milliseconds of a tree search.

    \b
    Examples:
      darwindeck bench
      darwindeck bench --games hearts spades --no-peers
      darwindeck bench --search --games whist hearts
      darwindeck bench --chess
      darwindeck bench --batch
      darwindeck bench --environments
      darwindeck bench --scale
      darwindeck bench --history docs/bench-history.csv
      darwindeck bench --signature
    """
    if label is not None and history is None:
        raise click.UsageError("--label is the name of a row: say with --history which file it is added to")
    if isnan(seconds):
        raise click.BadParameter("nan is not a number of seconds", param_hint="'--seconds'")
    if signature:
        print_signature(as_json)
        return
    if history is not None:
        from .bench_history import show_history

        show_history(history, label, seconds, as_json)
        return
    part = next((name for name, is_asked in parts.items() if is_asked), None)
    if part is None:
        time_cards(names, seconds, threads, peers, as_json)
    elif part == "search":
        from .bench_search import time_searches

        time_searches(names, iterations, peers, as_json)
    else:
        time_part(part, seconds, threads, peers, as_json)


def time_part(part: str, seconds: float, threads: int, peers: bool, as_json: bool) -> None:
    """What is timed instead of random play."""
    if part == "environments":
        from .bench_environments import time_environments

        time_environments(seconds, threads, peers, as_json)
    elif part == "chess":
        from .bench_chess import time_chess

        time_chess(peers, as_json)
    elif part == "batch":
        from .bench_batch import time_batches

        time_batches(threads, as_json)
    else:
        from .bench_scale import simulate_sizes, time_clusters

        (simulate_sizes if part == "scale" else time_clusters)(as_json)


def time_cards(names: tuple[str, ...], seconds: float, threads: int, peers: bool, as_json: bool) -> None:
    """Random play, beside OpenSpiel if it is there, and beside whist by hand."""
    from darwindeck import known_games
    from darwindeck.bench import cards
    from darwindeck.bench import peers as others

    genomes = {name: load_checked(name) for name in names or known_games()}
    shared = [name for name in genomes if name in others.PEERS] if peers else []
    peer = others.import_peer() if shared else None
    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    with progress_bar("bench", cards.count_batches(genomes, len(shared) if peer else 0)) as progress:
        opponents = others.find_peers(peer[0], genomes) if peer else {}
        speeds = cards.measure_speeds(genomes, threads, seconds, opponents, progress)
    if as_json:
        head = {"cores": os.cpu_count(), "load_average": load, "rounds": cards.ROUNDS, "seconds": seconds}
        found = [as_data(speed, opponents.get(speed.game)) for speed in speeds]
        print_json(head | {"peer": f"OpenSpiel {peer[1]}" if peer else None, "games": found})
        return
    print_table(COLUMNS, [row(speed) for speed in speeds])
    click.echo(LEGEND.format(rounds=cards.ROUNDS, seconds=seconds, threads=speeds[0].threads))
    click.echo(machine_note(speeds, load))
    compared = [line for speed in speeds for line in peer_rows(speed, opponents)]
    if compared:
        beside = [f"OpenSpiel {peer[1] if peer else ''}"] if opponents else []
        beside += [f"{speed.game} by hand" for speed in speeds if speed.by_hand]
        click.echo(f"\nBeside {' and '.join(beside)}")
        print_table(PEER_COLUMNS, compared, left=3)
        click.echo(PEER_LEGEND)
    if shared and not peer:
        click.echo(others.HOW_TO_GET)


def print_signature(as_json: bool) -> None:
    from ..experiment.signature import PARTS, signature

    with progress_bar("signature", len(PARTS)) as progress:
        number = signature(progress)
    if as_json:
        print_json({"signature": number})
    else:
        click.echo(number)


def machine_note(speeds: list[Speed], load: float | None) -> str:
    """What of the machine the run had: on a busy one all costs come out too high and the scaling too low."""
    one, many = (median(pace.cores for pace in paces) for paces in zip(*map(both_paces, speeds), strict=True))
    before = "" if load is None else f"Load average before the run: {load:.1f} on {os.cpu_count()} cores. "
    return f"{before}One thread had {one:.2f} of a core, {speeds[0].threads} threads {many:.2f} cores."


def both_paces(speed: Speed) -> tuple[Pace, Pace]:
    return speed.one_thread, speed.all_threads


def row(speed: Speed) -> tuple[str, ...]:
    """One game as a row of the table of speeds."""
    one, many = both_paces(speed)
    return (
        speed.game,
        str(speed.seats),
        f"{one.ns_per_ply:,.1f}",
        f"{many.ns_per_ply:,.1f}",
        number_or_dash(one.ns_per_decision),
        number_or_dash(many.ns_per_decision),
        f"{speed.scaling:.2f}",
        f"{one.cpu_ns_per_ply:,.1f}",
        f"{one.us_per_deal:,.2f}",
        f"{one.spread:.0%}",
        f"{speed.state_bytes:,}",
        f"{speed.program_bytes:,}",
    )


def peer_rows(speed: Speed, opponents: dict[str, OpenSpiel]) -> list[tuple[str, ...]]:
    """OpenSpiel or whist by hand, we in one thread, we in all: one line each; none if nobody else plays the game."""
    if speed.peer is not None:
        other, engine, loop = speed.peer, "OpenSpiel", opponents[speed.game].loop
    elif speed.by_hand is not None:
        other, engine, loop = speed.by_hand, "by hand", "bit sets"
    else:
        return []
    threads = f"ours, {speed.threads} threads"
    return [
        (speed.game, engine, loop, str(speed.seats), *paces(other), "", ""),
        ("", "ours, 1 thread", "one call", "", *paces(speed.one_thread), *advantages(other, speed.one_thread)),
        ("", threads, "one call", "", *paces(speed.all_threads), *advantages(other, speed.all_threads)),
    ]


def paces(pace: Pace) -> tuple[str, ...]:
    return (
        f"{pace.ns_per_ply:,.1f}",
        number_or_dash(pace.ns_per_decision),
        f"{pace.cpu_ns_per_ply:,.1f}",
        f"{pace.us_per_deal:,.2f}",
        f"{pace.games_per_second:,.0f}",
    )


def advantages(theirs: Pace, ours: Pace) -> tuple[str, str]:
    per_decision = ratio(theirs.ns_per_decision, ours.ns_per_decision)
    return f"{theirs.ns_per_ply / ours.ns_per_ply:,.2f}", number_or_dash(per_decision, 2)


def ratio(theirs: float | None, ours: float | None) -> float | None:
    return theirs / ours if theirs is not None and ours is not None else None


def number_or_dash(number: float | None, places: int = 1) -> str:
    return "–" if number is None else f"{number:,.{places}f}"


def as_data(speed: Speed, opponent: OpenSpiel | None) -> dict[str, Any]:
    data = asdict(speed) | {"scaling": speed.scaling}
    if opponent is None or speed.peer is None:
        return data
    data["peer"] |= {"game": opponent.description, "loop": opponent.loop}
    for threads, pace in (("one_thread", speed.one_thread), ("all_threads", speed.all_threads)):
        data[threads]["times_faster_per_ply"] = ratio(speed.peer.ns_per_ply, pace.ns_per_ply)
        data[threads]["times_faster_per_decision"] = ratio(speed.peer.ns_per_decision, pace.ns_per_decision)
    return data
