"""How the command starts: as a script and as a module, and what Ctrl-C does before anything is there to answer it."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from ..patience import PATIENCE

ROOT = Path(__file__).parent.parent.parent

# Ctrl-C while a module is being imported, wherever the start-up happens to be.
STOPPED_AT = """
import sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == sys.argv[1]:
            raise KeyboardInterrupt
        return None

sys.meta_path.insert(0, Interrupting())
from darwindeck.__main__ import main
sys.argv[1:] = ["simulate", "war", "--games", "1"]
main()
"""


def python(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, *words], capture_output=True, text=True, timeout=PATIENCE)


def test_the_package_is_a_program() -> None:
    result = python("-m", "darwindeck", "games", "hearts")
    assert result.returncode == 0 and "trick" in result.stdout
    assert "Usage: python -m darwindeck [" in python("-m", "darwindeck", "--help").stdout
    assert "Usage: python -m darwindeck.cli [" in python("-m", "darwindeck.cli", "--help").stdout
    assert python("-m", "darwindeck", "games", "nothing").returncode == 2


@pytest.mark.parametrize(
    "module", ["click", "darwindeck.cli", "darwindeck.cli.simulate", "numpy", "darwindeck._core", "rich"]
)
def test_ctrl_c_while_starting_is_one_line(module: str) -> None:
    result = python("-c", STOPPED_AT.replace("sys.argv[1]", repr(module)))
    assert (result.returncode, result.stderr.strip(), result.stdout) == (130, "darwindeck: stopped", "")


def test_the_scripts_start_there_and_it_imports_nothing_of_weight() -> None:
    scripts = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
    assert set(scripts.values()) == {"darwindeck.__main__:main"}
    code = "import sys; had = {*sys.modules}; import darwindeck.__main__; print(sorted({*sys.modules} - had))"
    ours = ["__future__", "darwindeck", "darwindeck.__main__", "darwindeck.errors"]
    assert python("-I", "-S", "-c", f"import sys; sys.path += {sys.path}; {code}").stdout.strip() == str(ours)
