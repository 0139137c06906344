"""Pages to play on: begin a table, join one, sit at one."""

from __future__ import annotations

from functools import partial
from secrets import token_urlsafe
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from ...errors import PlayerError
from ...explain.rules import rulebook_of
from ...genome.text import parse_genome, with_players
from ...language.context import Context
from ...language.facts import Makes
from ...play.example import PEOPLE
from ...play.rulebooks import game_title
from ..room.house import House
from ..room.hub import Hub
from ..room.store import INVITED, Key, TableRow
from ..room.tables import open_table
from .frame import page
from .game_page import DEFAULT_PLAYER, HERE, LINK, YOU, offer_players, rules
from .markup import Markup, element
from .ratings import rating_form


async def begin(house: House, request: Request) -> Response:
    """Opens a table as the form says, and leads to your seat."""
    form = {name: values[-1] for name, values in parse_qs((await request.body()).decode("utf-8", "replace")).items()}
    game = house.library.find(form.get("game", ""))
    if game is None:
        raise HTTPException(404, "There is no such game.")
    count = form.get("seats", str(game.genome.player_count))
    genome = (
        with_players(game.genome, int(count))
        if count.isdecimal() and int(count) != game.genome.player_count
        else game.genome
    )
    usual = [YOU] + [DEFAULT_PLAYER] * (genome.player_count - 1)
    seats = [form.get(f"seat{seat}", who) for seat, who in enumerate(usual)]
    for who in seats:
        if who not in (YOU, HERE, LINK) and who not in offer_players(genome):
            raise PlayerError(f"{who!r} does not play here")
    key = open_table(house.store, game.key, genome, seats, undo="undo" in form)
    return RedirectResponse(f"/seat/{key}", 303)


async def join(house: House, request: Request) -> Response:
    """An invitation: one button, which works once."""
    key, row = read_key(house, request.path_params["key"], invited=True)
    if request.method == "POST":
        mine = token_urlsafe(18)
        if not house.store.take_seat(key.key, mine):
            raise HTTPException(404, "Somebody has taken this seat.")
        return RedirectResponse(f"/seat/{mine}", 303)
    title = game_title(parse_genome(row.genome))
    button = element("form", element("button", f"Sit down as {PEOPLE[key.seats[0]]}", class_="primary"), method="post")
    text = "The address works once. Then this seat is yours, in this browser."
    return page(
        title, element("section", element("h1", title), element("p", text, class_="lead"), button, class_="panel")
    )


async def sit(house: House, request: Request) -> Response:
    """The page at which a person plays."""
    key, row = read_key(house, request.path_params["key"])
    genome = parse_genome(row.genome)
    title = game_title(genome)
    book = rulebook_of(genome, title)
    return page(
        title, table_markup(title, dict(book.glance)["Goal"], Context(genome).has(Makes.TRICKS)), log_markup(),
        dialog("rules-dialog", title, rules(book)),
        dialog("rate-dialog", "How was it?", rating_form()),
        scripts=("table.js",), data=(("key", key.key), ("game", row.game)), wide=True,
    )  # fmt: skip


def table_markup(title: str, goal: str, tricks: bool) -> Markup:
    """`tricks`: whether the game has any, the last of which can be looked at."""
    tools = [
        element("button", text, id=name, type="button", title=help_, hidden=name == "undo" or (name == "last" and not tricks))
        for name, text, help_ in (
            ("show-rules", "Rules", "Rules (?)"), ("last", "Last trick", "Last trick (L)"), ("hint", "Hint", "What a search thinks (H)"),
            ("undo", "Undo", "Take back (U)"), ("calm", "Animation", "Animation on or off"), ("auto", "Forced moves", "Moves without a choice are made by themselves"),
        )
    ]  # fmt: skip
    return element(
        "section",
        element("div", element("div", element("h1", title), element("p", f"Goal: {goal}", class_="goal")), element("div", tools, class_="tools-row"), class_="bar-top"),
        element("div", "", id="others", class_="others"),
        element("div", "", id="middle", class_="middle"),
        element("div", "", id="mine", class_="mine"),
        element("div", element("p", "Waiting for the table …", id="prompt", aria_live="polite"), element("div", "", id="actions", class_="actions"), class_="ask"),
        element("div", "", id="hand", class_="hand", role="group", aria_label="Your hand"),
        class_="felt-table", id="table",
    )  # fmt: skip


def log_markup() -> Markup:
    lines = element("ol", "", id="log", tabindex=0, aria_live="polite", aria_label="What happened")
    return element("aside", element("h2", "What happened"), lines, element("div", "", id="invitations"), class_="log")


def dialog(name: str, title: str, body: Markup) -> Markup:
    close = element("form", element("button", "Close", value="close"), method="dialog")
    return element("dialog", element("h2", title), body, close, id=name, aria_label=title)


async def live(house: House, hub: Hub, socket: WebSocket) -> None:
    key = house.store.read_key(socket.path_params["key"])
    if key is None or key.role == INVITED:
        await socket.close(4404, "There is no such seat.")
        return
    await hub.visit(socket, key)


def read_key(house: House, text: str, invited: bool = False) -> tuple[Key, TableRow]:
    """A seat's key, or an invitation, with its table."""
    key = house.store.read_key(text)
    row = house.store.read_table(key.table) if key is not None and (key.role == INVITED) == invited else None
    if key is None or row is None:
        raise HTTPException(
            404, "Somebody has taken this seat, or there is none." if invited else "There is no such seat."
        )
    return key, row


def play_routes(house: House) -> list[BaseRoute]:
    hub = Hub(house.store)

    async def connect(socket: WebSocket) -> None:
        await live(house, hub, socket)

    return [
        Route("/tables", partial(begin, house), methods=["POST"]),
        Route("/join/{key}", partial(join, house), methods=["GET", "POST"]),
        Route("/seat/{key}", partial(sit, house)),
        WebSocketRoute("/seat/{key}/live", connect),
    ]
