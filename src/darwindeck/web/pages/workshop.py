"""Watching and changing games: a replay that steps card by card, and variants checked as somebody types."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from hashlib import blake2b
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ...compile.validate import validate
from ...engine.game import Game
from ...engine.players import find_player
from ...errors import DarwinDeckError, GenomeError
from ...explain.rules import rulebook_of
from ...genome.genome import GameGenome
from ...genome.text import format_genome, genome_schema, parse_genome
from ...play.rulebooks import game_title
from ...play.session import Ply, replay
from ...play.text import Narrator
from ..room.house import House
from ..room.library import MADE
from ..room.showing import Trick, seat_names, show_all, with_names
from .frame import choice, page
from .game_page import PLAYERS
from .markup import element

MOST_PLIES = 400  # of a replay; a longer game is shown so far
REPLAY_PLAYERS = {name: text for name, text in PLAYERS.items() if name in ("greedy", "random", "mcts-weak")}


async def show_replay(house: House, request: Request) -> Response:
    """The page; its script asks for the game."""
    game = house.game(request)
    step = [
        element("button", text, id=name, type="button", aria_label=label)
        for name, text, label in (
            ("first", "«", "To the start"), ("back", "‹", "A step back"), ("run", "Play", "Play or pause"),
            ("next", "›", "A step on"), ("end", "»", "To the end"),
        )
    ]  # fmt: skip
    tools = element(
        "div", step, element("input", type="range", id="place", min=0, value=0, aria_label="Place in the game"),
        choice("player", "Players", list(REPLAY_PLAYERS.items()), "greedy"),
        element("button", "Another game", id="other", type="button"), class_="steps",
    )  # fmt: skip
    felt = element(
        "section",
        element("div", element("h1", element("a", game.title, href=f"/game/{game.key}"), " · a replay"), class_="bar-top"),
        element("div", "", id="others", class_="others"), element("div", "", id="middle", class_="middle"),
        element("div", "", id="mine", class_="mine"),
        element("p", "The game is being played …", id="prompt", aria_live="polite"),
        element("div", "", id="hand", class_="hand"), tools,
        class_="felt-table", id="table",
    )  # fmt: skip
    log = element("aside", element("h2", "What happened"), element("ol", "", id="log", tabindex=0), class_="log")
    return page(f"{game.title}: a replay", felt, log, scripts=("replay.js",), data=(("game", game.key),), wide=True)


async def give_replay(house: House, request: Request) -> Response:
    game, query = house.game(request), request.query_params
    player = query.get("player", "greedy")
    if player not in REPLAY_PLAYERS:
        raise DarwinDeckError(f"{player!r} does not play here")
    seed = int(query.get("seed", "1")) % 2**53
    return JSONResponse(await house.work(replay_data, game.genome, seed, player))


def replay_data(genome: GameGenome, seed: int, player: str) -> dict[str, Any]:
    """A simulated game with all cards open, a frame for each ply."""
    find_player(player)
    game = Game(genome)
    narrator, trick = Narrator(game), Trick(game, 0)
    state = game.start(seed=seed)
    frames: list[dict[str, Any]] = [
        {"view": show_all(game, state, {}), "log": narrator.start(state), "swept": False, "last_trick": []}
    ]
    for number, ply in enumerate(replay(game, seed, players=(player,))):
        if number >= MOST_PLIES:
            break
        frames.append(replay_frame(game, narrator, trick, ply))
    for frame in frames:
        frame["log"] = [with_names(line) for line in frame["log"]]
    return {"names": seat_names([player] * game.seats, (), None), "frames": frames, "seed": seed}


def replay_frame(game: Game, narrator: Narrator, trick: Trick, ply: Ply) -> dict[str, Any]:
    lines = narrator.tell(ply) + (narrator.end(ply.after) if game.is_over(ply.after) else [])
    swept = trick.follow(ply)
    view = show_all(game, ply.after, trick.played)
    return {"view": view, "log": lines, "swept": swept, "last_trick": [list(pair) for pair in trick.last.items()]}


# Variants.


async def show_variant(house: House, request: Request) -> Response:
    game = house.game(request)
    lead = "Change what you like. Each change is checked as you type, and the rules on the right follow it."
    tools = element(
        "div", element("button", "Keep it and play", id="keep", class_="primary", type="button", disabled=True),
        element("span", "", id="state", role="status"), class_="tools-row keep",
    )  # fmt: skip
    text = element("details", element("summary", "The whole file as text"), element("textarea", "", id="text", rows=24, spellcheck="false"))  # fmt: skip
    return page(
        f"A variant of {game.title}",
        element("h1", f"A variant of {game.title}"), element("p", lead, class_="lead"), tools,
        element("ul", "", id="faults", class_="notes error", aria_live="polite"),
        element("div", element("div", element("form", "", id="fields", class_="fields"), text),
                element("article", "", id="preview", class_="panel rules"), class_="columns"),
        scripts=("variant.js",), data=(("game", game.key),),
    )  # fmt: skip


async def give_schema(house: House, request: Request) -> Response:
    return JSONResponse(genome_schema())


async def check(house: House, request: Request) -> Response:
    """What is wrong with a genome, and its rules if it can be played."""
    return JSONResponse(await house.work(check_text, await request.body()))


def check_text(text: bytes) -> dict[str, Any]:
    try:
        genome = parse_genome(text, "game")
        report = validate(genome)
    except DarwinDeckError as error:
        return {"errors": [str(error)], "warnings": [], "rules": None}
    errors = [f"{issue.path}: {issue.message}" for issue in report.errors]
    warnings = [f"{issue.path}: {issue.message}" for issue in report.warnings]
    return {"errors": errors, "warnings": warnings, "rules": None if errors else rules_data(genome)}


def rules_data(genome: GameGenome) -> dict[str, Any]:
    book = rulebook_of(genome, game_title(genome))
    return {
        "title": book.title,
        "goal": dict(book.glance)["Goal"],
        "sections": [asdict(section) for section in book.sections()],
    }


async def keep(house: House, request: Request) -> Response:
    """Adds a game to those made here; the same rules are kept once."""
    text = await request.body()
    found = await house.work(check_text, text)
    if found["errors"]:
        raise GenomeError(found["errors"][0])
    genome = parse_genome(text, "game")
    name = blake2b(msgspec.json.encode(genome), digest_size=8).hexdigest()
    house.store.add_game(name, format_genome(genome))
    return JSONResponse({"key": f"{MADE}/{name}"})


def workshop_routes(house: House) -> list[BaseRoute]:
    key = "{key:path}"
    return [
        Route(f"/replay/{key}", partial(show_replay, house)),
        Route(f"/frames/{key}", partial(give_replay, house)),
        Route("/variant", partial(keep, house), methods=["POST"]),
        Route(f"/variant/{key}", partial(show_variant, house)),
        Route("/schema", partial(give_schema, house)),
        Route("/check", partial(check, house), methods=["POST"]),
    ]
