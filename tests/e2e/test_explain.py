"""darwindeck explain: every format, the file names that choose them, and what goes wrong."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from darwindeck import known_games
from darwindeck.cli import main
from darwindeck.genome.text import format_genome, load_genome


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["explain", *words])


@pytest.mark.parametrize("name", known_games())
def test_every_known_game_is_explained(name: str) -> None:
    result = run(name, "--brief")
    assert result.exit_code == 0 and result.stdout.startswith("# ") and "## Quick reference" in result.stdout


def test_the_rulebook_has_an_example_and_the_time() -> None:
    result = run("durak", "--format", "txt")
    assert result.exit_code == 0
    assert "An example" in result.stdout and "minutes" in result.stdout
    assert run("durak", "--format", "txt").stdout == result.stdout
    assert run("durak", "--format", "txt", "--seed", "5").stdout != result.stdout


@pytest.mark.parametrize(
    ("file", "start"),
    [
        ("r.md", b"# Hearts"),
        ("r.html", b"<!DOCTYPE html>"),
        ("r.HTM", b"<!DOCTYPE html>"),
        ("r.txt", b"Hearts\n======"),
        ("r", b"# Hearts"),
    ],
)
def test_the_name_of_the_file_chooses_the_form(file: str, start: bytes, tmp_path: Path) -> None:
    result = run("hearts", "--brief", "--seats", "5", "--output", str(tmp_path / file))
    assert result.exit_code == 0 and "written" in result.stdout
    data = (tmp_path / file).read_bytes()
    assert data.startswith(start) and b"these rules are for 5" in data


def test_a_pdf_is_written(tmp_path: Path) -> None:
    pytest.importorskip("fpdf")
    result = run("war", "--brief", "--output", str(tmp_path / "war.pdf"), "--page", "letter")
    assert result.exit_code == 0 and (tmp_path / "war.pdf").read_bytes().startswith(b"%PDF")


def test_a_genome_file_is_explained(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    file.write_text(format_genome(load_genome("scopa")))
    assert (
        run("--genome", str(file), "--brief").stdout
        == run("scopa", "--brief").stdout
        == run(str(file), "--brief").stdout
    )


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ((), "either GAME or --genome"),
        (("war", "--genome", "x.json"), "either GAME or --genome"),
        (("no-such-game",), "no such file"),
        (("war", "--format", "pdf"), "needs --output"),
        (("war", "--llm", "oracle"), "oracle"),
        (("war", "--seats", "7"), "7 players are not allowed"),
        (("war", "--brief", "--output", "/no/such/folder/x.md"), "/no/such/folder/x.md"),
    ],
)
def test_bad_input_is_one_line(words: tuple[str, ...], message: str) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert message in result.stderr and len(result.stderr.strip().splitlines()) == 1


def test_a_pdf_without_its_library_is_one_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "fpdf", None)
    result = run("war", "--brief", "--output", str(tmp_path / "war.pdf"))
    assert result.exit_code == 2 and "darwindeck[pdf]" in result.stderr and len(result.stderr.strip().splitlines()) == 1


def test_the_pitch_alone() -> None:
    result = run(str(Path(__file__).parent.parent / "rogues" / "three-prizes.json"), "--pitch")
    assert result.exit_code == 0 and result.stdout == "Like Goofspiel, but 3 cards are turned up at a time.\n"
