"""darwindeck bench --chess: perft beside Stockfish and python-chess, and what encoding costs."""

from __future__ import annotations

import os
from dataclasses import asdict

import click

from .output import print_json, print_table

PERFT_COLUMNS = ("position", "engine", "depth", "nodes", "million/s", "by the clock", "× ours")
CHORE_COLUMNS = ("for one position", "ns")
HOW_TO_GET = "For a comparison: pip install chess (python-chess), and Stockfish (Debian: stockfish)."


def time_chess(peers: bool, as_json: bool) -> None:
    """Measures counting and encoding of chess positions, beside other engines where they are installed."""
    from darwindeck.bench import perft

    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    perfts = perft.measure_perft(peers)
    chores = perft.measure_chores()
    if as_json:
        head = {"cores": os.cpu_count(), "load_average": load, "rounds": perft.ROUNDS}
        print_json(head | {"perft": [asdict(of) for of in perfts], "encoding": [asdict(of) for of in chores]})
        return
    ours = {of.position: of.nodes_per_second for of in perfts if of.engine == "ours"}
    rows = [
        (of.position, of.engine, str(of.depth), f"{of.nodes:,}", f"{of.nodes_per_second / 1e6:,.1f}",
         f"{of.wall_nodes_per_second / 1e6:,.1f}", f"{ours[of.position] / of.nodes_per_second:,.2f}")
        for of in perfts
    ]  # fmt: skip
    print_table(PERFT_COLUMNS, rows, left=2)
    click.echo("Perft in one thread; medians of interleaved rounds. × ours: how many times faster we are.")
    click.echo("Million/s is by processor time, which other work on the machine hardly changes.\n")
    print_table(CHORE_COLUMNS, [(of.chore, f"{of.ns:,.0f}") for of in chores])
    click.echo(
        f"Inside the core, {chores[0].positions} positions of random games with {chores[0].moves:.1f} moves each."
    )
    if peers and len(perfts) == len(ours):
        click.echo(HOW_TO_GET)
