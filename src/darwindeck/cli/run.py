"""darwindeck run: evolve games, and end with a gallery of them."""

from __future__ import annotations

import os
import signal
import textwrap
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any

import click

from .output import printable
from .watch import clock, open_watch

if TYPE_CHECKING:
    from ..evolve.elite import Elite
    from ..experiment.config import RuntimeConfig
    from ..experiment.evolve import Evolved
    from ..experiment.experiment import Experiment

levels = click.Choice(["debug", "info", "warning"])
BESIDE = (
    "depth",
    "decision_density",
    "skill_gradient",
    "tension",
    "interaction",
    "length",
)  # figures beside the fitness


@click.command()
@click.option("--profile", help="Whom the games are for: a name (see `evaluate --help`), or a YAML file.  [balanced]")
@click.option("--ratings", help="What `darwindeck ratings --json` wrote: weigh the profile by what people liked.")
@click.option("--population", type=int, help="Games in a generation.  [40]")
@click.option("--generations", type=int, help="How many generations.  [12]")
@click.option("--name", help="Name of the run, and of its directory.  [run]")
@click.option("--seed", type=int, help="Seed of all chance.  [0]")
@click.option("--config", type=click.Path(dir_okay=False, path_type=Path), help="A YAML file of settings.")
@click.option("--output", help="Where the run's directory is made.  [experiments]")
@click.option("--workers", type=int, help="Threads; 0 is one for each core. Results never differ.  [0]")
@click.option(
    "--backend", type=click.Choice(["local", "ray"]), help="Where games are played: here, or on a Ray cluster.  [local]"
)
@click.option("--address", help="The Ray cluster to use: HOST:PORT, or auto.  [RAY_ADDRESS, else one of its own]")
@click.option("--worker-memory", type=float, help="GiB that each worker of a Ray cluster may take.  [2]")
@click.option("--time-budget", help="Stop in time to be done after this: 90s, 5m, 1h30m.")
@click.option("--strategy", type=click.Choice(["map-elites", "generational"]), help="How to search.  [map-elites]")
@click.option("--suite", type=click.Choice(["gate", "quick", "default", "full"]), help="How much is played.  [default]")
@click.option(
    "--start", help="What to begin with: known, random, mixture, or games by name or file: scopa,whist.  [known]"
)
@click.option("--start-file", "start_files", multiple=True, help="A game file to begin with, too; may be repeated.")
@click.option("--like", help="Games like this known one.")
@click.option("--players", type=int, help="Games for so many players.")
@click.option("--minutes", help="Games that take people about so long: 10-20.")
@click.option(
    "--modules",
    help="Games with all of these: tricks, bundles, fishing, attacks, climbing, claims, asking, battles, tributes, rummy, melds, "
    "knocking, counting, totals, house, community, showdown, stakes, layouts, shedding, bids, auctions, columns, races.",
)
@click.option("--gallery", type=int, help="Games in the gallery, at most.  [10]")
@click.option(
    "--judge", type=click.Choice(["search", "learned"]),
    help="The last judge; learned: train a player of each game that is shown, too (a minute or two each; needs torch).  [search]",
)  # fmt: skip
@click.option("--judge-laps", type=int, help="How long each of them is trained, as `train --laps`.  [48]")
@click.option("--cache/--no-cache", default=None, help="Whether to keep and reuse what was played.  [cache]")
@click.option(
    "--llm", type=click.Choice(["anthropic", "openai", "none"]), default="none", show_default=True,
    help="Let a language model write final_best/rules.txt; its text is checked against the rules.",
)  # fmt: skip
@click.option("--model", help="Which model of the provider.")
@click.option("--log-level", type=levels, help="What log.jsonl has.  [info]")
@click.option("--console-level", type=levels, help="What is printed meanwhile.  [info]")
def command(
    config: Path | None, suite: str | None, start_files: tuple[str, ...], llm: str, model: str | None, **flags: Any
) -> None:
    """Evolve games, and end with a gallery of them.

    Each generation is bred from the last, played and measured, and the best game of each kind is kept.

    Settings come from defaults, then darwindeck.yaml in the current folder, then --config, then the environment
    (DARWINDECK_POPULATION=40), then flags; later ones win. Those that count are saved in the run's directory. A setting
    that has no effect in the run causes a warning. The same settings and seed give the same bytes. A run that was
    stopped, even by kill -9, goes on with `darwindeck resume`.

    \b
    Examples:
      darwindeck run
      darwindeck run --profile strategic-depth --population 100 --generations 50 --name deep
      darwindeck run --time-budget 20m --seed 7
      darwindeck run --llm anthropic
      darwindeck run --ratings opinions.json
      darwindeck run --start scopa,whist --name between
      darwindeck run --like scopa --players 3 --minutes 10-20
      darwindeck run --modules tricks,stakes
      darwindeck run --judge learned
    """
    from ..experiment.settings import resolve
    from ..experiment.start import create_run

    began = time.monotonic()
    if llm != "none":
        refuse_without_key(llm)
    steering = {f"steering.{name}": flags.pop(name) for name in ("like", "players", "minutes", "modules")}
    flags |= {"simulation.suite": suite, "start_files": start_files or None, **steering}
    settings = resolve(config, flags)
    experiment = create_run(settings.config, settings.runtime)
    say_what_was_read(settings.read)
    for warning in settings.warnings:
        click.echo(printable(f"darwindeck: warning: {warning}"), err=True)
    go_on(experiment, settings.runtime, began)
    if llm != "none":
        write_prose(experiment, llm, model)


