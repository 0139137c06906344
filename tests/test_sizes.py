"""Files, functions and folders are as short as CONTRIBUTING.md says, except for those that it names; and what it names is there."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PAGE = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
MOST_LINES, MOST_IN_FUNCTION, MOST_IN_FOLDER = (int(number) for number in re.findall(r"at most (\d+)", PAGE))
SOURCES = sorted(
    path
    for folder in ("core", "src", "tests")
    for path in (ROOT / folder).rglob("*")
    if path.suffix in (".py", ".hpp", ".cpp")
)


def listed(title: str) -> set[str]:
    """The first column of the table under a title."""
    table = PAGE.split(f"{title}:\n")[1].strip("\n").split("\n\n")[0]
    return set(re.findall(r"^\| `([^`]+)`", table, re.MULTILINE))


def name_of(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def long_functions(path: Path) -> set[str]:
    functions = [
        node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.FunctionDef)
    ]
    return {f"{name_of(path)}:{node.name}" for node in functions if lines_of(node) > MOST_IN_FUNCTION}


def lines_of(function: ast.FunctionDef) -> int:
    first = function.body[0]
    says = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)
    documentation = (first.end_lineno or 0) - first.lineno + 1 if says else 0
    return (function.end_lineno or 0) - function.lineno + 1 - documentation


def test_long_files_are_named() -> None:
    long = {name_of(path) for path in SOURCES if len(path.read_text(encoding="utf-8").splitlines()) > MOST_LINES}
    assert long == listed(f"Longer than {MOST_LINES} lines")


def test_long_functions_are_named() -> None:
    """Of Python; functions of C++ are counted by people."""
    long = {name for path in SOURCES if path.suffix == ".py" for name in long_functions(path)}
    assert long == {name for name in listed(f"Longer than {MOST_IN_FUNCTION} lines") if ".py:" in name}


def test_wide_folders_are_named() -> None:
    """Of the package and the core. Tests have a file for each game, command and contract."""
    sizes = Counter(name_of(path.parent) for path in SOURCES if not name_of(path).startswith("tests/"))
    wide = {folder for folder, files in sizes.items() if files > MOST_IN_FOLDER}
    assert wide == listed(f"More than {MOST_IN_FOLDER} files")


@pytest.mark.parametrize("path", sorted(set(re.findall(r"`((?:core|src|tests|games|docs|examples)/[\w./-]+)`", PAGE))))
def test_what_is_named_is_there(path: str) -> None:
    assert "NAME" in path or (ROOT / path).exists()
