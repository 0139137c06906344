"""Arguments and options that several commands share, and how they load a game."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from .games_at_hand import complete_game, load_game

if TYPE_CHECKING:
    from darwindeck.genome.genome import GameGenome
    from darwindeck.simulate.backends.local import Local

game_argument = click.argument("game", shell_complete=complete_game)
optional_game_argument = click.argument("game", required=False, shell_complete=complete_game)
seats_option = click.option("--seats", type=click.IntRange(2, 8), help="How many seats, where the game allows several.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
threads_option = click.option(
    "--threads", type=click.IntRange(0, 1024), default=0, help="Threads; 0 is one for each core. Results never differ."
)
players_option = click.option(
    "--players",
    multiple=True,
    help="Who plays: one for all seats, or one a seat: random, greedy, mcts-weak, mcts-medium, mcts-strong, mcts:N, or a player of your own.",
)
index_option = click.option(
    "--index", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Which game of that seed."
)

level_option = click.option(
    "--level",
    type=click.FloatRange(0, 1, min_open=True, max_open=True),
    default=0.95,
    show_default=True,
    help="How sure the intervals are.",
)

cluster_options = (
    click.option("--backend", type=click.Choice(["local", "ray"]), default="local", show_default=True,
                 help="Where games are played: here, or on a Ray cluster (docs/scale.md)."),
    click.option("--address", help="The Ray cluster to use: HOST:PORT, or auto.  [RAY_ADDRESS, else one of its own]"),
    click.option("--worker-memory", type=click.FloatRange(0.25, 1024),
                 help="GiB that each worker of a Ray cluster may take.  [2]"),
)  # fmt: skip


def takes_cluster(command: Callable[..., None]) -> Callable[..., None]:
    """Gives a command the options that say on which machines it plays."""
    for option in reversed(cluster_options):
        command = option(command)
    return command


@contextmanager
def open_backend(cluster: dict[str, Any], threads: int, progress: Callable[[int], None]) -> Iterator[Local]:
    """The backend that `cluster_options` and `threads` ask for, given back afterwards."""
    from darwindeck.simulate.backends import backend

    given = {name: cluster[name] for name in ("address", "worker_memory") if cluster[name] is not None}
    if given and cluster["backend"] == "local":
        raise click.UsageError(f"--{next(iter(given)).replace('_', '-')} has no effect without --backend ray")
    where = backend(
        cluster["backend"], threads, progress, None, cluster["address"] or "", cluster["worker_memory"] or 2.0
    )
    try:
        yield where
    finally:
        where.close()


def seed_type() -> click.IntRange:
    return click.IntRange(0, 2**64 - 1)


def games_type() -> click.IntRange:
    return click.IntRange(1, 100_000_000)


seed_option = click.option("--seed", type=seed_type(), default=0, show_default=True, help="Seed of all chance.")


def load_checked(game: str, seats: int | None = None) -> GameGenome:
    """The genome of a game that can be played; its first fault, if it has one, is named with what it was asked by."""
    from darwindeck.errors import GenomeError

    from ..compile.validate import validate

    genome = load_game(game, seats)
    errors = validate(genome).errors
    if errors:
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        raise GenomeError(f"{game}: {errors[0].path}: {errors[0].message}{more}")
    return genome


class SpreadCommand(click.Command):
    """A command whose option `spread` takes all words up to the next option: `--players random random`."""

    spread = "--players"

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        return super().parse_args(ctx, repeat_option(args, self.spread))


def repeat_option(args: list[str], option: str) -> list[str]:
    """`[option, a, b]` as `[option, a, option, b]`, which is how click reads several values."""
    repeated: list[str] = []
    spreading = False
    for position, word in enumerate(args):
        if word.startswith("-"):
            spreading = word == option
            repeated.append(word)
        elif spreading and args[position - 1] != option:
            repeated += [option, word]
        else:
            repeated.append(word)
    return repeated
