"""A rulebook on paper: plain text, Markdown, and HTML that prints on A4 and letter. No third-party asset."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from html import escape

from .book import Rulebook, Section

WIDTH = 100
STYLE = """
@page { margin: 18mm; }
body { font: 11pt/1.45 Georgia, 'Times New Roman', serif; color: #111; background: #fff; max-width: 44em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 22pt; margin: 0 0 .3em; }
h2 { font-size: 13pt; margin: 1.2em 0 .3em; border-bottom: 1px solid #999; break-after: avoid; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15em 1em; margin: .4em 0; }
dt { font-weight: bold; } dd { margin: 0; }
ul, ol { margin: .3em 0; padding-left: 1.5em; } li { margin: .25em 0; break-inside: avoid; } p { margin: .4em 0; }
pre { font: 9.5pt/1.35 'DejaVu Sans Mono', Menlo, Consolas, monospace; white-space: pre-wrap; margin: .4em 0; }
.card { border: 1.5px solid #333; border-radius: 8px; padding: .4em 1em .6em; margin-top: 1.4em; break-inside: avoid; }
.card h2 { border: 0; margin-top: .2em; }
.note { border-left: 3px solid #b30; padding-left: .8em; }
@media print { body { max-width: none; margin: 0; padding: 0; } }
"""


def to_text(book: Rulebook) -> str:
    parts = [f"{book.title}\n{'=' * len(book.title)}", "\n".join(pair_lines(book.glance))]
    parts += ["\n".join([section.heading, *section_lines(section)]) for section in book.sections()]
    if book.example:
        parts.append("An example\n" + "\n".join(book.example))
    parts.append("Quick reference\n" + "\n".join(pair_lines(book.quick)))
    return "\n\n".join(parts) + "\n"


def section_lines(section: Section) -> list[str]:
    lines = []
    for mark, points in marked(section, "-"):
        first, *others = points
        lines += wrapped(first, f"{mark} ")
        for point in others:
            lines += wrapped(point, f"{' ' * len(mark)} - ")
    return lines


def marked(section: Section, bullet: str) -> Iterator[tuple[str, list[str]]]:
    """Items with their marks, each as its points; of a single item all points are items."""
    items = [item.split("\n") for item in section.items]
    if len(items) == 1:
        items = [[point] for point in items[0]]
    for number, points in enumerate(items, 1):
        yield f"{number}." if section.numbered else bullet, points


def wrapped(text: str, start: str) -> list[str]:
    return textwrap.wrap(text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False)


def pair_lines(pairs: tuple[tuple[str, str], ...]) -> list[str]:
    width = max(len(label) for label, _ in pairs) + 2
    return [line for label, text in pairs for line in wrapped(text, f"{label}:".ljust(width))]


def to_markdown(book: Rulebook) -> str:
    parts = [f"# {book.title}", "\n".join(f"* **{label}:** {text}" for label, text in book.glance)]
    parts += [f"## {section.heading}\n\n{markdown_items(section)}" for section in book.sections()]
    if book.example:
        parts.append("## An example\n\n```\n" + "\n".join(book.example) + "\n```")
    parts.append("## Quick reference\n\n" + "\n".join(f"* **{label}:** {text}" for label, text in book.quick))
    return "\n\n".join(parts) + "\n"


def markdown_items(section: Section) -> str:
    lines = []
    for mark, points in marked(section, "*"):
        first, *others = points
        lines += [f"{mark} {first}", *(f"{' ' * len(mark)} * {point}" for point in others)]
    return "\n".join(lines)


def to_html(book: Rulebook) -> str:
    parts = [f"<h1>{escape(book.title)}</h1>", html_pairs(book.glance)]
    parts += [f"<h2>{escape(section.heading)}</h2>\n{html_items(section)}" for section in book.sections()]
    if book.example:
        parts.append(f"<h2>An example</h2>\n<pre>{escape(chr(10).join(book.example))}</pre>")
    parts.append(f'<div class="card"><h2>Quick reference</h2>\n{html_pairs(book.quick)}</div>')
    return page(book.title, "\n".join(parts))


def page(title: str, body: str) -> str:
    """A whole document around a body that is HTML already."""
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def html_pairs(pairs: tuple[tuple[str, str], ...]) -> str:
    return "<dl>\n" + "\n".join(f"<dt>{escape(label)}</dt><dd>{escape(text)}</dd>" for label, text in pairs) + "\n</dl>"


def html_items(section: Section) -> str:
    items = []
    for _, points in marked(section, ""):
        first, *others = (escape(point) for point in points)
        below = "".join(f"<li>{point}</li>" for point in others)
        items.append(f"<li>{first}<ul>{below}</ul></li>" if others else f"<li>{first}</li>")
    tag = "ol" if section.numbered else "ul"
    return f"<{tag}>\n" + "\n".join(items) + f"\n</{tag}>"
