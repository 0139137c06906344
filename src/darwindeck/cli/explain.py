"""darwindeck explain: the rulebook of a game, as text, Markdown, HTML or PDF, if wished in a language model's prose."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from .options import load_checked, optional_game_argument, seats_option, seed_option
from .output import form_of, printable, progress_bar

if TYPE_CHECKING:
    from darwindeck.explain.book import Rulebook
    from darwindeck.explain.rulebook import Written

FORMS = ("markdown", "html", "pdf", "txt")


@click.command()
@optional_game_argument
@click.option("--genome", "file", help="The game file; the same as GAME.")
@click.option(
    "--llm", type=click.Choice(["anthropic", "openai", "none"]), default="none", show_default=True,
    help="Let a language model write the prose; its text is checked against the rules.",
)  # fmt: skip
@click.option("--model", help="Which model of the provider.")
@click.option("--output", type=click.Path(dir_okay=False, path_type=Path), help="File to write instead of printing.")
@click.option(
    "--format", "form", type=click.Choice(FORMS),
    help="Form of the text; by default that of the file's name, or markdown.",
)  # fmt: skip
@click.option("--page", type=click.Choice(["a4", "letter"]), default="a4", show_default=True, help="Pages of a PDF.")
@click.option("--brief", is_flag=True, help="The rules only: no example and no estimate of the time, which take play.")
@click.option("--pitch", "is_pitch", is_flag=True, help="Only what the game is like, in at most three sentences.")
@seats_option
@seed_option
def command(
    game: str | None,
    file: str | None,
    llm: str,
    model: str | None,
    output: Path | None,
    form: str | None,
    page: Any,
    brief: bool,
    is_pitch: bool,
    seats: int | None,
    seed: int,
) -> None:
    """Write the rulebook of a game.

    The rules are complete, and derived from the game file. With --llm a language model rewrites them in two passes. After
    each pass numbers, ranks, suits, piles and terms are checked. A text that does not agree with the rules is not used.
    Keys and base URL come from the environment: ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, OPENAI_API_KEY, OPENAI_BASE_URL.

    \b
    Examples:
      darwindeck explain scopa
      darwindeck explain hearts --seats 5 --output hearts.html
      darwindeck explain --genome my-game.json --output rules.pdf --page letter
      darwindeck explain gin-rummy --llm anthropic --output gin.md
      darwindeck explain my-game.json --pitch
    """
    from ..files.write import refuse_inputs

    if (game is None) == (file is None):
        raise click.UsageError("give either GAME or --genome FILE")
    if is_pitch:
        from darwindeck.explain.pitch import write_pitch

        click.echo(printable(write_pitch(load_checked(str(game or file), seats))))
        return
    form = form_of(form, output, FORMS)
    if form == "pdf" and output is None:
        raise click.UsageError("a PDF needs --output FILE")
    if output is not None:
        refuse_inputs(output, [Path(str(game or file))])
    book = write_rules(str(game or file), seats, seed, brief)
    text = prose(book, llm, model)
    publish(text, form, output, page)


def write_rules(game: str, seats: int | None, seed: int, brief: bool) -> Rulebook:
    """The rulebook: brief, or with an example and an estimate of the time, for which games are simulated."""
    from ..play import rulebooks

    genome = load_checked(game, seats)
    if brief:
        return rulebooks.brief_rulebook(genome)
    with progress_bar("games", rulebooks.RANDOM_GAMES + rulebooks.GREEDY_GAMES) as progress:
        return rulebooks.illustrate_rulebook(genome, seed, progress=progress)


def prose(book: Rulebook, llm: str, model: str | None) -> str:
    """Markdown: the rules as they are, or a model's text of them."""
    from darwindeck.explain.render import to_markdown

    return to_markdown(book) if llm == "none" else ask_model(book, llm, model).markdown


def ask_model(book: Rulebook, llm: str, model: str | None) -> Written:
    """What a model made of the rules; what went wrong is said."""
    from darwindeck.explain.rulebook import write_rulebook
    from darwindeck.explain.writers import find_writer

    result = write_rulebook(book, find_writer(llm, model), tell=lambda what: click.echo(what, err=True))
    for warning in result.warnings:
        click.echo(f"darwindeck: warning: {printable(warning)}", err=True)
    return result


def publish(markdown: str, form: str, output: Path | None, page: Any) -> None:
    """Prints the text in its form, or writes it to a file."""
    from darwindeck.explain.pdf import markdown_to_pdf
    from darwindeck.explain.render import markdown_to_html, markdown_to_text

    from ..files.write import write_atomic

    markdown = printable(markdown)
    render = {"html": markdown_to_html, "txt": markdown_to_text}.get(form, str)
    if output is None:
        click.echo(render(markdown), nl=False)
        return
    write_atomic(output, markdown_to_pdf(markdown, page) if form == "pdf" else render(markdown).encode())
    click.echo(f"{output}: written")
