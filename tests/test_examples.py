"""The notebook and its setup work, as far as a machine without a GPU and a network allows."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .patience import PATIENCE

ROOT = Path(__file__).parent.parent
CELLS = [
    "".join(cell["source"])
    for cell in json.loads((ROOT / "examples" / "colab.ipynb").read_text(encoding="utf-8"))["cells"]
    if cell["cell_type"] == "code"
]
DOCS = ["docs/search.md", "docs/players.md"]


def test_the_notebooks_cells_run_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for cell in CELLS:
        lines = [line for line in cell.splitlines() if not line.startswith("!")]
        exec(compile("\n".join(lines), "colab.ipynb", "exec"), names)
    assert "SearchStats" in capsys.readouterr().out


def test_setup_is_two_lines() -> None:
    assert len(CELLS[0].splitlines()) == 2 and "colab_setup.sh" in CELLS[0]


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


@pytest.mark.parametrize("page", DOCS)
def test_python_in_the_docs_runs(page: str) -> None:
    blocks = re.findall(
        r"^```python run\n(.*?)^```", (ROOT / page).read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL
    )
    assert blocks
    for block in blocks:
        result = subprocess.run([sys.executable, "-c", block], capture_output=True, text=True, timeout=PATIENCE)
        assert result.returncode == 0, result.stderr
