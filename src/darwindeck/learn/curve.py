"""A run's metrics as a picture: one panel a column of `metrics.csv`, over the positions seen. SVG, drawn here."""

from __future__ import annotations

from collections.abc import Sequence

PANELS = ("policy_loss", "value_loss", "draws", "length")
WIDTH, HEIGHT, MARGIN = 640, 130, 44


def draw_curve(rows: Sequence[dict[str, float]]) -> str:
    """The panels one below the other; a column that no row has is left out."""
    shown = [name for name in PANELS if any(name in row for row in rows)]
    parts = [panel(name, [row for row in rows if name in row], number) for number, name in enumerate(shown)]
    size = f'width="{WIDTH}" height="{HEIGHT * max(len(shown), 1)}"'
    style = 'font-family="sans-serif" font-size="11"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} {style}>\n' + "\n".join(parts) + "\n</svg>\n"


def panel(name: str, rows: Sequence[dict[str, float]], number: int) -> str:
    values, seen = [row[name] for row in rows], [row["positions"] for row in rows]
    low, high, last = min(values), max(values), max(seen)
    top = number * HEIGHT + 18

    def place(x: float, y: float) -> str:
        across = MARGIN + (WIDTH - 2 * MARGIN) * x / max(last, 1)
        down = top + (HEIGHT - 40) * (1 - (y - low) / max(high - low, 1e-9))
        return f"{across:.1f},{down:.1f}"

    points = " ".join(place(x, y) for x, y in zip(seen, values, strict=True))
    return "\n".join([
        f'<text x="{MARGIN}" y="{top - 5}">{name.replace("_", " ")} over {last:,.0f} positions</text>',
        f'<text x="2" y="{top + 8}">{high:.3g}</text><text x="2" y="{top + HEIGHT - 40}">{low:.3g}</text>',
        f'<polyline points="{points}" fill="none" stroke="#246" stroke-width="1.5"/>',
    ])  # fmt: skip
