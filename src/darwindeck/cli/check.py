"""darwindeck check: the faults of a game file, each with the path to it."""

from __future__ import annotations

import click

from .games_at_hand import complete_game, load_game
from .options import json_option
from .output import print_json, printable


@click.command()
@click.argument("file", shell_complete=complete_game)
@json_option
@click.pass_context
def command(ctx: click.Context, file: str, as_json: bool) -> None:
    """Check a game file and say where its faults are.

    Exits with status 0 if the game can be played (warnings may remain) and 2 if not.

    \b
    Examples:
      darwindeck check my-game.json
      darwindeck check my-game.json --json
    """
    from darwindeck.errors import DarwinDeckError

    from ..compile.validate import validate

    try:
        report = validate(load_game(file))
    except DarwinDeckError as error:
        if as_json:
            print_json({"file": file, "ok": False, "errors": [locate(file, str(error))], "warnings": []})
        raise
    errors = [{"path": issue.path, "message": issue.message} for issue in report.errors]
    warnings = [{"path": issue.path, "message": issue.message} for issue in report.warnings]
    if as_json:
        print_json({"file": file, "ok": not errors, "errors": errors, "warnings": warnings})
    else:
        for kind, issues in (("error", errors), ("warning", warnings)):
            for issue in issues:
                click.echo(printable(f"{kind}: {issue['path']}: {issue['message']}"))
    if errors:
        more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
        raise click.ClickException(f"{file}: {errors[0]['path']}: {errors[0]['message']}{more}")
    if not as_json:
        click.echo(f"{printable(file)}: no errors, {len(warnings)} warning{'' if len(warnings) == 1 else 's'}")


def locate(file: str, line: str) -> dict[str, str]:
    """The path and the message in an error's line, `file: $.path: message`; the path is empty if it has none."""
    text = line.removeprefix(f"{file}: ")
    path, colon, message = text.partition(": ")
    return {"path": path, "message": message} if colon and path.startswith("$") else {"path": "", "message": text}
