"""darwindeck evaluate: metrics, fitness and flags of one game, or the ranking of all known ones."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

import click

from .options import json_option, load_checked, optional_game_argument, seats_option, seed_option, threads_option
from .output import print_json, print_table, printable, progress_bar

if TYPE_CHECKING:
    from darwindeck.measure.estimate import Metric
    from darwindeck.measure.evaluation import Evaluation

# Mean ratings of ten on BoardGameGeek.
RATED = {"war": 2.3, "old-maid": 3.6, "crazy-eights": 4.4, "gin-rummy": 6.3, "hearts": 6.4, "draw-poker": 6.7}
PRINTED = (
    "profile",
    "suite",
    "seed",
    "stages",
    "metrics",
    "fitness",
    "ungated",
    "rejected",
    "thumb",
    "lines",
    "lessons",
    "styles",
    "arithmetic",
    "prompts",
    "scores",
    "missing",
    "flags",
    "descriptors",
    "betting",
)
BESIDE = ("decision_density", "skill_gradient", "tension", "interaction", "depth", "bluffing", "length")


@click.command()
@optional_game_argument
@click.option("--all", "all_games", is_flag=True, help="Rank all known games instead of one GAME.")
@click.option("--profile", default="balanced", show_default=True, help="Whom it is for: a name, or a YAML file.")
@click.option(
    "--suite",
    type=click.Choice(["quick", "default", "full"]),
    default="default",
    show_default=True,
    help="How much is played.",
)
@seed_option
@threads_option
@seats_option
@click.option("--cache/--no-cache", default=True, show_default=True, help="Whether to keep and reuse what was played.")
@json_option
def command(
    game: str | None,
    all_games: bool,
    profile: str,
    suite: str,
    seed: int,
    threads: int,
    seats: int | None,
    cache: bool,
    as_json: bool,
) -> None:
    """Measure how good a game is, and say what is wrong with it.

    Games are played by random, greedy and searching players. Every metric comes with its 95 % interval and the number of
    games it is from. Fitness is one number for all metrics, weighted for the people that a profile describes: balanced,
    bluffing, family, quick-party, strategic-depth, trick-taking, or a YAML file (docs/metrics.md).

    \b
    Examples:
      darwindeck evaluate hearts
      darwindeck evaluate my-game.json --profile strategic-depth --json
      darwindeck evaluate --all --suite quick
    """
    if (game is None) != all_games:
        raise click.UsageError("give either GAME or --all")
    options: dict[str, Any] = {"profile": profile, "suite": suite, "seed": seed, "threads": threads, "cache": cache}
    if all_games:
        rank_all(options, as_json)
        return
    result = measure(str(game), seats, options)
    if as_json:
        print_json(as_data(str(game), result))
    else:
        print_evaluation(str(game), result)


def measure(game: str, seats: int | None, options: dict[str, Any]) -> Evaluation:
    """Evaluates one game as the options say."""
    from darwindeck.measure.profiles import load_profile

    from ..evaluate.evaluate import evaluate_with
    from ..files.write import cache_folder
    from ..simulate.backends.cache import UnitCache
    from ..simulate.backends.local import Local

    genome = load_checked(game, seats)
    profile = load_profile(options["profile"])
    cache = UnitCache(cache_folder()) if options["cache"] else None
    with progress_bar(game, None) as progress:
        backend = Local(options["threads"], progress, cache)
        return evaluate_with(backend, [genome], profile, options["suite"], options["seed"])[0]


def as_data(game: str, result: Evaluation) -> dict[str, Any]:
    """What was measured, as JSON has it."""
    data = asdict(result)
    return {"game": game, "genome_id": result.genome.genome_id, **{name: data[name] for name in PRINTED}}


def print_evaluation(game: str, result: Evaluation) -> None:
    """The metrics as a table, then what is wrong with the game, then its fitness."""
    from darwindeck.measure.metrics import all_metrics

    click.echo(printable(f"{game} · {result.profile} · suite {result.suite} · seed {result.seed}"))
    table = all_metrics()
    rows = [
        (name, table[name].better, table[name].meaning, number(metric.value), interval(metric), f"{metric.games:,}")
        for name, metric in result.metrics.items()
    ]
    print_table(("metric", "better", "what it is", "value", "95 % interval", "games"), rows, left=3)
    if result.betting:
        click.echo(betting_text(result))
    for rejection in result.rejected:
        low, high = rejection.interval
        measured = "" if low == high else f" {number(low)}–{number(high)}"
        click.echo(printable(f"rejected: {rejection.why} ({rejection.gate}{measured})"))
    for flag in result.flags:
        click.echo(f"{flag.severity}: {flag.reason} ({flag.name})")
    if result.missing:
        click.echo(f"not measured by this suite: {', '.join(result.missing)}")
    without = f"; {result.ungated.value:.3f} without gates" if result.rejected else ""
    click.echo(f"Fitness {result.fitness.value:.3f} ({interval(result.fitness)}){without}")


def betting_text(result: Evaluation) -> str:
    report = result.betting
    assert report is not None
    folds = f"{report.fold_rate.value:.0%} of hands folded, " if report.fold_rate else ""
    most = f"the winner ends with {report.winners_chips.value:.0%} of the chips, " if report.winners_chips else ""
    return f"betting: {folds}{most}final chips by seat {', '.join(f'{chips:.0f}' for chips in report.final_chips)}"


def rank_all(options: dict[str, Any], as_json: bool) -> None:
    """All known games in the order of their fitness."""
    from darwindeck import known_games

    results = {name: measure(name, None, options) for name in known_games()}
    ranked = sorted(results, key=lambda name: -results[name].fitness.value)
    if as_json:
        data = [
            {"rank": place + 1, "rated": RATED.get(name), **as_data(name, results[name])}
            for place, name in enumerate(ranked)
        ]
        print_json(data)
        return
    rows = [row_of(place + 1, name, results[name]) for place, name in enumerate(ranked)]
    print_table(("game", "rank", "fitness", "95 % interval", "rated", *BESIDE, "flags"), rows)


def row_of(place: int, name: str, result: Evaluation) -> tuple[str, ...]:
    """One game as a row of that ranking."""
    beside = (result.metrics.get(metric) for metric in BESIDE)
    return (
        name,
        str(place),
        f"{result.fitness.value:.3f}",
        interval(result.fitness),
        f"{RATED[name]}" if name in RATED else "",
        *(number(metric.value) if metric else "" for metric in beside),
        ", ".join(flag.name for flag in result.flags if flag.severity != "notice"),
    )


def number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.2f}" if abs(value) < 10 else f"{value:.1f}"


def interval(metric: Metric) -> str:
    return "exact" if metric.games == 0 else f"{number(metric.low)}–{number(metric.high)}"
