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
