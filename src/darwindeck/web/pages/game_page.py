"""The page of one game: what it is, how to play it, what was measured of it, and what is wrong with it."""

from __future__ import annotations

from starlette.responses import HTMLResponse

from ...engine.game import Game
from ...engine.learned import find_trained
from ...engine.players import BUILT_IN
from ...explain.book import Rulebook, Section
from ...explain.rules import rulebook_of
from ...genome.genome import GameGenome
from ...play.example import PEOPLE as NAMES
from ..room.library import Shown
from .frame import choice, page, players_text
from .markup import Markup, element, join
from .picture import draw_table

DEFAULT_PLAYER = "mcts-weak"
PLAYERS = {
    "random": "random: any legal move", "greedy": "greedy: one move ahead", "mcts-weak": "weak search",
    "mcts-medium": "medium search", "mcts-strong": "strong search",
}  # fmt: skip
assert set(PLAYERS) <= set(BUILT_IN)
LEARNED = "learned: it has taught itself"
YOU, HERE, LINK = "you", "here", "link"
PEOPLE = {YOU: "you", HERE: "a person at this screen", LINK: "a person by link"}


def game_page(game: Shown, minutes: int | None, arc: Markup | None, panels: Markup) -> HTMLResponse:
    """`arc` and `panels` are what was measured of it."""
    book = rulebook_of(game.genome, game.title, minutes)
    facts = [players_text(game.seat_counts), f"about {minutes} minutes" if minutes else "", game.source]
    head = element(
        "section",
        element("div", draw_table(game.genome), class_="frame"),
        element("div",
            element("h1", game.title),
            element("p", " · ".join(fact for fact in facts if fact), class_="facts"),
            element("p", game.pitch, class_="lead") if game.pitch else None,
            play_form(game),
            element("p",
                element("a", "Watch a game", href=f"/replay/{game.key}"), " · ",
                element("a", "Make a variant", href=f"/variant/{game.key}"), " · ",
                element("a", "Rulebook to print", href=f"/rulebook/{game.key}"), " · ",
                element("a", "Genome (JSON)", href=f"/download/{game.key}", download=True), class_="links"),
        ),
        class_="intro",
    )  # fmt: skip
    return page(
        game.title, head, element("div", element("div", rules(book), arc, example_place()), element("aside", panels), class_="columns"),
        scripts=("game.js",), data=(("game", game.key),),
    )  # fmt: skip


def play_form(game: Shown) -> Markup:
    """A button that begins at once, and choices for those who want them."""
    counts = [(str(count), str(count)) for count in game.seat_counts]
    most = game.seat_counts[-1]
    players = offer_players(game.genome)
    seats = [seat_choice(seat, game.genome.player_count, players) for seat in range(most)]
    options = element(
        "details",
        element("summary", "Who plays?"),
        element("div", choice("seats", "Players", counts, str(game.genome.player_count)), *seats, class_="seats"),
        element("label", element("input", type="checkbox", name="undo", value="1"), " moves may be taken back", class_="check"),
    )  # fmt: skip
    return element(
        "form", element("button", "Play", class_="primary", type="submit"), options,
        element("input", type="hidden", name="game", value=game.key), method="post", action="/tables", class_="begin",
    )  # fmt: skip


def offer_players(genome: GameGenome) -> dict[str, str]:
    """The players that visitors may ask for, in words; no others, since a name can also be a file or a module."""
    trained = find_trained(Game(genome).program.hash)
    return PLAYERS | ({trained: LEARNED} if trained else {})


def seat_choice(seat: int, usual: int, players: dict[str, str]) -> Markup:
    who = YOU if seat == 0 else DEFAULT_PLAYER
    people = {YOU: PEOPLE[YOU]} if seat == 0 else {name: text for name, text in PEOPLE.items() if name != YOU}
    everyone = [*people.items(), *players.items()]
    menu = choice(f"seat{seat}", NAMES[seat], everyone, who)
    return element("div", menu, class_="seat", data_seat=seat, hidden=seat >= usual)


def rules(book: Rulebook, title: str = "Rules") -> Markup:
    """The rulebook's sections as HTML."""
    glance = [join(element("dt", label), element("dd", text)) for label, text in book.glance]
    sections = [section_markup(section) for section in book.sections()]
    return element("article", element("h2", title), element("dl", glance, class_="glance"), sections, class_="rules")


def section_markup(section: Section) -> Markup:
    items = []
    for item in section.items:
        first, *points = item.split("\n")
        below = element("ul", [element("li", point) for point in points]) if points else None
        items.append(element("li", first, below))
    return join(element("h3", section.heading), element("ol" if section.numbered else "ul", items))


def example_place() -> Markup:
    """Filled by the script when an example has been played, which may take seconds."""
    return element("section", element("h2", "An example"), element("pre", "", class_="example"), class_="panel", id="example", hidden=True)  # fmt: skip
