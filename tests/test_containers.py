"""A genome travels in the containers that ARCHITECTURE.md lists, and in no other."""

from __future__ import annotations

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parent.parent
TABLE = (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8").split("## What a genome travels in")[1].split("\n## ")[0]
LISTED = dict(re.findall(r"^\| `(\w+)` \(`([\w/]+\.py)`\)", TABLE, re.MULTILINE))
FOLDERS = ("measure", "evaluate", "evolve", "experiment")


def holds_one_genome(field: ast.stmt) -> bool:
    """Whether it is a field of a class for one genome, bare or in a container; a field for many is another thing."""
    if not isinstance(field, ast.AnnAssign):
        return False
    return ast.unparse(field.annotation).removesuffix(" | None") in {"GameGenome", *LISTED}


def containers() -> dict[str, str]:
    """Every class of the four folders with a field for one genome, by name, and the file it is in."""
    package = ROOT / "src" / "darwindeck"
    return {
        node.name: path.relative_to(package).as_posix()
        for folder in FOLDERS
        for path in sorted((package / folder).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and any(holds_one_genome(field) for field in node.body)
    }


def test_there_are_no_others() -> None:
    spot = {
        "Spot": "evolve/archive.py"
    }  # a cell of the archive: the place of an elite, through which nothing passes on
    assert containers() == LISTED | spot and len(LISTED) == 4
