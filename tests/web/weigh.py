"""How soon pages are seen and how much they load: `python -m tests.web.weigh`. Prints every page, and fails beyond the limits.

Each page is opened in a browser that has seen nothing yet. The times are those of the machine that it runs on.
"""

from __future__ import annotations

import argparse
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import httpx

from tests.patience import PATIENCE

from .browsing import Server, open_browser

PAGES = (
    "/", "/game/known/hearts", "/game/collection/{invented}", "/replay/known/whist", "/variant/known/scopa", "/pairs", "/runs",
    "/chess", "/rulebook/known/hearts",
)  # fmt: skip
MOST_MILLISECONDS, MOST_BYTES = 1000, 300_000
PAINTED = """() => new Promise((done) => new PerformanceObserver((list) => {
  if (list.getEntriesByName('first-contentful-paint').length) done();
}).observe({ type: 'paint', buffered: true }))"""
MEASURE = """() => {
  const loaded = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  return [performance.getEntriesByName('first-contentful-paint')[0].startTime,
          loaded.reduce((sum, entry) => sum + entry.decodedBodySize, 0), loaded.reduce((sum, entry) => sum + entry.transferSize, 0)];
}"""


class Weight(NamedTuple):
    """Milliseconds to the first paint, and bytes: as they are, and as they were sent."""

    paint: float
    size: int
    sent: int


def weigh(browser: Any, address: str, page_at: str) -> Weight:
    """A page in a browser without memory. `page_at` "table" sits down at a game first."""
    context = browser.new_context(base_url=address)
    page = context.new_page()
    if page_at == "table":
        page.goto("/game/known/hearts")
        page.click("form.begin button.primary")
        page.wait_for_selector(".hand .legal")
        page_at = page.url
        context.close()
        context = browser.new_context(base_url=address)
        page = context.new_page()
    page.goto(page_at, wait_until="load")
    page.evaluate(PAINTED)
    found = Weight(*page.evaluate(MEASURE))
    context.close()
    return found


def main() -> None:
    from darwindeck.genome.text import invented_games

    parser = argparse.ArgumentParser()
    parser.add_argument("--runs", type=Path, default=Path("experiments"))
    options = parser.parse_args()
    bad = []
    with tempfile.TemporaryDirectory() as data, open_browser() as browser:
        server = Server(options.runs, Path(data))
        httpx.get(
            server.address, timeout=PATIENCE
        )  # the server makes its gallery ready when it starts, which takes a second
        for name in (*PAGES, "table"):
            place = name.format(invented=invented_games()[0])
            found = weigh(browser, server.address, place)
            heavy = found.paint > MOST_MILLISECONDS or found.size > MOST_BYTES
            print(f"{place}: first paint after {found.paint:.0f} ms, {found.size / 1000:.0f} kB ({found.sent / 1000:.0f} kB sent)", "TOO MUCH" * heavy, flush=True)  # fmt: skip
            bad += [place] * heavy
        server.stop()
    raise SystemExit(f"beyond {MOST_MILLISECONDS} ms or {MOST_BYTES // 1000} kB: {', '.join(bad)}" if bad else 0)


if __name__ == "__main__":
    main()
