"""HTML from Python: elements that escape whatever is put into them. Text becomes markup nowhere else."""

from __future__ import annotations

from html import escape

VOID = {"input", "link", "meta", "br", "img"}  # of HTML; shapes of SVG are closed like any other


class Markup(str):
    """Text that is HTML already."""


Child = str | int | float | None


def element(tag: str, /, *children: Child | list[Markup], **attributes: str | int | float | bool | None) -> Markup:
    """One element. A trailing `_` of an attribute's name is dropped and others become `-`; None and False leave it out."""
    parts = [tag]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        written = key.rstrip("_").replace("_", "-")
        parts.append(written if value is True else f'{written}="{escape(str(value))}"')
    head = f"<{' '.join(parts)}>"
    return Markup(head if tag in VOID else f"{head}{join(*children)}</{tag}>")


def join(*children: Child | list[Markup]) -> Markup:
    """Children one after the other; what is not markup is escaped."""
    return Markup("".join(_inside(child) for child in children))


def _inside(child: Child | list[Markup]) -> str:
    if child is None:
        return ""
    if isinstance(child, list):
        return "".join(_inside(each) for each in child)
    return child if isinstance(child, Markup) else escape(str(child))
