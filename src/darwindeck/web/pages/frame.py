"""The frame of every page, and the gallery."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from starlette.responses import HTMLResponse

from ...portrait.portrait import Portrait
from ..room.library import COLLECTED, KNOWN, MADE, RUN, Shown
from .markup import Markup, element, join
from .picture import draw_table

NAVIGATION = (("/", "Games"), ("/pairs", "Compare"), ("/runs", "Runs"), ("/chess", "Chess"))
SUITS = Markup('<svg viewBox="0 0 24 24" aria-hidden="true" class="mark"><path d="M12 2c3 5 9 7 9 12a4.5 4.5 0 0 1-8 2.8c0 2 .6 3.6 2 5.2H9c1.400-1.600 2-3.200 2-5.200A4.500 4.500 0 0 1 3 14c0-5 6-7 9-12z"/></svg>')  # fmt: skip


def page(title: str, *body: Markup, scripts: Sequence[str] = (), data: Iterable[tuple[str, str]] = (), here: str = "",
         wide: bool = False, status: int = 200) -> HTMLResponse:  # fmt: skip
    """A whole page. `data` are attributes of its body that scripts read."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="color-scheme", content="light dark"),
        element("title", f"{title} · DarwinDeck"),
        element("link", rel="icon", href="/static/icon.svg"),
        element("link", rel="stylesheet", href="/static/style.css"),
        element("script", src="/static/theme.js"),
        [element("script", type="module", src=f"/static/{name}") for name in scripts],
    )
    links = [
        element("a", name, href=address, aria_current="page" if address == here else None)
        for address, name in NAVIGATION
    ]
    header = element(
        "header",
        element("a", SUITS, element("span", "DarwinDeck"), href="/", class_="brand", aria_label="DarwinDeck"),
        element("nav", links, aria_label="Pages"),
        element("button", "◐", id="theme", type="button", title="Light or dark", aria_label="Light or dark"),
        class_="top",
    )
    skip = element("a", "To the content", href="#content", class_="skip")
    main = element("main", *body, id="content", class_="wide" if wide else None)
    attributes = {f"data_{name}": value for name, value in data}
    return HTMLResponse(
        "<!DOCTYPE html>\n" + element("html", head, element("body", skip, header, main, **attributes), lang="en"),
        status,
    )


def not_found(what: str) -> HTMLResponse:
    back = element("p", element("a", "All games", href="/"))
    return page("Not here", element("h1", "Not here"), element("p", what), back, status=404)


SECTIONS = {
    COLLECTED: ("The collection", "Games that DarwinDeck invented, measured and chosen for this package."),
    RUN: ("From your runs", "What the runs on this machine have found, best first."),
    MADE: ("Made here", "Variants that somebody made on this page."),
    KNOWN: ("Known games", "Old friends, to compare with and to begin from."),
}
Card = tuple[Shown, Portrait | None, int | None]  # a game, what was measured of it, and its minutes


def gallery_page(games: Sequence[Card]) -> HTMLResponse:
    counts = sorted({count for game, _, _ in games for count in game.seat_counts})
    kinds = [kind for kind in SECTIONS if any(game.kind == kind for game, _, _ in games)]
    tools = element(
        "form",
        element("input", type="search", id="search", placeholder="Search games", aria_label="Search games"),
        choice("kind", "Show", [("", "All games"), *((kind, SECTIONS[kind][0]) for kind in kinds)]),
        choice("seats", "Players", [("", "Any number"), *((str(count), f"{count} players") for count in counts)]),
        choice("sort", "Sort by", [("", "As listed"), ("title", "Name"), ("minutes", "Shortest"), ("fitness", "Best"),
                                   ("luck", "Least luck"), ("depth", "Deepest")]),
        class_="tools", role="search",
    )  # fmt: skip
    invented = sum(game.kind in (COLLECTED, RUN) for game, _, _ in games)
    lead = f"{invented or 'No'} invented games and {len(games) - invented} others. Choose one, read it, play it against the machine."
    sections = [
        element("section", element("h2", SECTIONS[kind][0]), element("p", SECTIONS[kind][1], class_="facts"),
                element("ul", [game_card(*card) for card in games if card[0].kind == kind], class_="gallery"), class_="shelf")
        for kind in kinds
    ]  # fmt: skip
    return page(
        "Games",
        element("div", element("h1", "Games nobody has played yet"), element("p", lead, class_="lead"), class_="hero"),
        tools, *sections, element("p", "No game fits.", id="none", hidden=True), scripts=("gallery.js",), here="/",
    )  # fmt: skip


def choice(name: str, label: str, options: Sequence[tuple[str, str]], chosen: str = "") -> Markup:
    """A labelled menu."""
    items = [element("option", text, value=value, selected=value == chosen) for value, text in options]
    return element("label", element("span", label), element("select", items, id=name, name=name))


def game_card(game: Shown, portrait: Portrait | None, minutes: int | None) -> Markup:
    metrics = {} if portrait is None else {name: each[0] for name, each in portrait.metrics.items()}
    facts = join(
        element("span", players_text(game.seat_counts)),
        element("span", f"about {minutes} min") if minutes else None,
        element("span", f"like {game.nearest}"),
    )
    bars = [
        bar(name, metrics[key], most, percent=key == "fate")
        for name, key, most in (("luck", "fate", 1.0), ("depth", "depth", 4.0))
        if key in metrics
    ]
    return element(
        "li",
        element(
            "a", draw_table(game.genome),
            element("div", element("h3", game.title), element("p", game.source, class_=f"badge {game.kind}"),
                    element("p", game.pitch, class_="pitch"), element("p", facts, class_="facts"), bars, class_="text"),
            href=f"/game/{game.key}",
        ),
        data_kind=game.kind, data_seats=" ".join(map(str, game.seat_counts)), data_title=game.title.lower(),
        data_text=f"{game.title} {game.pitch} {game.source}".lower(), data_minutes=minutes,
        data_fitness=None if portrait is None else portrait.fitness[0], data_luck=metrics.get("fate"), data_depth=metrics.get("depth"),
    )  # fmt: skip


def players_text(counts: Sequence[int]) -> str:
    if len(counts) > 2 and counts[-1] - counts[0] == len(counts) - 1:
        return f"{counts[0]}–{counts[-1]} players"
    return f"{' or '.join(map(str, counts))} players"


def bar(name: str, value: float, most: float, kind: str = "", percent: bool = False) -> Markup:
    """A number as a bar, with its name and value for those who cannot see it."""
    share = min(max(value / most, 0.0), 1.0)
    drawing = element(
        "svg",
        element("rect", width=100, height=6, rx=3, class_="rail"),
        element("rect", width=round(100 * share, 1), height=6, rx=3, class_="fill"),
        viewBox="0 0 100 6", preserveAspectRatio="none", aria_hidden="true",
    )  # fmt: skip
    figure = f"{100 * max(value, 0.0):.0f} %" if percent else f"{value:.1f}"
    return element("p", element("span", name), drawing, element("b", figure), class_=f"bar {kind}".strip())


def notes(lines: Iterable[Any]) -> Markup:
    return element("ul", [element("li", str(line)) for line in lines], class_="notes")