def refuse_without_key(llm: str) -> None:
    """Before a run is begun: what its end needs is here."""
    from ..errors import RulebookError
    from ..explain.writers import import_library

    import_library(llm)
    key = f"{llm.upper()}_API_KEY"
    if not os.environ.get(key):
        raise RulebookError(f"--llm {llm}: there is no key: set {key}")


def write_prose(experiment: Experiment, llm: str, model: str | None) -> None:
    """The rules of the best game in a model's words, in place of those that the run has written.

    A run is not lost because a service has failed: then the rules stay as they are, and a warning says why.
    """
    from ..experiment.experiment import FINAL
    from ..explain.render import markdown_to_text
    from ..files.write import write_atomic
    from .explain import ask_model, write_rules

    best = experiment.path / FINAL / "genome.json"
    if not best.is_file():
        return
    result = ask_model(write_rules(str(best), None, 0, brief=False), llm, model)
    if result.stage != "rules":
        rules = experiment.path / FINAL / "rules.txt"
        write_atomic(rules, markdown_to_text(printable(result.markdown)).encode())
        click.echo(f"{rules}: written by {llm}")


def say_what_was_read(files: Sequence[Path]) -> None:
    if files:
        click.echo(printable(f"settings from {', '.join(map(str, files))}"), err=True)


