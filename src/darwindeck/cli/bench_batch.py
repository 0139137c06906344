"""darwindeck bench --batch: what the batched search costs, beside a plain Python PUCT."""

from __future__ import annotations

import os
from dataclasses import asdict

import click

from .output import print_json, print_table, progress_bar

COST_COLUMNS = ("evaluator", "how", "threads", "µs/simulation", "CPU µs", "ask µs", "tell µs", "mean depth")
LEAF_COLUMNS = ("collecting", "threads", "ms", "99 % below", "batch fill")
PARTS = 7


def time_batches(threads: int, as_json: bool) -> None:
    """Measures batched searches and prints what a simulation and a leaf cost."""
    from darwindeck.bench import batch

    load = os.getloadavg()[0] if hasattr(os, "getloadavg") else None
    with progress_bar("bench", PARTS) as progress:
        speed = batch.measure(threads or os.cpu_count() or 1, progress=progress)
    if as_json:
        print_json({"cores": os.cpu_count(), "load_average": load, "rounds": batch.ROUNDS} | asdict(speed))
        return
    rows = [
        (of.evaluator, of.how, str(of.threads), f"{of.us:.2f}", f"{of.cpu_us:.2f}", f"{of.ask_us:.2f}",
         f"{of.tell_us:.2f}", f"{of.mean_depth:.1f}")
        for of in speed.costs
    ]  # fmt: skip
    print_table(COST_COLUMNS, rows, left=2)
    click.echo(f"Chess, {speed.trees} games × {speed.simulations} simulations, one leaf a tree and round.\n")
    leaves = [
        (f"{of.leaves} leaves of {speed.trees} games", str(of.threads), f"{of.ms:.2f}", f"{of.slowest_ms:.2f}", f"{of.batch_fill:.1%}")
        for of in speed.collections
    ]  # fmt: skip
    print_table(LEAF_COLUMNS, leaves)
    megabytes = f"{speed.tree_bytes / 1e6:.1f} MB of trees, {speed.cache_bytes / 1e6:.1f} MB of cache"
    click.echo(f"Memory of {speed.trees} × {speed.simulations}: {megabytes}.")
    if speed.reference_us is None:
        click.echo("For a comparison run this in the source tree: tests/reference/puct.py is the plain Python PUCT.")
    else:
        click.echo(
            f"The Python PUCT of tests/reference needs {speed.reference_us:.0f} µs a simulation: × {speed.times_faster:.0f}."
        )
