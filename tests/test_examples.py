"""The notebook and its setup work, as far as a machine without a GPU and a network allows."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

import click
import pytest

from darwindeck.cli import main

from .patience import PATIENCE

ROOT = Path(__file__).parent.parent
CELLS = [
    "".join(cell["source"])
    for cell in json.loads((ROOT / "examples" / "colab.ipynb").read_text(encoding="utf-8"))["cells"]
    if cell["cell_type"] == "code"
]
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in [*(ROOT / "docs").glob("*.md"), ROOT / "README.md"])
PYTHON = re.compile(r"^```python( run)?\n(.*?)^```", re.MULTILINE | re.DOTALL)


def test_the_notebooks_cells_run_in_order(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {}
    for cell in CELLS:
        lines = [line for line in cell.splitlines() if not line.startswith("!")]
        exec(compile("\n".join(lines), "colab.ipynb", "exec"), names)
    said = capsys.readouterr().out
    assert "SearchStats" in said
    if "torch is not installed" not in said:
        assert "policy_loss" in said and (tmp_path / "rook-endings" / "network.pt").exists()


def test_setup_is_two_lines() -> None:
    assert len(CELLS[0].splitlines()) == 2 and "colab_setup.sh" in CELLS[0]


def test_setup_needs_nothing_that_the_user_must_invent(tmp_path: Path) -> None:
    """Beside a notebook in the repository, and beside an archive of it that was uploaded."""
    (tmp_path / "whole" / "examples").mkdir(parents=True)
    (tmp_path / "whole" / "colab_setup.sh").write_text("echo found\n")
    (tmp_path / "colab").mkdir()
    with zipfile.ZipFile(tmp_path / "colab" / "source.zip", "w") as archive:
        archive.write(tmp_path / "whole" / "colab_setup.sh", "darwindeck-main/colab_setup.sh")
    for folder in ("whole/examples", "colab"):
        for line in CELLS[0].splitlines():
            result = subprocess.run(["bash", "-c", line.removeprefix("!")], cwd=tmp_path / folder, capture_output=True)
        assert result.stdout == b"found\n", folder


def test_setup_installs_and_checks(tmp_path: Path) -> None:
    """With an interpreter that only notes what it is to install; the check then runs for real."""
    fake = tmp_path / "python"
    fake.write_text(
        f'#!/bin/sh\nif [ "$2" = pip ]; then echo "$PWD: $@" >> {tmp_path}/said; else exec {sys.executable} "$@"; fi\n'
    )
    fake.chmod(0o755)
    result = subprocess.run(
        ["bash", ROOT / "colab_setup.sh"],
        env=os.environ | {"PYTHON": str(fake)},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    assert result.returncode == 0, result.stderr
    assert "finds a mate" in result.stdout
    assert (tmp_path / "said").read_text() == f"{ROOT}: -m pip install --quiet .\n"


def python_blocks(page: str) -> list[str]:
    return [block for _, block in PYTHON.findall((ROOT / page).read_text(encoding="utf-8"))]


EXAMPLES = [(page, number, block) for page in PAGES for number, block in enumerate(python_blocks(page), 1)]


def test_examples_are_found() -> None:
    assert {page for page, _, _ in EXAMPLES} >= {"README.md", "docs/evolution.md", "docs/players.md", "docs/search.md"}


@pytest.mark.parametrize("block", [pytest.param(block, id=f"{page} {number}") for page, number, block in EXAMPLES])
def test_every_python_example_runs(block: str, tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONIOENCODING": "utf-8"}
    result = subprocess.run(
        [sys.executable, "-c", block], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=PATIENCE
    )
    assert result.returncode == 0, result.stderr


def shell_commands() -> list[tuple[str, str]]:
    """Every `darwindeck …` in a block of shell, with its page."""
    found = []
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for block in re.findall(r"^```sh(?: run)?\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            found += [(page, line) for line in block.splitlines() if line.startswith("darwindeck ")]
    return found


@pytest.mark.parametrize(("page", "line"), shell_commands())
def test_every_command_shown_can_be_given(page: str, line: str) -> None:
    """It is read as the command reads it, not run: some take hours."""
    words = shlex.split(re.split(r"\s+[>|]\s+", line)[0], comments=True)[1:]
    command: click.Command = main
    while isinstance(command, click.Group):
        name, *words = words
        found = command.get_command(click.Context(command), name)
        assert found is not None, f"{page}: {line}"
        command = found
    command.make_context(command.name, words)
