"""The checked-in type stubs of the extension are those that its present build generates."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .patience import PATIENCE

STUBS = Path(__file__).parent.parent / "src" / "darwindeck" / "_core.pyi"


def test_stubs_are_up_to_date(tmp_path: Path) -> None:
    pytest.importorskip("nanobind")
    fresh = tmp_path / "_core.pyi"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", "darwindeck._core", "-o", str(fresh)]
    subprocess.run(command, check=True, timeout=PATIENCE)
    assert STUBS.read_text() == fresh.read_text(), "run `make stubs`"
