"""darwindeck resume: go on with a run that was stopped."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import click


class Generation(click.ParamType[int]):
    """A number of a generation, bare or as directories and older plans write it: 3, gen_0003, generation_3."""

    name = "generation"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        found = re.fullmatch(r"(?:gen_|generation_)?(\d{1,9})", str(value))
        if found is None:
            self.fail(f"{value!r} is no generation such as 3, gen_0003 or generation_3", param, ctx)
        return int(found[1])


@click.command()
@click.argument("directory", type=click.Path(path_type=Path))
@click.option(
    "--rollback-to", type=Generation(), metavar="N",
    help="Forget all generations after this one, and go on from it; gen_000N and generation_N mean the same.",
)  # fmt: skip
@click.option("--generations", type=int, help="Go on to this many generations instead of those planned.")
@click.option("--workers", type=int, help="Threads; 0 is one for each core. Results never differ.  [0]")
@click.option("--backend", type=click.Choice(["local", "ray"]), help="Where games are played.  [local]")
@click.option("--address", help="The Ray cluster to use: HOST:PORT, or auto.  [RAY_ADDRESS, else one of its own]")
@click.option("--worker-memory", type=float, help="GiB that each worker of a Ray cluster may take.  [2]")
@click.option("--time-budget", help="Stop in time to be done after this: 90s, 5m, 1h30m.")
@click.option("--cache/--no-cache", default=None, help="Whether to keep and reuse what was played.  [cache]")
@click.option("--console-level", type=click.Choice(["debug", "info", "warning"]), help="What is printed.  [info]")
def command(directory: Path, rollback_to: int | None, generations: int | None, **flags: Any) -> None:
    """Go on with a run that was stopped.

    It goes on from the last complete generation, and ends in the same bytes as a run that was never stopped. A finished
    run is only shown again, unless --rollback-to or more --generations are given. Of a directory of runs the newest is
    taken.

    \b
    Examples:
      darwindeck resume experiments
      darwindeck resume experiments/run-2026-01-10-14-30-00 --rollback-to 3
      darwindeck resume experiments --rollback-to gen_0003
    """
    from ..experiment.experiment import Experiment
    from ..experiment.settings import resolve_runtime
    from .run import go_on, say_what_was_read

    began = time.monotonic()
    experiment = Experiment(directory)
    runtime, read = resolve_runtime(flags)
    say_what_was_read(read)
    if rollback_to is not None:
        experiment.rollback_to(rollback_to)
    if generations is not None:
        experiment.extend(generations)
    go_on(experiment, runtime, began)
