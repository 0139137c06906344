"""Colours of the pages, by the formula of WCAG 2: text has a contrast of 4.5, what else carries meaning one of 3."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import darwindeck.web

SHEET = (Path(darwindeck.web.__file__).parent / "static" / "style.css").read_text()
TEXT, SHAPE = 4.5, 3.0
PAGE = ("ground", "raised")
# Text colour: the grounds that it stands on.
PAIRS = {
    "text": (PAGE, TEXT), "soft": (PAGE, TEXT), "accent": (PAGE, TEXT), "bad": (PAGE, TEXT), "sign": (PAGE, TEXT),
    "on-strong": (("strong",), TEXT), "on-felt": (("felt", "felt-deep"), TEXT), "red": (("face",), TEXT), "black": (("face",), TEXT),
    "strong": (PAGE, SHAPE), "gold": (("felt", "felt-deep"), SHAPE), "side-0": (PAGE, SHAPE), "side-1": (PAGE, SHAPE),
    "side-2": (PAGE, SHAPE), "side-3": (PAGE, SHAPE),
}  # fmt: skip
LITERAL = {
    "#222": ("#fff", "on-felt"),
    "#221800": ("gold",),
}  # colours that are the same in both themes, and their grounds


def variables(block: str) -> dict[str, str]:
    return dict(re.findall(r"--([a-z0-9-]+): (#[0-9a-f]{3,8})\b", block))


BLOCKS = [variables(block) for block in re.findall(r":root[^{]*\{([^{}]*--ground[^{}]*)\}", SHEET)]
THEMES = {"light": BLOCKS[0], "dark": BLOCKS[0] | BLOCKS[1]}


def luminance(colour: str) -> float:
    digits = colour[1:] if len(colour) == 7 else "".join(2 * digit for digit in colour[1:])
    parts = [int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4)]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_the_formula_is_that_of_wcag() -> None:
    assert contrast("#000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#fff") == pytest.approx(4.48, abs=0.01)  # the well-known grey that just fails


def test_the_dark_theme_is_the_same_by_choice_and_by_system() -> None:
    assert len(BLOCKS) == 3 and BLOCKS[1] == BLOCKS[2]


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("colour", PAIRS)
def test_every_colour_can_be_told_from_its_grounds(theme: str, colour: str) -> None:
    grounds, least = PAIRS[colour]
    colours = THEMES[theme]
    found = {ground: contrast(colours[colour], colours[ground]) for ground in grounds}
    assert all(ratio >= least for ratio in found.values()), found


@pytest.mark.parametrize("theme", THEMES)
def test_colours_without_a_name_can_be_read_too(theme: str) -> None:
    for colour, grounds in LITERAL.items():
        for ground in grounds:
            assert contrast(colour, THEMES[theme].get(ground, ground)) >= TEXT, (colour, ground)


def test_no_text_has_a_colour_that_is_not_measured() -> None:
    """A new text colour needs its grounds here, or this fails."""
    named = set(re.findall(r"[;{ ]color: var\(--([a-z0-9-]+)\)", SHEET))
    # Stars that are not given are shapes beside those that are; their number is said in words.
    assert named - {"line"} <= set(PAIRS), named
    literal = set(re.findall(r"[;{ ]color: (#[0-9a-f]+)", SHEET))
    pieces = {"#fffdf5", "#191712"}  # of chess: outlined, on squares of both shades
    assert literal - pieces <= set(LITERAL), literal