def go_on(experiment: Experiment, runtime: RuntimeConfig, began: float) -> None:
    """Runs the rest of an experiment, and shows what came of it. A time budget counts from when the command began."""
    from ..errors import RunError
    from ..experiment import evolve
    from ..report.page import write_report

    signal.signal(signal.SIGTERM, _interrupt)
    try:
        click.echo(
            f"{experiment.path}: {experiment.config.generations} generations, seed {experiment.config.seed}", err=True
        )
        with open_watch(runtime.console_level, experiment.config.generations) as watch:
            watch.ends = None if runtime.seconds is None else began + runtime.seconds
            found = evolve.go_on(experiment, runtime, watch, began)
    except KeyboardInterrupt:
        click.echo(
            f"stopped after {experiment.generations} generations; go on with: darwindeck resume {experiment.path}",
            err=True,
        )
        raise click.Abort from None
    except OSError as error:
        again = f"go on with: darwindeck resume {experiment.path}"
        raise OSError(error.errno, f"{error.strerror}; when that is mended, {again}", error.filename) from None
    if not experiment.generations:
        raise RunError(
            f"no generation of {experiment.config.population} games was complete after {clock(time.monotonic() - began)}, so there is no "
            f"game yet; a smaller --population or --suite quick takes less time; go on with: darwindeck resume {experiment.path}"
        )
    if not found.is_done:  # by the clock
        reached = f"{experiment.generations} of {experiment.config.generations} generations"
        click.echo(f"time is up after {reached}; go on with: darwindeck resume {experiment.path}", err=True)
    if found.games or found.is_done:
        show_gallery(found.games, found.refused)
    else:
        click.echo("The time was up before any game was worth showing.")
    took, count = clock(time.monotonic() - began), len(found.games)
    games = "1 game" if count == 1 else f"{count} games"
    click.echo(f"\nreport: {write_report(experiment)}")
    click.echo(f"{games} in {experiment.path} after {took} (see gallery/ and final_best/)")
    click.echo(say_what_next(experiment, found))


def say_what_next(experiment: Experiment, found: Evolved) -> str:
    """The command to go on with: play the best game, or if there is none, search on."""
    from ..experiment.experiment import GALLERY
    from ..experiment.gallery import PLAYER_SUFFIX, gallery_stem

    if found.games:
        best = experiment.path / GALLERY / f"{gallery_stem(1, found.games[0])}.json"
        trained = found.games[0].trained
        opponent = f" --players learned:{best.with_suffix(PLAYER_SUFFIX)}" if trained and trained.file else ""
        return f"play the best with: darwindeck play {best}{opponent}"
    more = "" if not found.is_done else f" --generations {2 * experiment.config.generations}"
    return f"search on with: darwindeck resume {experiment.path}{more}"


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def show_gallery(games: list[Elite], refused: Mapping[str, int]) -> None:
    """Each game with what was measured last, and its rules."""
    from darwindeck.explain.pitch import write_pitch
    from darwindeck.explain.rules import rules_text

    from ..experiment.gallery import describe_trained, say_why_empty, tell_trained

    if any(not game.is_fresh for game in games):
        click.echo("There was no time to measure these games afresh: what they were chosen by is too good on average.")
    if not games:
        click.echo(say_why_empty(refused))
    for place, game in enumerate(games, 1):
        value = game.fitness
        click.echo(f"\n{place}. {game.genome.name} · {game.genome.player_count} players")
        click.echo(
            textwrap.fill(printable(write_pitch(game.genome)), 100, initial_indent="   ", subsequent_indent="   ")
        )
        how = "measured afresh" if game.is_fresh else "as measured in the run"
        click.echo(f"   fitness {value.value:.3f} ({value.low:.2f}–{value.high:.2f}), {how}")
        if game.evaluation is not None:
            metrics = game.evaluation.metrics
            click.echo(f"   {' · '.join(_figure(name, metrics[name].value) for name in BESIDE if name in metrics)}")
        if game.trained is not None:
            told = printable(tell_trained(describe_trained(game.trained)))
            click.echo(textwrap.fill(told, 100, initial_indent="   ", subsequent_indent="     "))
        click.echo(f"   nearest known game: {game.nearest} (distance {game.distance:.2f})")
        for note in game.taken_out:
            left_out = f"left out, as the game is no worse without: {note}"
            click.echo(textwrap.fill(printable(left_out), 100, initial_indent="   ", subsequent_indent="     "))
        for flag in game.evaluation.flags if game.evaluation is not None else ():
            click.echo(f"   {flag.severity}: {flag.reason}")
        click.echo("\n".join(f"   {line}".rstrip() for line in printable(rules_text(game.genome)).splitlines()[2:]))


def _figure(name: str, value: float) -> str:
    return f"{name.replace('_', ' ')} {value:.0f}" if value >= 10 else f"{name.replace('_', ' ')} {value:.2f}"
