"""How a person names a game: a known game, a file, `-` for standard input, or a game of a run's gallery by its name."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from darwindeck.genome.genome import GameGenome

STANDARD_INPUT = "-"


def load_game(game: str, seats: int | None = None) -> GameGenome:
    """The genome of a game that was named in one of these ways."""
    from darwindeck import invented_games, known_games, load_genome
    from darwindeck.genome.text import read_genome

    if game == STANDARD_INPUT:
        return read_genome(sys.stdin.buffer, "standard input", seats)
    if game in (*known_games(), *invented_games()) or Path(game).exists() or not (shown := find_in_galleries(game)):
        return load_genome(game, players=seats)
    click.echo(f"{game}: {shown}", err=True)
    return load_genome(shown, players=seats)


def find_in_galleries(name: str) -> Path | None:
    """The newest game of that name in the galleries of the runs at hand."""
    stem = gallery_stem(name)
    found = [path for path in gallery_files() if path.stem.partition("-")[2] == stem]
    return max(found, key=lambda path: path.stat().st_mtime_ns, default=None)


def gallery_stem(name: str) -> str:
    return "-".join(name.lower().split())


def gallery_files() -> list[Path]:
    runs = Path(os.environ.get("DARWINDECK_OUTPUT") or "experiments")
    return sorted(runs.glob("*/gallery/[0-9]*.json"))


def complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    """Known games and games of galleries that begin so, and files."""
    from click.shell_completion import CompletionItem

    from darwindeck import invented_games, known_games

    names = [*known_games(), *invented_games(), *dict.fromkeys(path.stem.partition("-")[2] for path in gallery_files())]
    items = [CompletionItem(name) for name in names if name.startswith(incomplete)]
    return [*items, CompletionItem(incomplete, type="file")]
