"""Arguments and options that several commands share."""

from __future__ import annotations

import click

game_argument = click.argument("game")
seats_option = click.option("--seats", type=click.IntRange(2, 8), help="How many seats, where the game allows several.")
json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON.")
threads_option = click.option(
    "--threads", type=click.IntRange(0, 1024), default=0, help="Threads; 0 is one for each core. Results never differ."
)
index_option = click.option(
    "--index", type=click.IntRange(0, 2**63 - 1), default=0, show_default=True, help="Which game of that seed."
)


def seed_type() -> click.IntRange:
    return click.IntRange(0, 2**64 - 1)


def games_type() -> click.IntRange:
    return click.IntRange(1, 100_000_000)


seed_option = click.option("--seed", type=seed_type(), default=0, show_default=True, help="Seed of all chance.")


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
