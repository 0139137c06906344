"""Charts as SVG, drawn by hand: lines with bands, stacked columns, a map of cells. Colours are those of the page's style."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape

WIDTH, HEIGHT = 680, 240
LEFT, RIGHT, TOP, BOTTOM = 46, 12, 12, 30
COLORS = 8  # --c0 to --c7 in the style


@dataclass(frozen=True)
class Line:
    """A line over the generations; of points that are missing (None) nothing is drawn. Bands are (low, high)."""

    name: str
    points: Sequence[float | None]
    bands: Sequence[tuple[float, float] | None] = field(default=())


def color(number: int) -> str:
    return f"var(--c{number % COLORS})"


def frame(title: str, body: Sequence[str], width: int = WIDTH, height: int = HEIGHT) -> str:
    inside = "".join(body)
    return (
        f'<div class="scroll"><svg viewBox="0 0 {width} {height}" role="img" aria-label="{escape(title, quote=True)}">'
        f"<title>{escape(title)}</title>{inside}</svg></div>"
    )


def text(x: float, y: float, words: str, anchor: str = "middle", css: str = "label") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" class="{css}">{escape(words)}</text>'


class Plane:
    """Where numbers lie in a chart."""

    def __init__(self, count: int, low: float, high: float) -> None:
        self.count, self.low = max(2, count), low
        self.high = high if high > low else low + 1.0

    def x(self, place: float) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * place / (self.count - 1)

    def y(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * min(1.0, max(0.0, share))

    def axes(self, ticks: int = 4) -> list[str]:
        """Lines with their values, and the first and last place."""
        parts = []
        for step in range(ticks + 1):
            value = self.low + (self.high - self.low) * step / ticks
            y = self.y(value)
            parts.append(f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>')
            parts.append(text(LEFT - 6, y + 4, format_tick(value, self.high - self.low), "end"))
        return parts


def format_tick(value: float, span: float) -> str:
    return f"{value:.0f}" if span >= 8 else f"{value:.1f}" if span > 1 else f"{value:.2f}"


def line_chart(title: str, lines: Sequence[Line], low: float = 0.0, high: float | None = None) -> str:
    """Lines over the generations, each with its band behind it."""
    count = max((len(line.points) for line in lines), default=0)
    values = [point for line in lines for point in line.points if point is not None]
    plane = Plane(count, low, max([low, *values]) if high is None else high)
    parts = [*plane.axes(), *places(plane, count)]
    for number, line in enumerate(lines):
        parts += [draw_band(plane, line, number), draw_line(plane, line, number)]
    return frame(title, parts) + legend([line.name for line in lines])


def places(plane: Plane, count: int) -> list[str]:
    """Generations under a chart, counted from 1."""
    shown = sorted({0, (count - 1) // 2, count - 1}) if count else []
    return [text(plane.x(place), HEIGHT - 10, f"{place + 1}") for place in shown]


def draw_line(plane: Plane, line: Line, number: int) -> str:
    points = [(plane.x(place), plane.y(value)) for place, value in enumerate(line.points) if value is not None]
    marks = "".join(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="2" fill="{color(number)}"/>' for x, y in points)
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    return f'<polyline points="{path}" fill="none" stroke="{color(number)}" stroke-width="2"/>{marks}'


def draw_band(plane: Plane, line: Line, number: int) -> str:
    ends = [(place, *band) for place, band in enumerate(line.bands) if band is not None]
    if len(ends) < 2:
        return ""
    upper = [f"{plane.x(place):.1f},{plane.y(high):.1f}" for place, _, high in ends]
    lower = [f"{plane.x(place):.1f},{plane.y(low):.1f}" for place, low, _ in reversed(ends)]
    return f'<polygon points="{" ".join(upper + lower)}" fill="{color(number)}" opacity="0.18"/>'


def column_chart(title: str, columns: Sequence[Mapping[str, float]], names: Sequence[str]) -> str:
    """Stacked columns, one a generation."""
    tallest = max([1.0, *(sum(column.values()) for column in columns)])
    plane = Plane(len(columns) + 1, 0.0, tallest)
    wide = (plane.x(1) - plane.x(0)) * 0.86
    parts = plane.axes()
    for place, column in enumerate(columns):
        height = 0.0
        for number, name in enumerate(names):
            count = column.get(name, 0)
            if count:
                top, bottom = plane.y(height + count), plane.y(height)
                box = f'x="{plane.x(place):.1f}" y="{top:.1f}" width="{wide:.1f}" height="{bottom - top:.1f}"'
                tip = escape(f"generation {place + 1}: {count:g} {name}")
                parts.append(f'<rect {box} fill="{color(number)}"><title>{tip}</title></rect>')
                height += count
    for place in sorted({0, len(columns) - 1}) if columns else []:
        parts.append(text(plane.x(place) + wide / 2, HEIGHT - 10, f"{place + 1}"))
    return frame(title, parts) + legend(names)


@dataclass(frozen=True)
class Cell:
    """A place of a map: column and row from 0, a share from 0 to 1 that is its colour, and what it says when pointed at."""

    column: int
    row: int
    share: float
    words: str
    tip: str


def cell_map(title: str, columns: Sequence[str], rows: Sequence[str], cells: Sequence[Cell]) -> str:
    """Cells under the names of their columns and beside those of their rows; the first row is lowest."""
    wide, high, left = 84, 40, 96
    width, height = left + wide * len(columns), high * len(rows) + 30
    parts = [text(left + wide * (at + 0.5), height - 10, name) for at, name in enumerate(columns)]
    parts += [text(left - 8, high * (len(rows) - at - 0.5) + 4, name, "end") for at, name in enumerate(rows)]
    filled = {(cell.column, cell.row): cell for cell in cells}
    for column in range(len(columns)):
        for row in range(len(rows)):
            x, y = left + wide * column, high * (len(rows) - 1 - row)
            cell = filled.get((column, row))
            look = f'fill="var(--c0)" fill-opacity="{0.12 + 0.78 * cell.share:.2f}"' if cell else 'class="empty"'
            tip = f"<title>{escape(cell.tip)}</title>" if cell else ""
            parts.append(f'<rect x="{x}" y="{y}" width="{wide - 3}" height="{high - 3}" rx="4" {look}>{tip}</rect>')
            if cell:
                parts.append(text(x + wide / 2, y + high / 2 + 3, cell.words, css="cell"))
    return frame(title, parts, width, height)


def bar(share: float) -> str:
    """A small bar for a cell of a table."""
    return f'<span class="bar"><span style="width:{100 * min(1.0, max(0.0, share)):.1f}%"></span></span>'


def legend(names: Sequence[str]) -> str:
    items = (f'<li><i style="background:{color(number)}"></i>{escape(name)}</li>' for number, name in enumerate(names))
    return f'<ul class="legend">{"".join(items)}</ul>'
