"""The arc of a game as a drawing: the chances of each side from the first move to the last, dead parts shaded."""

from __future__ import annotations

from ...play.example import PEOPLE
from ...portrait.arc import Arc
from .markup import Markup, element, join

WIDTH, HEIGHT, LEFT, BOTTOM, TOP = 480, 220, 40, 24, 8


def draw_arc(arc: Arc) -> Markup:
    """With a legend, and in words for those who cannot see it."""
    lines = [
        element("path", d=path(arc, chances), class_=f"side side-{number % 8}")
        for number, chances in enumerate(arc.chances)
    ]
    grid = [
        join(element("line", x1=LEFT, x2=WIDTH - 8, y1=across(share), y2=across(share), class_="grid"),
             element("text", f"{100 * share:.0f} %", x=LEFT - 6, y=across(share) + 4, text_anchor="end", class_="tick"))
        for share in (0.0, 0.5, 1.0)
    ]  # fmt: skip
    dead = [
        element("rect", x=round(along(arc, begin), 1), y=TOP, width=round(along(arc, end) - along(arc, begin), 1), height=HEIGHT - BOTTOM - TOP, class_="dead")
        for begin, end in arc.dead
    ]  # fmt: skip
    ends = [
        element("text", "first move", x=LEFT, y=HEIGHT - 6, class_="tick"),
        element("text", f"move {arc.plies}", x=WIDTH - 8, y=HEIGHT - 6, text_anchor="end", class_="tick"),
    ]
    chart = element("svg", dead, grid, lines, ends, viewBox=f"0 0 {WIDTH} {HEIGHT}", class_="chart", role="img", aria_label=describe(arc))  # fmt: skip
    names = [
        element("span", element("i", "", class_=f"swatch swatch-{number % 8}"), name_side(arc, number))
        for number in range(len(arc.chances))
    ]
    shade = element("span", element("i", "", class_="swatch swatch-dead"), "no choice matters") if arc.dead else None
    words = "Chances to win, by games imagined on from each move; players of the program played it."
    return join(chart, element("p", names, shade, class_="facts legend"), element("p", words, class_="facts"))


def name_side(arc: Arc, number: int) -> str:
    return f"{PEOPLE[number]} (won)" if number in arc.winners else PEOPLE[number]


def along(arc: Arc, ply: int) -> float:
    return LEFT + (WIDTH - 8 - LEFT) * min(ply / max(arc.plies - 1, 1), 1.0)


def across(share: float) -> float:
    return TOP + (1 - share) * (HEIGHT - BOTTOM - TOP)


def path(arc: Arc, chances: list[float]) -> str:
    points = [f"{along(arc, ply):.1f} {across(chance):.1f}" for ply, chance in zip(arc.at, chances, strict=True)]
    return "M" + "L".join(points)


def describe(arc: Arc) -> str:
    """The drawing in a sentence."""
    winner = arc.winners[0]
    chances = arc.chances[winner]
    middle = chances[len(chances) // 2]
    dead = sum(end - begin for begin, end in arc.dead) / max(arc.plies, 1)
    return (
        f"{PEOPLE[winner]} won. Their chance was {chances[0]:.0%} at first, {middle:.0%} half way, at the lowest {min(chances):.0%}. "
        f"No choice matters in {dead:.0%} of the moves."
    )
