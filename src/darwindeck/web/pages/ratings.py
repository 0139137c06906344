"""Opinions: what people say of a game they played, and which of two rulebooks they would rather play."""

from __future__ import annotations

import random
from functools import partial
from typing import Annotated, Literal
from urllib.parse import parse_qs

import msgspec
from msgspec import Meta
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from ...explain.rules import rulebook_of
from ...genome.text import parse_genome
from ...play.rulebooks import game_title, name_key
from ..room.house import House
from ..room.library import COLLECTED, RUN, Shown
from ..room.ranking import METRICS
from ..room.store import INVITED
from .frame import page
from .game_page import rules
from .markup import Markup, element

Reason = Literal["too long", "my choices did not matter", "confusing", "unfair", "too much luck"]
REASONS: tuple[str, ...] = Reason.__args__  # type: ignore[attr-defined]


class GameOpinion(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """What a person says after a game."""

    stars: Annotated[int, Meta(ge=1, le=5)]
    again: bool | None = None
    reasons: Annotated[list[Reason], Meta(max_length=5)] = []
    comment: Annotated[str, Meta(max_length=2000)] = ""


def rating_form() -> Markup:
    stars = [
        element("label", element("input", type="radio", name="stars", value=star, required=True, aria_label=f"{star} of 5 stars"),
                element("span", "★", aria_hidden="true"))
        for star in range(1, 6)
    ]  # fmt: skip
    again = [
        element("label", element("input", type="radio", name="again", value=value), f" {text}", class_="check")
        for value, text in (("yes", "yes"), ("no", "no"))
    ]
    why = [element("label", element("input", type="checkbox", name="reasons", value=reason), f" {reason}", class_="check") for reason in REASONS]  # fmt: skip
    return element(
        "form",
        element("fieldset", element("legend", "How good was it?"), stars, class_="stars"),
        element("fieldset", element("legend", "Would you play it again?"), again),
        element("fieldset", element("legend", "If not, why?"), why),
        element("label", element("span", "Anything else"), element("textarea", "", name="comment", rows=3, maxlength=2000)),
        element("p", element("button", "Send", class_="primary"), " ", element("span", "", id="rated", role="status")),
        id="rate",
    )  # fmt: skip


async def rate(house: House, request: Request) -> Response:
    """Keeps what the holder of a seat says; saying it again replaces it."""
    key = house.store.read_key(request.path_params["key"])
    row = house.store.read_table(key.table) if key is not None and key.role != INVITED else None
    if key is None or row is None:
        raise HTTPException(404, "There is no such seat.")
    try:
        said = msgspec.json.decode(await request.body(), type=GameOpinion)
    except (msgspec.DecodeError, UnicodeError) as error:
        raise HTTPException(400, f"That is no opinion: {error}") from None
    genome, game = parse_genome(row.genome), house.library.find(row.game)
    program = name_key(genome)
    is_same = game is not None and name_key(game.genome) == program  # with other seats it is another game
    portrait = house.portrait(game if game is not None and is_same else Shown(row.game, genome))
    fitness = None if portrait is None else portrait.fitness[0]
    if portrait is not None:
        house.store.note(f"{METRICS} {program}", {name: each[0] for name, each in portrait.metrics.items()})
    house.store.rate(key.key, row.game, game_title(genome), program, fitness, msgspec.to_builtins(said))
    return JSONResponse({"kept": True})


async def show_pair(house: House, request: Request) -> Response:
    """Two rulebooks beside each other; invented games first, if there are two of them."""
    games = house.library.list_games()
    invented = [game for game in games if game.kind in (COLLECTED, RUN)]
    a, b = random.sample(invented if len(invented) > 1 else games, 2)
    sides = [
        element("article", element("button", f"I would rather play {game.title}", name="chosen", value=side, class_="primary"),
                rules_of(game), class_="panel")
        for side, game in (("a", a), ("b", b))
    ]  # fmt: skip
    hidden = [element("input", type="hidden", name=side, value=game.key) for side, game in (("a", a), ("b", b))]
    skip = element("p", element("a", "Show me two others", href="/pairs"))
    form = element("form", element("div", sides, class_="pair"), hidden, method="post", action="/pairs")
    lead = "Read both, then say which you would rather play. There is no right answer; the rankings are made of such choices."
    count = f"{len(house.store.list_pairs())} choices so far."
    return page("Compare", element("h1", "Which would you rather play?"), element("p", lead, class_="lead"), form, skip,
                element("p", count, class_="facts"), here="/pairs")  # fmt: skip


def rules_of(game: Shown) -> Markup:
    return rules(rulebook_of(game.genome, game.title), game.title)


async def choose(house: House, request: Request) -> Response:
    form = {name: values[-1] for name, values in parse_qs((await request.body()).decode("utf-8", "replace")).items()}
    a, b = house.library.find(form.get("a", "")), house.library.find(form.get("b", ""))
    if a is None or b is None or a.key == b.key or form.get("chosen") not in ("a", "b"):
        raise HTTPException(400, "That is no choice between two games.")
    house.store.add_pair(a.key, b.key, a.title, b.title, form["chosen"])
    return RedirectResponse("/pairs", 303)


def rating_routes(house: House) -> list[BaseRoute]:
    return [
        Route("/seat/{key}/rate", partial(rate, house), methods=["POST"]),
        Route("/pairs", partial(show_pair, house)),
        Route("/pairs", partial(choose, house), methods=["POST"]),
    ]
