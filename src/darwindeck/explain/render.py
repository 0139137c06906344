"""A rulebook on paper: Markdown first, and from it plain text and HTML that prints on A4 and letter."""

from __future__ import annotations

import textwrap
from html import escape

from .book import Rulebook, Section
from .markup import BOLD, TextBlock, blocks, plain

WIDTH = 100
EXAMPLE, QUICK = "An example", "Quick reference"
# The page size is the printer's: margins and breaks suit both A4 and letter.
STYLE = """
@page { margin: 18mm; }
body { font: 11pt/1.45 Georgia, 'Times New Roman', serif; color: #111; background: #fff; max-width: 44em; margin: 2em auto; padding: 0 1em; }
h1 { font-size: 22pt; margin: 0 0 .3em; }
h2 { font-size: 13pt; margin: 1.2em 0 .3em; border-bottom: 1px solid #999; break-after: avoid; }
ul, ol { margin: .3em 0; padding-left: 1.5em; }
li { margin: .25em 0; orphans: 3; widows: 3; }
p { margin: .4em 0; }
pre { font: 9.5pt/1.4 'DejaVu Sans Mono', Menlo, Consolas, monospace; white-space: pre-wrap; margin: .4em 0; }
section.card { border: 1.5px solid #333; border-radius: 8px; padding: .3em 1em .5em; margin-top: 1.4em; break-inside: avoid; }
section.card h2 { border: 0; margin-top: .2em; }
section.card ul { list-style: none; padding-left: 0; }
@media print { body { max-width: none; margin: 0; padding: 0; } }
"""


# Markdown.


def to_markdown(book: Rulebook) -> str:
    return complete(rules_markdown(book), book)


def complete(rules: str, book: Rulebook) -> str:
    """The rules, in whatever words, with the pitch under their title and the extras after them."""
    title, _, rest = rules.partition("\n\n")
    return join(title, *([one_line(book.pitch)] if book.pitch else []), rest, extras_markdown(book))


def rules_markdown(book: Rulebook) -> str:
    """The rules themselves, without what was played and without the quick reference."""
    parts = [f"# {one_line(book.title)}", pairs(book.glance)]
    parts += [f"## {section.heading}\n\n{section_items(section)}" for section in book.sections()]
    return "\n\n".join(parts) + "\n"


def extras_markdown(book: Rulebook) -> str:
    """The example, if there is one, and the quick reference."""
    example = [f"## {EXAMPLE}\n\n```\n" + "\n".join(book.example) + "\n```"] if book.example else []
    return "\n\n".join([*example, f"## {QUICK}\n\n{pairs(book.quick)}"]) + "\n"


def join(*parts: str) -> str:
    """Parts of a page, with one empty line between them."""
    return "\n\n".join(part.strip() for part in parts) + "\n"


def pairs(rows: tuple[tuple[str, str], ...]) -> str:
    """A list of labels and what they stand for."""
    return "\n".join(f"* **{label}:** {one_line(text)}" for label, text in rows)


def section_items(section: Section) -> str:
    """Items with their marks, each with its points below; of a single item all points are items."""
    items = [item.split("\n") for item in section.items]
    if len(items) == 1:
        items = [[point] for point in items[0]]
    lines = []
    for number, (first, *others) in enumerate(items, 1):
        mark = f"{number}." if section.numbered else "*"
        lines += [f"{mark} {one_line(first)}", *(f"{' ' * len(mark)} * {one_line(point)}" for point in others)]
    return "\n".join(lines)


def one_line(text: str) -> str:
    """Names and descriptions come from strangers: they must not begin lines or blocks of their own."""
    return " ".join(text.split())


# Plain text.


def to_text(book: Rulebook) -> str:
    return markdown_to_text(to_markdown(book))


def markdown_to_text(markdown: str) -> str:
    """Markdown as plain text, with lines no longer than `WIDTH`."""
    lines: list[str] = []
    before = ""
    for block in blocks(markdown):
        text = plain(block.text)
        lines += [""] * (before == "paragraph" and block.kind == "item")
        before = block.kind
        if block.kind == "heading":
            lines += [""] * bool(lines) + [text] + ["=" * len(text)] * (block.level == 1) + [""] * (block.level == 1)
        elif block.kind == "code":
            lines += block.text.splitlines()
        else:
            start = f"{'   ' * (block.level - 1)}{block.mark or '-'} " if block.kind == "item" else ""
            lines += textwrap.wrap(
                text, WIDTH, initial_indent=start, subsequent_indent=" " * len(start), break_on_hyphens=False
            )
    return "\n".join(lines) + "\n"


# HTML.


def to_html(book: Rulebook) -> str:
    return markdown_to_html(to_markdown(book))


def markdown_to_html(markdown: str) -> str:
    """A whole page, with nothing fetched from elsewhere."""
    body: list[str] = []
    lists: list[str] = []  # those that are open
    boxed = False
    title = "Rules"
    for block in blocks(markdown):
        set_depth(body, lists, block)
        if block.kind == "heading":
            title = plain(block.text) if block.level == 1 else title
            if block.text == QUICK:
                body.append('<section class="card">')
                boxed = True
            level = min(block.level, 3)
            body.append(f"<h{level}>{inline(block.text)}</h{level}>")
        elif block.kind == "item":
            body.append(f"<li>{inline(block.text)}")
        else:
            tag = "pre" if block.kind == "code" else "p"
            body.append(f"<{tag}>{escape(block.text) if tag == 'pre' else inline(block.text)}</{tag}>")
    set_depth(body, lists, TextBlock("paragraph", ""))
    return page(title, "\n".join(body) + ("\n</section>" if boxed else ""))


def set_depth(body: list[str], lists: list[str], block: TextBlock) -> None:
    """Opens and closes lists until the block can follow."""
    depth = block.level if block.kind == "item" else 0
    while len(lists) > depth:
        body.append(f"</li></{lists.pop()}>")
    if depth and len(lists) == depth:
        body.append("</li>")
    while len(lists) < depth:
        lists.append("ol" if block.mark and len(lists) == depth - 1 else "ul")
        body.append(f"<{lists[-1]}>")


def inline(text: str) -> str:
    """Text with its bold parts. Escaped first: a game's name may contain anything."""
    return BOLD.sub(r"<strong>\1</strong>", escape(text, quote=False))


def page(title: str, body: str) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n'
        f"<title>{escape(title)}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )
