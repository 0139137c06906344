"""How the speed of random play has changed: a file of results, one row a release, and its chart.

Machines differ, so every row also has the cost of whist written by hand, measured in the same minute. What is drawn is
how many times as much a decision of the engine costs.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from html import escape

from ..errors import DocumentError
from ..genome.genome import GameGenome
from .cards import BY_HAND, ROUNDS, Key, Ours, Pace, Side, measure_paces

GAMES = ("whist", "scotch-whist", "hearts", "spades", "gin-rummy", "crazy-eights", "go-fish", "scopa")
HAND = "by hand"
COLUMNS = ("label", "date", HAND, *GAMES)
LONGEST_LABEL = 24
BATCHES = (1 + ROUNDS) * (len(GAMES) + 1)  # what the progress of `measure_row` adds up to
COLORS = ("#2563a8", "#6aa5e6", "#c2571a", "#3a7d44", "#8a4fa3", "#a8862a", "#b03052", "#2a8a93")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 760, 330, 40, 130, 14, 42
BAR = 40  # letters of the longest bar


@dataclass(frozen=True)
class Row:
    """One release. Costs are processor nanoseconds a decision, in one thread."""

    label: str
    day: str
    by_hand: float
    costs: Mapping[str, float]

    def times(self, game: str) -> float:
        """How many times as much a decision costs as one of whist by hand."""
        return self.costs[game] / self.by_hand


def measure_row(
    label: str, genomes: Mapping[str, GameGenome], seconds: float, progress: Callable[[int], None] | None = None
) -> Row:
    """A row of today; `genomes` are those of GAMES."""
    sides: dict[Key, Side] = {(name, "one"): Ours(genomes[name], 1) for name in GAMES}
    sides["whist", HAND] = BY_HAND["whist"]
    paces = measure_paces(sides, seconds, progress)
    costs = {name: cost_of_decision(paces[name, "one"]) for name in GAMES}
    return Row(label, date.today().isoformat(), cost_of_decision(paces["whist", HAND]), costs)


def cost_of_decision(pace: Pace) -> float:
    return round(pace.cpu_ns_per_ply * pace.plies_per_game / pace.decisions_per_game, 1)


def read_history(text: str, source: str) -> list[Row]:
    """The rows of a file; a fault is a DocumentError that names the line."""
    lines = list(csv.reader(io.StringIO(text)))
    if not lines or tuple(lines[0]) != COLUMNS:
        raise DocumentError(f"{source}: not a history of the bench; its first line must be {','.join(COLUMNS)}")
    return [read_row(cells, f"{source}: line {number}") for number, cells in enumerate(lines[1:], 2)]


def read_row(cells: Sequence[str], place: str) -> Row:
    if len(cells) != len(COLUMNS):
        raise DocumentError(f"{place}: has {len(cells)} columns, not {len(COLUMNS)}")
    try:
        day = date.fromisoformat(cells[1]).isoformat()
        by_hand, *costs = (float(cell) for cell in cells[2:])
    except ValueError as error:
        raise DocumentError(f"{place}: {error}") from None
    if not all(0 < cost < 1e9 for cost in (by_hand, *costs)):
        raise DocumentError(f"{place}: a cost is not a number of nanoseconds")
    return Row(cells[0], day, by_hand, dict(zip(GAMES, costs, strict=True)))


def write_history(rows: Sequence[Row]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow((row.label, row.day, row.by_hand, *(row.costs[name] for name in GAMES)))
    return out.getvalue()


def draw_bars(rows: Sequence[Row]) -> list[str]:
    """The chart for a terminal: for each game a bar for each row."""
    most = max((row.times(game) for row in rows for game in GAMES), default=1)
    wide = max((len(row.label) for row in rows), default=0)
    lines = []
    for game in GAMES:
        lines.append(game)
        for row in rows:
            bar = "█" * max(1, round(BAR * row.times(game) / most))
            lines.append(f"  {row.day}  {row.label:<{wide}}  {bar} {row.times(game):.1f}")
    return lines


def draw_svg(rows: Sequence[Row]) -> str:
    """A line for each game over the rows; the names stand where the lines end, none over another."""
    most = max((row.times(game) for row in rows for game in GAMES), default=1)

    def x(place: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * (place / (len(rows) - 1) if len(rows) > 1 else 0.5)

    def y(value: float) -> float:
        return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / most

    parts = []
    for value in range(0, int(most) + 1, max(1, round(most / 5))):
        parts.append(f'<path d="M{LEFT} {y(value):.1f}H{WIDTH - RIGHT}" stroke="#d9d8d2"/>')
        parts.append(label(LEFT - 6, y(value) + 4, str(value), "end"))
    for place, row in enumerate(rows):
        parts += [label(x(place), HEIGHT - 22, row.label), label(x(place), HEIGHT - 7, row.day)]
    last = HEIGHT - BOTTOM + 14.0  # the height of the name below
    for game in sorted(GAMES, key=lambda game: rows[-1].times(game)) if rows else ():
        color = COLORS[GAMES.index(game)]
        points = " ".join(f"{x(place):.1f},{y(row.times(game)):.1f}" for place, row in enumerate(rows))
        parts.append(f'<polyline points="{points}" fill="none" stroke="{color}" stroke-width="2"/>')
        last = min(last - 14, y(rows[-1].times(game)) + 4)
        parts.append(label(x(len(rows) - 1) + 8, last, f"{game} {rows[-1].times(game):.1f}", "start", color))
    title = "What a decision costs, in decisions of whist written by hand"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img" font-family="sans-serif" '
        f'font-size="12"><title>{title}</title><rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def label(x: float, y: float, words: str, anchor: str = "middle", color: str = "#5d5d66") -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" fill="{color}">{escape(words)}</text>'
