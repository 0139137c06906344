"""Bad input of every kind: exit status 2, one line that says where the fault is, no traceback, no output."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from darwindeck import load_genome
from darwindeck.cli import main
from darwindeck.genome.text import format_genome

GENOME: dict[str, Any] = json.loads(format_genome(load_genome("gin-rummy")))
TEXT = json.dumps(GENOME)
MEGABYTE = 1 << 20

COMMANDS_ON_FILES = ("check", "simulate", "replay", "play", "games")


def edited(*path: str | int, value: Any) -> bytes:
    """The genome with one value replaced or added."""
    genome = json.loads(TEXT)
    *parents, last = path
    place = genome
    for step in parents:
        place = place[step]
    place[last] = value
    return json.dumps(genome).encode()


# Name: the file's bytes, and words that the complaint must contain.
BAD_FILES: dict[str, tuple[bytes, tuple[str, ...]]] = {
    "empty": (b"", ()),
    "truncated": (TEXT[: len(TEXT) // 2].encode(), ()),
    "truncated in a word": (TEXT[:-1].encode(), ()),
    "two values": (TEXT.encode() * 2, ()),
    "a list": (b"[1, 2, 3]", ("$",)),
    "null": (b"null", ("$",)),
    "a string": (b'"hearts"', ("$",)),
    "an empty object": (b"{}", ("$",)),
    "not a number": (TEXT.replace(f'"max_turns": {GENOME["max_turns"]}', '"max_turns": NaN').encode(), ()),
    "not text": (bytes(range(256)) * 40, ()),
    "UTF-16": (TEXT.encode("utf-16"), ()),
    "a broken letter": (TEXT.replace("Gin", "G\xff").encode("latin-1", "replace"), ()),
    "a lone surrogate": (edited("name", value="\ud800"), ()),
    "nested absurdly deep": (b"[" * 200_000, ()),
    "objects nested absurdly deep": (b'{"setup":' * 100_000, ()),
    "unknown field": (edited("colour", value=1), ("$", "colour")),
    "unknown field below": (edited("setup", "cards_per_palyer", value=1), ("$.setup", "cards_per_palyer")),
    "unknown field in a phase": (
        edited("turn_structure", "phases", 0, "colour", value=1),
        ("$.turn_structure.phases[0]", "colour"),
    ),
    "unknown phase": (edited("turn_structure", "phases", 0, "type", value="Teleport"), ("$.turn_structure.phases[0]",)),
    "unknown version": (edited("schema_version", value="9.9"), ("$.schema_version",)),
    "unknown deck": (edited("setup", "initial_deck", value="tarot"), ("$.setup.initial_deck",)),
    "unknown win": (edited("win_conditions", 0, "type", value="luck"), ("$.win_conditions[0]",)),
    "wrong type": (edited("setup", "cards_per_player", value="many"), ("$.setup.cards_per_player",)),
    "a fraction": (edited("setup", "cards_per_player", value=2.5), ("$.setup.cards_per_player",)),
    "null for a number": (edited("max_turns", value=None), ("$.max_turns",)),
    "a list for an object": (edited("setup", value=[]), ("$.setup",)),
    "a card that is none": (edited("setup", "removed_cards", value=["11H"]), ("$.setup.removed_cards[0]",)),
    "too small": (edited("player_count", value=1), ("$.player_count",)),
    "too large": (edited("max_turns", value=10**9), ("$.max_turns",)),
    "larger than any integer": (edited("max_turns", value=10**400), ("$.max_turns",)),
    "an endless list": (edited("win_conditions", value=GENOME["win_conditions"] * 1000), ("$.win_conditions",)),
    "an endless word": (edited("x" * 100_000, value=1), ("$",)),
    "terminal escapes": (edited("\x1b[31m\n\nred", value=1), ("$",)),
    "more cards dealt than there are": (edited("setup", "hand_sizes", value={"2": 52}), ("$.setup",)),
    "teams that do not partition": (edited("teams", value=[[0], [0, 1]]), ("$.teams",)),
}


def assert_refused(*words: str, saying: tuple[str, ...] = ()) -> None:
    result = CliRunner().invoke(main, list(words))
    assert result.exit_code == 2, (result.output, result.exception)
    lines = result.stderr.splitlines()
    assert len(lines) == 1 and lines[0].startswith("darwindeck: "), result.stderr
    assert lines[0].isprintable() and len(lines[0]) < 1000
    for word in saying:
        assert word in lines[0]
    if words[0] != "check":
        assert result.stdout == ""


@pytest.mark.parametrize("command", COMMANDS_ON_FILES)
@pytest.mark.parametrize("kind", BAD_FILES)
def test_bad_file(command: str, kind: str, tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    content, words = BAD_FILES[kind]
    file.write_bytes(content)
    assert_refused(command, str(file), saying=("bad.json", *words))


def zeros(file: Path) -> None:
    with file.open("wb") as stream:
        stream.truncate(100 * MEGABYTE)


def spaces(file: Path) -> None:
    file.write_bytes(TEXT.encode() + b" " * (100 * MEGABYTE))


@pytest.mark.parametrize("command", COMMANDS_ON_FILES)
@pytest.mark.parametrize("fill", [zeros, spaces])
def test_a_file_of_a_hundred_megabytes(command: str, fill: Callable[[Path], None], tmp_path: Path) -> None:
    file = tmp_path / "large.json"
    fill(file)
    assert_refused(command, str(file), saying=("large.json",))


@pytest.mark.parametrize("command", COMMANDS_ON_FILES)
def test_places_that_are_no_game(command: str, tmp_path: Path) -> None:
    assert_refused(command, str(tmp_path), saying=(tmp_path.name,))
    assert_refused(command, str(tmp_path / "missing.json"), saying=("missing.json",))
    assert_refused(command, "no-such-game", saying=("no-such-game",))
    assert_refused(command, "/dev/zero", saying=("/dev/zero",))
    assert_refused(command, "")
    assert_refused(command, "\x00")
    assert_refused(command, "../" * 200 + "etc")
    assert_refused(command, "x" * 5000)


def test_check_says_the_same_as_json(tmp_path: Path) -> None:
    file = tmp_path / "bad.json"
    for kind in ("wrong type", "more cards dealt than there are"):
        file.write_bytes(BAD_FILES[kind][0])
        result = CliRunner().invoke(main, ["check", str(file), "--json"])
        report = json.loads(result.stdout)
        assert result.exit_code == 2
        assert report["ok"] is False
        assert report["errors"][0]["path"].startswith("$.setup")


@pytest.mark.parametrize(
    "words",
    [
        ("frobnicate",),
        ("--frobnicate",),
        ("simulate",),
        ("simulate", "war", "--all"),
        ("simulate", "war", "hearts"),
        ("simulate", "war", "--games", "0"),
        ("simulate", "war", "--games", "-5"),
        ("simulate", "war", "--games", "1e3"),
        ("simulate", "war", "--games", str(10**30)),
        ("simulate", "war", "--seed", "-1"),
        ("simulate", "war", "--seed", str(2**64)),
        ("simulate", "war", "--threads", "1000000"),
        ("simulate", "gin-rummy", "--seats", "7"),
        ("simulate", "war", "--seats", "9"),
        ("simulate", "war", "--players", "nobody"),
        ("simulate", "war", "--players", "random", "random", "random", "random", "random", "random"),
        ("simulate", "war", "--players"),
        ("tournament", "war", "--players", "random"),
        ("tournament", "war", "--players", "random", "random"),
        ("tournament", "war", "--players", "random", "nobody"),
        ("tournament", "war", "--players", "random", "first", "--level", "1"),
        ("tournament", "war", "--players", "random", "first", "--games", "0"),
        ("tournament", "none", "--players", "random", "first"),
        ("tournament", "war", "--ladder", "--players", "random"),
        ("duel", "war", "random"),
        ("duel", "war", "random", "random"),
        ("duel", "war", "random", "nobody"),
        ("duel", "war", "random", "first", "--sprt", "0"),
        ("duel", "war", "random", "first", "--sprt", "0,x"),
        ("duel", "war", "random", "first", "--sprt", "10,0"),
        ("duel", "war", "random", "first", "--sprt", "0,nan"),
        ("duel", "war", "random", "first", "--sprt", "0,10", "--alpha", "0"),
        ("duel", "war", "random", "first", "--sprt", "0,10", "--games", "10"),
        ("duel", "war", "random", "first", "--max-games", "10"),
        ("replay", "war", "--seat", "7"),
        ("replay", "war", "--index", "-1"),
        ("replay",),
        ("play", "war", "--seat", "5"),
        ("bench", "--games", "none"),
        ("bench", "--games"),
        ("bench", "--seconds", "-1"),
        ("bench", "--seconds", "nan"),
        ("check",),
    ],
    ids=" ".join,
)
def test_bad_words(words: tuple[str, ...]) -> None:
    assert_refused(*words)
