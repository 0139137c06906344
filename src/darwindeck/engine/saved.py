"""A game in play as a file: its rules, how it was dealt, and every move. Nothing of the engine's insides is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from ..errors import DocumentError
from ..files.read import explain_malformed, find_repeated_key, read_document
from ..files.write import write_atomic
from ..genome.genome import GameGenome
from ..language.fields import Text


class SavedGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What `Game.save` writes. `deck` is the first deal's, top first, where it was not shuffled."""

    format: Literal["darwindeck-game-1"] = "darwindeck-game-1"
    genome: GameGenome
    seed: Annotated[int, Meta(ge=0)]
    index: Annotated[int, Meta(ge=0)] = 0
    deck: tuple[str, ...] = ()
    moves: tuple[Annotated[int, Meta(ge=0, le=255)], ...] = ()
    # Who sits at the table: the names of the players, and the seats of people. Only a session knows.
    players: Annotated[tuple[Text, ...], Meta(max_length=8)] = ()
    people: Annotated[tuple[Annotated[int, Meta(ge=0, le=7)], ...], Meta(max_length=8)] = ()


def write_saved(path: Path, saved: SavedGame) -> None:
    write_atomic(path, msgspec.json.format(msgspec.json.encode(saved), indent=1) + b"\n")


def read_saved(path: Path) -> SavedGame:
    """What `write_saved` wrote; anything else is an error that says where."""
    text = read_document(path)
    try:
        saved = msgspec.json.decode(text, type=SavedGame)
    except msgspec.ValidationError as error:
        raise DocumentError(f"{path}: not a saved game: {error}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise DocumentError(f"{path}: not JSON: {explain_malformed(text, str(error))}") from None
    if twice := find_repeated_key(text):
        raise DocumentError(f"{path}: {twice}: stands twice in one object")
    return saved
