"""Explain: rules for people, from the genome alone. The names below are the public API, loaded on first use.

from darwindeck import explain, load_genome
print(explain.to_markdown(explain.rulebook_of(load_genome("scopa"))))
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .book import Rulebook, Section
    from .consistency import problems
    from .names import title, titles
    from .pdf import markdown_to_pdf
    from .pitch import write_pitch
    from .render import markdown_to_html, markdown_to_text, to_html, to_markdown, to_text
    from .rulebook import Written, write_rulebook
    from .rules import rulebook_of, rules_text
    from .writers import find_writer

__all__ = [
    "Rulebook", "Section", "Written", "find_writer", "markdown_to_html", "markdown_to_pdf", "markdown_to_text", "problems",
    "rulebook_of", "rules_text", "title", "titles", "to_html", "to_markdown", "to_text", "write_pitch",
    "write_rulebook",
]  # fmt: skip

# Where each name lives. No module has the name of a function: importing it would hide the function.
_HOMES = {
    "Rulebook": "book", "Section": "book", "Written": "rulebook", "find_writer": "writers", "markdown_to_html": "render",
    "markdown_to_pdf": "pdf", "markdown_to_text": "render", "problems": "consistency", "rulebook_of": "rules", "rules_text": "rules",
    "title": "names", "titles": "names", "to_html": "render", "to_markdown": "render", "to_text": "render", "write_pitch": "pitch",
    "write_rulebook": "rulebook",
}  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'darwindeck.explain' has no attribute {name!r}")
    import importlib

    return getattr(importlib.import_module(f".{_HOMES[name]}", __name__), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
