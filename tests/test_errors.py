"""An error's name says what is wrong: each kind of error is raised only where such things can be wrong."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from darwindeck import errors

PACKAGE = Path(__file__).parent.parent / "src" / "darwindeck"

# Which folders may raise an error. A new place is a decision: does the sentence in errors.py describe what is wrong there?
RAISED_IN = {
    "GenomeError": {"genome", "judge", "web", "cli"},
    "GameError": {"engine", "simulate", "adapters"},
    "SettingError": {"engine", "simulate", "adapters", "contest", "evaluate", "evolve", "experiment", "report", "bench", "chess", "learn", "search", "web"},
    "RunError": {"simulate", "experiment", "report", "learn", "web", "cli"},
    "ChessError": {"chess", "adapters", "web"},
    "RulebookError": {"explain", "cli"},
    "DocumentError": {"files", "engine", "measure", "play", "cli", "bench"},
    "OutputError": {"files"},
    "LearnError": {"learn", "adapters"},
    "SearchError": {"search", "learn", "bench"},
    "PlayerError": {"engine", "simulate", "contest", "web"},
    "PluginError": {"plugins", "measure", "evolve", "report"},
    "ProfileError": {"measure"},
}  # fmt: skip


def raises() -> Iterator[tuple[str, str, str]]:
    """(Folder, place, name of the error) of every `raise` with a name that ends in Error."""
    for path in sorted(PACKAGE.rglob("*.py")):
        place = path.relative_to(PACKAGE)
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and isinstance(node.exc.func, ast.Name):
                yield place.parts[0].removesuffix(".py"), f"{place.as_posix()}:{node.lineno}", node.exc.func.id


def test_every_error_has_places_and_is_defined_among_the_errors() -> None:
    ours = {kind.__name__ for kind in errors.DarwinDeckError.__subclasses__()}
    assert ours == RAISED_IN.keys()
    assert all(hasattr(errors, name) for name in ours)


@pytest.mark.parametrize("error", RAISED_IN)
def test_an_error_is_raised_only_where_its_name_fits(error: str) -> None:
    places = {place for folder, place, name in raises() if name == error and folder not in RAISED_IN[error]}
    assert places == set()


def test_nobody_raises_the_error_without_a_name() -> None:
    assert [place for _, place, name in raises() if name == "DarwinDeckError"] == []
