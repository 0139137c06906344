"""What `darwindeck bench --scale` and `--cluster` print: a generation on clusters of any size, and what one here costs."""

from __future__ import annotations

from dataclasses import asdict

import click

from .output import print_json, print_table, progress_bar

SIZES = (1, 10, 32, 100, 1000)
WORKERS = (1, 2, 4)
LEGEND = """\
One generation of {seconds:,.0f} processor seconds in {stages} stages, simulated, on nodes of {processors} processors each.
The serial part is when only the process that sends and judges has work. Dollars at {price} a node and hour."""


def simulate_sizes(as_json: bool) -> None:
    from darwindeck.bench.scale import Cluster, Work, compare_sizes

    work = Work()
    found = compare_sizes(work, SIZES)
    if as_json:
        print_json({str(nodes): asdict(outcome) for nodes, outcome in found.items()})
        return
    rows = [
        (str(nodes), f"{out.seconds / 60:.1f}", f"{out.efficiency:.0%}", f"{out.serial:.0%}", str(out.lost), f"{out.dollars:.2f}")
        for nodes, out in found.items()
    ]  # fmt: skip
    print_table(("nodes", "minutes", "efficiency", "serial part", "chunks lost", "dollars"), rows, left=0)
    cluster = Cluster(1)
    click.echo(
        LEGEND.format(
            seconds=work.seconds, stages=work.stages, processors=cluster.processors, price=f"${cluster.price}"
        )
    )


def time_clusters(as_json: bool) -> None:
    from darwindeck.bench.cluster import measure_cluster

    with progress_bar("cluster", len(WORKERS)) as progress:
        costs = measure_cluster(WORKERS, progress=progress)
    if as_json:
        print_json([asdict(cost) | {"efficiency": cost.efficiency} for cost in costs])
        return
    rows = [
        (str(cost.workers), f"{cost.starting:.1f}", f"{1e3 * cost.chunk_seconds:.1f}", f"{1e3 * cost.chunk_processor:.1f}",
         f"{cost.local_seconds:.2f}", f"{cost.cluster_seconds:.2f}", f"{cost.efficiency:.0%}")
        for cost in costs
    ]  # fmt: skip
    heads = ("workers", "start, s", "chunk, ms", "of it here, ms", "threads, s", "cluster, s", "efficiency")
    print_table(heads, rows, left=0)
