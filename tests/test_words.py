"""One word an idea: ARCHITECTURE.md says what words mean, and the names in the package keep to it."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "src" / "darwindeck"
FILES = {path.relative_to(PACKAGE).as_posix(): path for path in sorted(PACKAGE.rglob("*.py"))}


def nodes(path: Path) -> Iterator[ast.AST]:
    return ast.walk(ast.parse(path.read_text(encoding="utf-8")))


def test_no_two_classes_share_a_name() -> None:
    homes = defaultdict(list)
    for name, path in FILES.items():
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                homes[node.name].append(name)
    assert {name: files for name, files in homes.items() if len(files) > 1} == {}


# Participles that do not end in "ed".
IRREGULAR = {
    "begun", "bound", "bred", "broken", "built", "chosen", "dealt", "done", "drawn", "found", "given", "grown", "held", "hidden",
    "kept", "known", "laid", "led", "left", "lost", "made", "met", "paid", "seen", "sent", "shown", "spent", "taken", "told",
    "thrown", "won", "written",
}  # fmt: skip
# Terms that begin with one: the known games, the invented games, the expected score of the Elo model.
TERMS = {"known_games", "invented_games", "expected_score"}


def is_participle(word: str) -> bool:
    return word in IRREGULAR or (word.endswith("ed") and not word.endswith("eed"))


def functions(source: str) -> Iterator[str]:
    """Functions that are called as such; what is read like data (a property) may be named like data."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.FunctionDef) and not any("property" in ast.unparse(to) for to in node.decorator_list):
            yield node.name


def named_by_participles(source: str) -> list[str]:
    return [name for name in functions(source) if is_participle(name.strip("_").split("_")[0]) and name not in TERMS]


def test_planted_participles_are_found() -> None:
    assert named_by_participles("def told(): ...\ndef _opened_run(): ...\ndef tell(): ...\ndef seed(): ...") == [
        "told",
        "_opened_run",
    ]
    assert named_by_participles("@property\ndef used(self): ...") == []


def test_functions_are_verbs() -> None:
    found = {name: named_by_participles(path.read_text(encoding="utf-8")) for name, path in FILES.items()}
    assert {name: names for name, names in found.items() if names} == {}
