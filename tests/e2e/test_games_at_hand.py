"""How a person names a game, and what helps them to: standard input, galleries, completion."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from darwindeck import known_games, load_genome
from darwindeck.cli import main
from darwindeck.genome.text import format_genome

from ..patience import PATIENCE

WAR = format_genome(load_genome("war"))
COMPLETE = "from darwindeck.cli import main; main(prog_name='darwindeck')"


def run(*words: str, typed: str | bytes = "") -> Result:
    return CliRunner().invoke(main, list(words), input=typed)


@pytest.fixture
def gallery(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of runs, with one that ended with two games."""
    folder = tmp_path / "experiments" / "run-1" / "gallery"
    folder.mkdir(parents=True)
    (folder / "01-odd-pilgrim.json").write_text(WAR)
    (folder / "02-misty-lark.json").write_text(format_genome(load_genome("whist")))
    (folder / "gallery.json").write_text("[]")
    monkeypatch.chdir(tmp_path)
    return folder


@pytest.mark.parametrize(
    "words", [("check", "-"), ("games", "-"), ("simulate", "-", "--games", "5"), ("explain", "-", "--brief")]
)
def test_a_game_from_standard_input(words: tuple[str, ...]) -> None:
    result = run(*words, typed=WAR)
    assert result.exit_code == 0, result.stderr
    assert run(*[word.replace("-", "war") if word == "-" else word for word in words]).exit_code == 0


def test_faults_on_standard_input_are_named_so() -> None:
    for typed in ("", "{", "\ufeff" + WAR, " " * (2 << 20)):
        result = run("simulate", "-", typed=typed)
        assert result.exit_code == 2 and "standard input: " in result.stderr and len(result.stderr.splitlines()) == 1


@pytest.mark.usefixtures("gallery")
@pytest.mark.parametrize("name", ["Odd Pilgrim", "odd-pilgrim", "odd pilgrim"])
def test_a_game_of_a_gallery_by_its_name(name: str) -> None:
    result = run("games", name)
    assert result.exit_code == 0 and result.stdout == run("games", "war").stdout
    assert result.stderr.strip().endswith("experiments/run-1/gallery/01-odd-pilgrim.json")


def test_of_two_games_of_one_name_the_newest_is_meant(gallery: Path) -> None:
    newer = gallery.parent.parent / "a-later-run" / "gallery" / "03-odd-pilgrim.json"
    newer.parent.mkdir(parents=True)
    newer.write_text(format_genome(load_genome("hearts")))
    later = (gallery / "01-odd-pilgrim.json").stat().st_mtime + 100
    os.utime(newer, (later, later))
    assert run("games", "Odd Pilgrim").stdout == run("games", "hearts").stdout


@pytest.mark.usefixtures("gallery")
def test_a_known_game_and_a_file_come_before_a_gallery() -> None:
    Path("misty-lark").write_text(WAR)
    assert run("games", "misty-lark").stdout == run("games", "war").stdout
    assert "no known game of that name" in run("games", "Lost Lark").stderr


def completed(*words: str, shell: str = "bash") -> list[str]:
    environment = os.environ | {
        "_DARWINDECK_COMPLETE": f"{shell}_complete",
        "COMP_WORDS": " ".join(["darwindeck", *words]),
        "COMP_CWORD": str(len(words)),
    }
    result = subprocess.run(
        [sys.executable, "-c", COMPLETE], env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    return [line.split(",")[1] for line in result.stdout.splitlines() if line.startswith("plain,")]


def known_games_from(start: str) -> list[str]:
    return [name for name in known_games() if name.startswith(start)]


@pytest.mark.usefixtures("gallery")
def test_names_are_completed() -> None:
    assert completed("sim") == ["simulate"]
    assert "hearts" in completed("simulate", "he") == known_games_from("he")
    assert completed("play", "odd-p") == ["odd-pilgrim"] and set(known_games_from("o")) <= set(completed("play", "o"))
    assert completed("explain", "--bri") == ["--brief"]
    for command in ("check", "duel", "evaluate", "explain", "games", "play", "replay", "simulate", "tournament"):
        assert set(known_games()) <= set(completed(command, "")), command
