"""The application: which address leads where. What a page shows is made elsewhere."""

from __future__ import annotations

import asyncio
import contextlib
import functools
from collections.abc import AsyncIterator
from functools import partial
from pathlib import Path

import msgspec
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from ..errors import DarwinDeckError
from ..explain.book import Rulebook
from ..explain.render import to_html
from ..genome.text import format_genome, parse_genome
from ..play.rulebooks import illustrate_rulebook
from .guard import Guard, Refusal
from .pages.chess_board import chess_routes
from .pages.frame import gallery_page, game_card, not_found
from .pages.game_page import game_page
from .pages.play_pages import play_routes
from .pages.portrait_panels import arc_panel, portrait_panels, portrait_routes
from .pages.ratings import rating_routes
from .pages.run_pages import run_routes
from .pages.workshop import workshop_routes
from .room.house import House
from .room.library import list_collected, list_known
from .room.runs import Breeder
from .room.store import Store

STATIC = Path(__file__).parent / "static"


async def show_gallery(house: House, request: Request) -> Response:
    games = house.library.list_games()
    return gallery_page([(game, house.portrait(game), house.minutes(game.genome)) for game in games])


def warm_gallery() -> None:
    """Finds out what the gallery says and draws of the games that come along, so that its first visitor need not wait."""
    for game in (*list_collected(), *list_known()):
        game_card(game, None, None)


async def show_game(house: House, request: Request) -> Response:
    game = house.game(request)
    portrait = house.portrait(game)
    panels = portrait_panels(game, portrait, house.store.list_ratings())
    return game_page(game, house.minutes(game.genome), arc_panel(portrait), panels)


@functools.lru_cache(maxsize=100)
def illustrate(genome: bytes) -> Rulebook:
    """The whole rulebook, for which games are played; kept for whoever asks again."""
    return illustrate_rulebook(parse_genome(genome))


async def show_example(house: House, request: Request) -> Response:
    """Lines of a played deal, and how long a game takes: for the page, which does not wait for them."""
    game = house.game(request)
    book = await house.work(illustrate, msgspec.json.encode(game.genome))
    minutes = await house.work(house.measure_minutes, game.genome)
    return JSONResponse({"lines": list(book.example), "minutes": minutes})


async def print_rulebook(house: House, request: Request) -> Response:
    """The rulebook as a page that prints; it has styles of its own, which only this page may use."""
    book = await house.work(illustrate, msgspec.json.encode(house.game(request).genome))
    return HTMLResponse(
        to_html(book), headers={"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
    )


async def download(house: House, request: Request) -> Response:
    game = house.game(request)
    name = game.key.rpartition("/")[2]
    return Response(
        format_genome(game.genome), media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{name}.json"'},
    )  # fmt: skip


async def report(request: Request, error: Exception) -> Response:
    """Whatever a person can cause ends in a sentence."""
    status, reason = 400, str(error)
    if isinstance(error, HTTPException):
        status, reason = error.status_code, error.detail
    elif isinstance(error, Refusal):
        status, reason = error.status, error.reason
    if status == 404 and "text/html" in request.headers.get("accept", ""):
        return not_found(reason)
    return PlainTextResponse(f"{reason}\n", status)


def house_routes(house: House) -> list[BaseRoute]:
    key = "{key:path}"
    return [
        Route("/", partial(show_gallery, house)),
        Route(f"/game/{key}", partial(show_game, house)),
        Route(f"/example/{key}", partial(show_example, house)),
        Route(f"/rulebook/{key}", partial(print_rulebook, house)),
        Route(f"/download/{key}", partial(download, house)),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]


def make_app(runs: Path, store: Store, token: str | None = None) -> ASGIApp:
    """The whole site. With a token it may be served to other machines."""
    house, breeder = House(runs, store), Breeder(runs)

    @contextlib.asynccontextmanager
    async def live(app: Starlette) -> AsyncIterator[None]:
        warming = asyncio.create_task(asyncio.to_thread(warm_gallery))
        yield
        await warming
        await asyncio.to_thread(breeder.close)
        await house.studio.close()

    return Starlette(
        routes=[
            *house_routes(house),
            *play_routes(house),
            *portrait_routes(house),
            *rating_routes(house),
            *workshop_routes(house),
            *run_routes(house, breeder),
            *chess_routes(house),
        ],
        lifespan=live,
        middleware=[Middleware(Guard, token=token), Middleware(GZipMiddleware, minimum_size=800)],
        exception_handlers={HTTPException: report, DarwinDeckError: report, ValueError: report, Refusal: report},
    )
