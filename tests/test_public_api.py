"""The public API: named where people look for it, typed where they use it."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

import darwindeck
from darwindeck import explain

ROOT = Path(__file__).parent.parent
USE = """
import darwindeck
from darwindeck import Game, load_genome, simulate

records = simulate(load_genome("war"), games=3)
reveal_type(records)
reveal_type(Game("war").start())
reveal_type(darwindeck.evaluate(load_genome("war")).fitness.value + 0.0)
simulate("war", games="three")
"""


def test_public_names_are_listed_and_there() -> None:
    for module in (darwindeck, explain):
        assert set(module.__all__) <= set(dir(module))
        assert all(getattr(module, name) is not None for name in module.__all__)
        with pytest.raises(AttributeError, match="nothing"):
            module.nothing  # noqa: B018


def test_listing_the_names_loads_nothing() -> None:
    code = "import sys, darwindeck; dir(darwindeck); print([m for m in ('numpy', 'msgspec', 'darwindeck._core') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_a_type_checker_sees_our_types(tmp_path: Path) -> None:
    """Of the package as it is installed: without the marker every type would be Any, and nothing an error."""
    pytest.importorskip("mypy")
    assert (Path(darwindeck.__file__).parent / "py.typed").is_file()
    (tmp_path / "use.py").write_text(USE)
    words = [
        "-m",
        "mypy",
        "--cache-dir",
        str(tmp_path / "cache"),
        "--config-file",
        "",
        "--follow-imports",
        "silent",
        "use.py",
    ]
    said = subprocess.run([sys.executable, *words], cwd=tmp_path, capture_output=True, text=True).stdout
    assert "py.typed" not in said
    assert re.findall(r'Revealed type is "(?:darwindeck\.|builtins\.)?([\w.]+)"', said) == [
        "simulate.records.Records",
        "_core.State",
        "float",
    ]
    assert 'Argument 1 to "simulate" has incompatible type "str"' in said
    assert 'Argument "games" to "simulate" has incompatible type "str"' in said
