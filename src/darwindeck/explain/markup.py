"""The Markdown that rulebooks are written in, read back as blocks: headings, lists, paragraphs, code and **bold**.

It is not all of Markdown. What it does not know it shows as it stands, so that no text is ever lost.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

HEADING = re.compile(r"(#{1,6})\s+(.*)")
ITEM = re.compile(r"(\s*)([*+-]|\d+[.)])\s+(.*)")
BOLD = re.compile(r"\*\*(.+?)\*\*")


@dataclass(frozen=True)
class TextBlock:
    kind: str  # heading, item, paragraph, code
    text: str
    level: int = 1  # of a heading 1 to 6, of an item how deep it is nested
    mark: str = ""  # of an item in a numbered list its number


def blocks(markdown: str) -> list[TextBlock]:
    """The text in order. A line that goes on in the next one is one block."""
    found: list[TextBlock] = []
    code: list[str] | None = None
    fresh = True  # the next line begins a block of its own
    for line in markdown.splitlines():
        if line.strip().startswith("```"):
            if code is not None:
                found.append(TextBlock("code", "\n".join(code)))
            code, fresh = (None if code is not None else []), True
        elif code is not None:
            code.append(line)
        elif not line.strip():
            fresh = True
        else:
            _add(found, line, fresh)
            fresh = line.lstrip().startswith("#")
    if code:
        found.append(TextBlock("code", "\n".join(code)))
    return found


def _add(found: list[TextBlock], line: str, fresh: bool) -> None:
    """Adds a line of Markdown: a new block, or more of the last one."""
    if heading := HEADING.fullmatch(line.strip()):
        found.append(TextBlock("heading", heading[2].strip(), len(heading[1])))
    elif item := ITEM.fullmatch(line):
        mark = item[2] if item[2][0].isdigit() else ""
        found.append(TextBlock("item", item[3].strip(), 1 + (len(item[1].expandtabs(4)) > 1), mark))
    elif fresh or not found or found[-1].kind not in ("item", "paragraph"):
        found.append(TextBlock("paragraph", line.strip()))
    else:
        last = found.pop()
        found.append(TextBlock(last.kind, f"{last.text} {line.strip()}", last.level, last.mark))


def plain(text: str) -> str:
    """Without the marks of bold."""
    return BOLD.sub(r"\1", text)
