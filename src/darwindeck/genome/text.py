"""Genomes as text: JSON in and out, files, known games, and the JSON Schema."""

from __future__ import annotations

import difflib
import functools
import io
import json
import re
import threading
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any, BinaryIO

import msgspec

from ..errors import DocumentError, GenomeError
from ..files.read import MAX_BYTES, explain_malformed, find_repeated_key, read_document
from .descriptions import describe
from .genome import GameGenome
from .hints import hint

SCHEMA = "$schema"
INVENTED = "invented"  # the folder of the collection, below that of the known games
EXACT = "exact"  # the folder of games for solvers
SHIPPED = ((), (INVENTED,), (EXACT,))


_BUILDING = threading.Lock()


@functools.lru_cache(maxsize=1)
def _build_decoder() -> msgspec.json.Decoder[GameGenome]:
    return msgspec.json.Decoder(GameGenome)


def _decoder() -> msgspec.json.Decoder[GameGenome]:
    """Built when first needed, by one thread: msgspec crashes where two begin to resolve the same types at once."""
    with _BUILDING:
        return _build_decoder()


def parse_genome(text: str | bytes, source: str = "genome") -> GameGenome:
    """The genome written in `text`; anything not understood is a GenomeError naming its path."""
    genome = _decode(text, source)
    if twice := find_repeated_key(text):
        raise GenomeError(f"{source}: {twice}: stands twice in one object")
    return genome


def _decode(text: str | bytes, source: str) -> GameGenome:
    """The genome, whether or not a key stands twice."""
    if len(text) > MAX_BYTES:
        raise GenomeError(f"{source}: larger than {MAX_BYTES // 1024} KiB, no genome is that large")
    try:
        return _decoder().decode(_without_schema(text))
    except msgspec.ValidationError as error:
        message, _, path = str(error).partition(" - at ")
        where = (re.findall(r"\$[^`]*", path)[-1:] or ["$"])[0]
        advice = hint(text, where, message, genome_schema())
        raise GenomeError(f"{source}: {where}: {message[0].lower()}{message[1:]}{advice}") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise GenomeError(f"{source}: $: not JSON: {explain_malformed(text, str(error))}") from None


def _without_schema(text: str | bytes) -> str | bytes:
    """The text without the field by which an editor finds the schema."""
    if SCHEMA not in text if isinstance(text, str) else SCHEMA.encode() not in text:
        return text
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return text  # which the decoder will complain of
    if isinstance(data, dict) and isinstance(data.get(SCHEMA), str):
        del data[SCHEMA]
        return json.dumps(data)
    return text


def format_genome(genome: GameGenome) -> str:
    """JSON with every field spelled out; `parse_genome` gives the same genome back."""
    return msgspec.json.format(msgspec.json.encode(genome), indent=2).decode() + "\n"


def as_saved(genome: GameGenome) -> GameGenome:
    """The genome as it is read again from a file, its tables in the order of their keys.

    What is bred is brought into this form, so that nothing can depend on how it came about. A genome with a value that
    no file may have is a GenomeError.
    """
    return _decode(msgspec.json.encode(genome, order="deterministic"), genome.genome_id)


@functools.cache
def genome_schema() -> dict[str, Any]:
    """The JSON Schema of genome files, with a description of every field. It is one for all: not to be changed."""
    schema = msgspec.json.schema(GameGenome)
    schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    schema["$defs"]["GameGenome"]["properties"][SCHEMA] = {"type": "string"}
    return describe(schema)


@functools.cache
def _games(*folders: str) -> Mapping[str, Any]:
    """The files of games that are shipped, by name."""
    folder = resources.files("darwindeck").joinpath("games", *folders)
    return {entry.name.removesuffix(".json"): entry for entry in folder.iterdir() if entry.name.endswith(".json")}


def known_games() -> list[str]:
    """Names of the games that are shipped and that people know."""
    return sorted(_games())


def exact_games() -> list[str]:
    """Names of the games that are small enough to be solved exactly. They are for solvers: no run begins with them, and
    nothing is learnt from them about what games are like."""
    return sorted(_games(EXACT))


def invented_games() -> list[str]:
    """Names of the games that are shipped and that the program invented: docs/collection.md tells of each."""
    return sorted(_games(INVENTED))


def load_genome(name_or_path: str | Path, players: int | None = None) -> GameGenome:
    """A game that is shipped by name, or a genome file; `players` chooses among the counts it allows."""
    if isinstance(name_or_path, str) and any(name_or_path in _games(*folder) for folder in SHIPPED):
        return _choose_players(_load_shipped(name_or_path), players)
    return read_genome(io.BytesIO(_read(Path(name_or_path))), str(name_or_path), players)


@functools.cache
def _load_shipped(name: str) -> GameGenome:
    """A shipped game. Genomes cannot be changed, so all who ask may have the same one."""
    [file] = [games[name] for games in (_games(*folder) for folder in SHIPPED) if name in games]
    return parse_genome(file.read_bytes(), name)


def read_genome(stream: BinaryIO, source: str, players: int | None = None) -> GameGenome:
    """A genome from an open file; an endless one ends soon."""
    return _choose_players(parse_genome(stream.read(MAX_BYTES + 1), source), players)


def _choose_players(genome: GameGenome, players: int | None) -> GameGenome:
    return genome if players is None else with_players(genome, players)


def with_players(genome: GameGenome, players: int) -> GameGenome:
    allowed = genome.player_counts or (genome.player_count,)
    if players not in allowed:
        counts = ", ".join(map(str, allowed))
        raise GenomeError(f"{genome.genome_id}: $.player_counts: {players} players are not allowed, only {counts}")
    if players == genome.player_count or not genome.partner_counts:
        return msgspec.structs.replace(genome, player_count=players)
    teams = opposite_partners(players) if players in genome.partner_counts else ()
    return msgspec.structs.replace(genome, player_count=players, teams=teams)


def opposite_partners(players: int) -> tuple[tuple[int, ...], ...]:
    """Sides of two, who sit opposite each other."""
    half = players // 2
    return tuple((seat, seat + half) for seat in range(half))


def _hint(name: str) -> str:
    """What may have been meant."""
    meant = difflib.get_close_matches(
        re.sub(r"[\s_]+", "-", name.lower()), [*known_games(), *invented_games()], n=1, cutoff=0.7
    )
    return f"; did you mean {meant[0]}?" if meant else " (try: darwindeck games)"


def _read(path: Path) -> bytes:
    """The bytes of a file; whatever goes wrong is a `GenomeError` that names the file."""
    try:
        return read_document(path)
    except DocumentError as error:
        raise GenomeError(str(error)) from None
    except FileNotFoundError:
        raise GenomeError(f"{path}: no such file, and no known game of that name{_hint(str(path))}") from None
    except OSError as error:
        raise GenomeError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise GenomeError(f"{str(path)!r}: cannot be read: {error}") from None
