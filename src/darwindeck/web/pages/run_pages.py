"""Pages about runs: all of them, a form to begin one, and one as it goes on."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from ...errors import RunError
from ...files.write import write_aside
from ...genome.text import format_genome
from ...measure.profiles import profile_names
from ..room.house import House
from ..room.runs import Breeder
from .frame import choice, page
from .markup import Markup, element

SUITES = ("quick", "default", "full")
LENGTHS = {
    "": "any",
    "1-10": "up to 10 minutes",
    "10-20": "10 to 20 minutes",
    "20-40": "20 to 40 minutes",
    "40-120": "more than 40 minutes",
}
SEATS = range(2, 9)
MOST_GAMES = 20  # to begin with
NUMBERS = {"population": (4, 200), "generations": (1, 200), "seed": (0, 2**32)}


async def list_runs(house: House, breeder: Breeder, request: Request) -> Response:
    rows = []
    for path in house.library.list_runs():
        state = "running" if path.name in breeder.live and breeder.live[path.name].is_running else \
            "finished" if (path / "final_best").is_dir() else "stopped"  # fmt: skip
        count = len(list(path.glob("gen_*")))
        rows.append(element("tr", element("td", element("a", path.name, href=f"/runs/{path.name}")), element("td", str(count)), element("td", state)))  # fmt: skip
    head = element("tr", [element("th", name) for name in ("run", "generations", "state")])
    table = element("table", head, rows) if rows else element("p", "There is none yet.")
    lead = "A run breeds games, lets players of several strengths play them, and keeps the best of each kind."
    return page("Runs", element("h1", "Runs"), element("p", lead, class_="lead"), begin_form(house), element("h2", "All runs"), table, here="/runs")  # fmt: skip


def begin_form(house: House) -> Markup:
    def number(name: str, label: str, value: int, low: int, high: int) -> Markup:
        field = element("input", type="number", name=name, value=value, min=low, max=high, required=True)
        return element("label", element("span", label), field)

    games = [element("option", f"{game.title} ({game.source})", value=game.key) for game in house.library.list_games()]
    fields = [
        element("label", element("span", "Name"), element("input", name="name", value="evening", pattern=r"[a-z0-9][a-z0-9\-]{0,30}", required=True)),
        choice("profile", "For whom", [(name, name) for name in profile_names()], "balanced"),
        choice("players", "For how many", [("", "any number"), *((str(count), f"{count} players") for count in SEATS)]),
        choice("length", "How long a game takes", list(LENGTHS.items())),
        choice("suite", "How much is played", [(name, name) for name in SUITES], "default"),
        number("population", "Games in a generation", 40, *NUMBERS["population"]),
        number("generations", "Generations", 12, *NUMBERS["generations"]),
        number("minutes", "Minutes that the run may take", 5, 1, 600),
        number("seed", "Seed", 1, *NUMBERS["seed"]),
        element("label", element("span", "Games to begin with; none: the known games and their mutants"),
                element("select", games, name="game", id="game", multiple=True, size=6), class_="many"),
    ]  # fmt: skip
    return element(
        "form", element("h2", "Begin a run"), element("div", fields, class_="seats"),
        element("button", "Begin", class_="primary"), method="post", action="/runs", class_="panel",
    )  # fmt: skip


async def begin_run(house: House, breeder: Breeder, request: Request) -> Response:
    fields = parse_qs((await request.body()).decode("utf-8", "replace"))
    form = {name: values[-1] for name, values in fields.items()}
    settings = {"profile": form.get("profile", "balanced"), "suite": form.get("suite", "default")}
    if settings["profile"] not in profile_names() or settings["suite"] not in SUITES:
        raise RunError("there is no such profile or suite")
    for name, (low, high) in NUMBERS.items():
        text = form.get(name, "")
        if not text.isdecimal() or not low <= int(text) <= high:
            raise RunError(f"{name} must be a number from {low} to {high}")
        settings[name] = text
    minutes = form.get("minutes", "")
    if not minutes.isdecimal() or not 1 <= int(minutes) <= 600:
        raise RunError("minutes must be a number from 1 to 600")
    settings["time-budget"] = f"{minutes}m"
    if players := form.get("players"):
        if players not in map(str, SEATS):
            raise RunError(f"players must be a number from {SEATS[0]} to {SEATS[-1]}")
        settings["players"] = players
    if length := form.get("length"):
        if length not in LENGTHS:
            raise RunError("there is no such length of games")
        settings["minutes"] = length
    files = write_games(house, [key for key in fields.get("game", []) if key])
    name = await asyncio.to_thread(breeder.start, form.get("name", ""), settings, files)
    return RedirectResponse(f"/runs/{name}", 303)


def write_games(house: House, keys: list[str]) -> list[Path]:
    """The games to begin with, as files for the command."""
    if len(keys) > MOST_GAMES:
        raise RunError(f"{MOST_GAMES} games to begin with are enough")
    games = [house.library.find(key) for key in keys]
    if None in games:
        raise HTTPException(404, "There is no such game.")
    return [write_aside("start.json", format_genome(game.genome).encode()) for game in games if game is not None]


async def show_run(house: House, request: Request) -> Response:
    path = find_run(house, request)
    buttons = [
        element(
            "form", element("button", text, id=name), method="post", action=f"/runs/{path.name}/{name}", hidden=True
        )
        for name, text in (("stop", "Stop"), ("resume", "Go on"))
    ]
    axes = element("div", element("label", element("span", "across"), element("select", "", id="across")),
                   element("label", element("span", "up"), element("select", "", id="up")), class_="tools-row")  # fmt: skip
    return page(
        path.name, element("h1", path.name), element("p", "", id="state", role="status", class_="lead"),
        element("div", buttons, element("a", "Its games", href=f"/?run={path.name}", id="games", hidden=True), class_="tools-row"),
        element("div",
            element("section", element("h2", "Fitness"), element("div", "", id="curve"), element("p", "Best (line), and the middle half of the games kept (band) with its median.", class_="facts"), class_="panel"),
            element("section", element("h2", "Games kept"), axes, element("div", "", id="map"), element("p", "Each dot is a game: click it to read and play it. The stronger its colour, the fitter.", class_="facts"), class_="panel"),
            class_="columns even"),
        element("div",
            element("section", element("h2", "What became of the candidates"), element("div", "", id="fates"), element("div", "", id="failed"), class_="panel"),
            element("section", element("h2", "What it says"), element("pre", "", id="lines", class_="example"), class_="panel"),
            class_="columns even"),
        scripts=("runs.js",), data=(("run", path.name),), here="/runs",
    )  # fmt: skip


def find_run(house: House, request: Request) -> Path:
    path = house.library.find_run(request.path_params["name"])
    if path is None:
        raise HTTPException(404, "There is no such run.")
    return path


async def give_state(house: House, breeder: Breeder, request: Request) -> Response:
    return JSONResponse(await asyncio.to_thread(breeder.state, find_run(house, request)))


async def stop(house: House, breeder: Breeder, request: Request) -> Response:
    breeder.stop(find_run(house, request).name)
    return RedirectResponse(f"/runs/{request.path_params['name']}", 303)


async def resume(house: House, breeder: Breeder, request: Request) -> Response:
    with contextlib.suppress(RunError):  # it runs already: the page shows it
        await asyncio.to_thread(breeder.resume, find_run(house, request))
    return RedirectResponse(f"/runs/{request.path_params['name']}", 303)


def run_routes(house: House, breeder: Breeder) -> list[BaseRoute]:
    return [
        Route("/runs", partial(list_runs, house, breeder)),
        Route("/runs", partial(begin_run, house, breeder), methods=["POST"]),
        Route("/runs/{name}", partial(show_run, house)),
        Route("/runs/{name}/state", partial(give_state, house, breeder)),
        Route("/runs/{name}/stop", partial(stop, house, breeder), methods=["POST"]),
        Route("/runs/{name}/resume", partial(resume, house, breeder), methods=["POST"]),
    ]
