"""A rulebook as a PDF of A4 or letter pages, by fpdf2 (the extra `pdf`), imported only here."""

from __future__ import annotations

import datetime
import re
from typing import Any, Literal

from ..errors import RulebookError
from .markup import BOLD, TextBlock, blocks, plain

PageSize = Literal["a4", "letter"]
MARGIN = 18  # mm
LINE = 5.4  # mm, of the text
INDENT = 6  # mm, of a list
# Signs that the fonts of every PDF reader have only in ZapfDingbats, and others by what stands for them.
DINGBATS = {"♣": 168, "♦": 169, "♥": 170, "♠": 171, "→": 213}
SUBSTITUTES = str.maketrans(
    {"–": "-", "—": "-", "…": "...", "’": "'", "‘": "'", "“": '"', "”": '"', "−": "-", "•": "-"}
)
RUN = re.compile(f"([{''.join(DINGBATS)}]+)")
SIZES = {1: 22, 2: 13, 3: 11}


def markdown_to_pdf(markdown: str, page_size: PageSize = "a4") -> bytes:
    """The pages as bytes; the same text gives the same bytes."""
    try:
        from fpdf import FPDF
    except ImportError:
        raise RulebookError(
            "PDF needs the library fpdf2: pip install 'darwindeck[pdf]', or choose --format html"
        ) from None
    pdf = FPDF(format=page_size)
    pdf.set_margin(MARGIN)
    pdf.set_auto_page_break(True, MARGIN)
    pdf.set_creation_date(datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC))
    pdf.add_page()
    parts = blocks(markdown)
    pdf.set_title(next((plain(block.text) for block in parts if block.kind == "heading"), "Rules"))
    for block in parts:
        write_block(pdf, block)
    return bytes(pdf.output())


def write_block(pdf: Any, block: TextBlock) -> None:
    """One block of text on the page."""
    if block.kind == "heading":
        write_heading(pdf, block)
    elif block.kind == "code":
        for line in block.text.splitlines():
            write_line(pdf, line, "courier", 9, 4.4, indent=0)
    else:
        indent = INDENT * block.level if block.kind == "item" else 0
        write_line(pdf, block.text, "times", 11, LINE, indent, block.mark or "-" if indent else "")
        pdf.ln(0.8)


def write_heading(pdf: Any, block: TextBlock) -> None:
    if pdf.will_page_break(24):  # never the last line of a page
        pdf.add_page()
    elif block.level > 1:
        pdf.ln(3)
    size = SIZES.get(block.level, 11)
    write_line(pdf, f"**{block.text}**", "times", size, size * 0.45, indent=0)
    pdf.ln(1)


def write_line(pdf: Any, text: str, font: str, size: float, height: float, indent: float, mark: str = "") -> None:
    """Wrapped text from an indent on, its mark hanging to the left of it."""
    pdf.set_font(font, "", size)
    if mark:
        pdf.set_x(MARGIN + indent - INDENT)
        pdf.cell(INDENT, height, printable(mark))
    pdf.set_left_margin(MARGIN + indent)
    pdf.set_x(MARGIN + indent)
    for number, piece in enumerate(BOLD.split(text)):
        for place, run in enumerate(RUN.split(piece)):
            if place % 2:
                pdf.set_font("zapfdingbats", "", size)
                pdf.write(height, "".join(chr(DINGBATS[sign]) for sign in run))
            elif run:
                pdf.set_font(font, "B" if number % 2 else "", size)
                pdf.write(height, printable(run))
    pdf.set_left_margin(MARGIN)
    pdf.ln(height)


def printable(text: str) -> str:
    return text.translate(SUBSTITUTES).encode("latin-1", "replace").decode("latin-1")
