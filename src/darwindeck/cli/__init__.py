"""The command line: one file a command, imported only when it is asked for. No work of its own is done here."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from darwindeck.errors import BAD_INPUT, INTERRUPTED, DarwinDeckError, DarwinDeckWarning

# What `darwindeck --help` says of each command, so that asking for help imports none of them.
COMMANDS = {
    "run": "Evolve games, and end with a gallery of them.",
    "resume": "Go on with a run that was stopped.",
    "export": "Print the best games of a run as JSON, CSV, Markdown or HTML; or write a learned player as ONNX.",
    "report": "Write an HTML page about a run.",
    "compare": "Show runs side by side, as a table and a plot.",
    "games": "List the known games, or those that the program invented, or show the rules of one.",
    "explain": "Write the rulebook of a game.",
    "check": "Check a game file and say where its faults are.",
    "simulate": "Play many games and print what happened.",
    "evaluate": "Measure how good a game is, and say what is wrong with it.",
    "tournament": "Let players meet each other and rate them.",
    "duel": "Play one player against another, and say who is better.",
    "replay": "Print simulated games, move by move.",
    "play": "Play a game in the terminal against players of the program.",
    "serve": "Serve the web table: games to read, play, watch, change and rate in a browser.",
    "ratings": "Show what people said of games at the web table.",
    "chess": "Chess: count moves, analyse a position, play itself, serve as a UCI engine.",
    "train": "Teach a network GAME by self-play: chess in FOLDER, or a card game.",
    "exploit": "Say how much a best response wins from PLAYER at GAME.",
    "soak": "Let batched searches play themselves for long, and check every move.",
    "bench": "Measure the engine's speed, or print its signature.",
}

LONGEST_MESSAGE = 400


class CommandLine(click.Group):
    """A group that loads commands by name and ends every failure a user can cause in one line."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = import_module(f"{__name__}.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Runs a command, and ends the process with its status; `standalone_mode` False is for tests and other programs."""
        if not standalone_mode:
            return super().main(args, prog_name, complete_var, False, **extra)
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # a terminal without suit symbols shows "?", it does not fail
                stream.reconfigure(errors="replace")
        sys.path.append("")  # players by `module:name` may lie in the folder at hand
        sys.exit(self._exit_status(args, prog_name, complete_var, **extra))

    def _exit_status(
        self, args: Sequence[str] | None, prog_name: str | None, complete_var: str | None, **extra: Any
    ) -> int:
        """What the program ends with, and the one line that it prints for an error."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("default", DarwinDeckWarning)
                warnings.showwarning = _show_warning
                return super().main(args, prog_name, complete_var, False, **extra) or 0
        except click.UsageError as error:
            hint = f" (see '{error.ctx.command_path} --help')" if error.ctx else ""
            complain(error.format_message(), hint)
        except click.ClickException as error:
            complain(error.format_message())
        except DarwinDeckError as error:
            complain(str(error))
        except OSError as error:
            complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
        except ValueError as error:
            if "null byte" not in str(error):
                raise
            complain("the name of a file cannot contain a null byte")
        except MemoryError:
            complain("not enough memory for that size")
        except click.Abort:
            complain("stopped")
            return INTERRUPTED
        return BAD_INPUT


def _show_warning(message: Warning | str, category: type[Warning], *rest: Any, **more: Any) -> None:
    if issubclass(category, DarwinDeckWarning):
        complain(f"warning: {message}")
    else:
        click.echo(f"{category.__name__}: {message}", err=True)


def complain(message: str, hint: str = "") -> None:
    """One printable line on stderr, whatever the message quotes."""
    line = "".join(letter if letter.isprintable() else " " for letter in message)
    line = " ".join(line.split())
    if len(line) > LONGEST_MESSAGE:
        line = f"{line[: LONGEST_MESSAGE // 2]} … {line[-LONGEST_MESSAGE // 2 :]}"
    click.echo(f"darwindeck: {line}{hint}", err=True)


@click.group(cls=CommandLine, invoke_without_command=True, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="darwindeck")
@click.pass_context
def main(ctx: click.Context) -> None:
    """Software that invents card games: rules as data, compiled, simulated and measured.

    GAME is the name of a known game (see `darwindeck games`), a game file, the name of a game that a run below
    experiments/ ended with, or - to read a game file from standard input.

    \b
    Example:
      darwindeck simulate hearts --games 10000
    """
    if ctx.invoked_subcommand is None:
        click.echo(ctx.get_help())
