"""What the README shows works: its runnable blocks are run at a small size, and every command explains itself."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from darwindeck.cli import COMMANDS, main

from .patience import PATIENCE

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
# A fenced block whose language is followed by "run" is run: ```sh run, ```python run.
BLOCKS = re.findall(r"^```(\w+) run\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
SMALL = 20


def shell_lines() -> list[str]:
    lines = [line for language, block in BLOCKS if language == "sh" for line in block.splitlines()]
    return [line.split("#")[0].strip() for line in lines if line.split("#")[0].strip()]


def at_small_size(words: list[str]) -> list[str]:
    return [
        str(SMALL) if before == "--games" and word.isdigit() else word
        for before, word in zip(["", *words], words, strict=False)
    ]


def run(command: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    return subprocess.run(
        command,
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        encoding="utf-8",
        input="",
        timeout=PATIENCE,
    )


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all lines, in order: some write a file that a later one reads."""
    return tmp_path_factory.mktemp("readme")


def test_there_is_something_to_run() -> None:
    assert {language for language, _ in BLOCKS} == {"sh", "python"}


def test_the_image_runs_the_first_commands() -> None:
    """An image is made and run to see whether the README tells the truth in a clean system."""
    first = [line.split("#")[0].strip() for line in BLOCKS[0][1].splitlines()]
    [run] = re.findall(r"^CMD (.*)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    assert json.loads(run) == ["sh", "-c", " && ".join(first)] and len(first) == 2


@pytest.mark.parametrize("line", shell_lines())
def test_shell_line(line: str, folder: Path) -> None:
    command, _, target = (part.strip() for part in line.partition(">"))
    program, *words = shlex.split(command)
    if program == "make":
        assert re.search(rf"^{words[0]}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
        return
    assert program == "darwindeck"
    start = [sys.executable, "-c", "from darwindeck.cli import main; main()"]
    result = run([*start, *at_small_size(words)], folder)
    assert result.returncode == 0, result.stderr
    assert result.stdout
    if target:
        (folder / target).write_text(result.stdout, encoding="utf-8")


@pytest.mark.parametrize("block", [block for language, block in BLOCKS if language == "python"])
def test_python_block(block: str, folder: Path) -> None:
    result = run([sys.executable, "-c", block], folder)
    assert result.returncode == 0, result.stderr


@pytest.mark.parametrize("name", COMMANDS)
def test_help_has_an_example(name: str) -> None:
    result = CliRunner().invoke(main, [name, "--help"])
    assert result.exit_code == 0
    assert "Example" in result.output


@pytest.mark.parametrize("name", COMMANDS)
def test_command_is_listed_with_its_own_words(name: str) -> None:
    command = main.get_command(None, name)  # type: ignore[attr-defined]
    assert command.get_short_help_str(limit=200) == COMMANDS[name]
    assert COMMANDS[name] in CliRunner().invoke(main, ["--help"], terminal_width=120).output


@pytest.mark.parametrize("name", COMMANDS)
def test_readme_names_every_command(name: str) -> None:
    assert f"darwindeck {name}" in README
