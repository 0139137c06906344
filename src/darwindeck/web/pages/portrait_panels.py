"""What was measured of a game, as panels of its page. A part that was not measured is left out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from ...explain.differences import differences
from ...explain.pitch import find_like
from ...genome.text import load_genome
from ...language.words import capitalise
from ...measure.metrics import METRICS
from ...play.rulebooks import name_key
from ...portrait.portrait import Choice, Portrait, say_habit
from ...portrait.shipped import list_beside
from ...portrait.tips import Figure, Tip, say_proof
from ..room.house import House
from ..room.library import Shown
from .arc_drawing import draw_arc
from .frame import bar, notes
from .markup import Markup, element, join

IDLE = 0.05  # of an even share: a habit that costs less costs nothing that can be seen
MOST_DIFFERENCES = 12


def portrait_panels(game: Shown, portrait: Portrait | None, opinions: Sequence[Mapping[str, Any]]) -> Markup:
    """All that is known of a game besides its rules, but for its arc."""
    parts: list[Markup] = []
    if portrait is not None:
        parts += [luck_panel(game, portrait)]
    parts += [faults_panel(game, portrait, opinions)]
    if portrait is not None:
        parts += [*choices_panel(portrait.choices), *tips_panel(portrait.tips)]
    parts += [*differences_panel(game)]
    if portrait is not None:
        parts += [figures_panel(game, portrait)]
    return join(*parts)


def panel(title: str, *parts: Markup | None, name: str) -> Markup:
    return element("section", element("h2", title), *parts, class_="panel", id=name)


def luck_panel(game: Shown, portrait: Portrait) -> Markup:
    """How much the deal decides, beside games that everybody knows; and how many strengths of play there are."""
    beside = {title: other for title, other in list_beside().items() if title != game.title}
    rows = [(game.title, portrait), *beside.items()]
    bars = [
        bar(title, each.metrics["fate"][0], 1.0, "here" if number == 0 else "", percent=True)
        for number, (title, each) in enumerate(rows)
        if "fate" in each.metrics
    ]
    depth = portrait.metrics.get("depth")
    levels = f"Depth {depth[0]:.0f}: so many strengths of play above the weakest can be told apart." if depth else ""
    words = "How much of who wins is fixed by the deal, between players who think. War is all luck."
    return panel(
        "Luck", element("div", bars, class_="bars"), element("p", words, class_="facts"),
        element("p", levels) if levels else None, name="luck",
    )  # fmt: skip


def faults_panel(game: Shown, portrait: Portrait | None, opinions: Sequence[Mapping[str, Any]]) -> Markup:
    """What is wrong with it; that nobody has looked, if so; and what people said against it."""
    parts: list[Markup] = []
    if portrait is None:
        parts.append(element("p", "Nobody has measured this game yet, so nobody knows."))
    elif portrait.faults:
        parts.append(notes(portrait.faults))
    else:
        parts.append(element("p", "No check has found a fault. That does not mean that people will like it."))
    said = list(tell_opinions([each for each in opinions if each["program"] == name_key(game.genome)]))
    parts.append(notes(said) if said else element("p", "No person has rated it yet.", class_="facts"))
    if portrait is None or portrait.arc is None:
        parts.append(measure_form(game, portrait))
    return panel("What is wrong with it", *parts, name="faults")


def tell_opinions(opinions: Sequence[Mapping[str, Any]]) -> Iterator[str]:
    if not opinions:
        return
    stars = sum(each["stars"] for each in opinions) / len(opinions)
    people = "1 rating" if len(opinions) == 1 else f"{len(opinions)} ratings"
    yield f"{stars:.1f} of 5 stars, by {people}."
    reasons = [reason for each in opinions for reason in each["reasons"]]
    yield from (f"“{capitalise(reason)}”: {reasons.count(reason)} of {people}." for reason in dict.fromkeys(reasons))


def measure_form(game: Shown, portrait: Portrait | None) -> Markup:
    words = "Measure it" if portrait is None else "Measure more of it"
    return element(
        "form", element("button", words, type="submit"),
        element("p", "Takes about a minute of one processor; you may play meanwhile.", class_="facts"),
        element("progress", "", max=1, value=0, hidden=True, aria_label="How far it is"), element("p", "", role="status", class_="facts"),
        id="measure", data_address=f"/measure/{game.key}",
    )  # fmt: skip


def choices_panel(choices: Sequence[Choice]) -> Iterator[Markup]:
    """What each prompt is for: what it costs a good player to answer it by habit."""
    if not choices:
        return
    rows = [
        element("li", element("b", each.prompt), " ", element("span", say_loss(each)))
        for each in sorted(choices, key=lambda each: -each.loss[0])
    ]
    words = "A good player answers one question without thinking, and everything else as well as ever. What that costs is what the question is for."
    yield panel(
        "What matters", element("ul", rows, class_="notes"), element("p", words, class_="facts"), name="matters"
    )


def say_loss(choice: Choice) -> str:
    if choice.loss[2] <= IDLE:
        return "It does not matter what you answer."
    cost = f"“{say_habit(choice.worst)}” costs {share(choice.loss)} of an even share"
    if choice.best and choice.least is not None and choice.best != choice.worst:
        kind = "costs nothing that can be seen" if choice.least[0] <= IDLE else f"costs {share(choice.least)}"
        return f"{cost}; “{say_habit(choice.best)}” {kind}."
    return f"{cost}."


def share(figure: Figure) -> str:
    value, low, high = (round(100 * each) for each in figure)
    return f"{value} % ({low}–{high})"


def tips_panel(tips: Sequence[Tip]) -> Iterator[Markup]:
    if not tips:
        return
    rows = [element("li", element("b", tip.advice), f" {say_proof(tip)}") for tip in tips]
    words = "Found by trying every rule of one line, and pairs of them, in play; shares as in games of two."
    yield panel("Tips", element("ul", rows, class_="notes"), element("p", words, class_="facts"), name="tips")


def arc_panel(portrait: Portrait | None) -> Markup | None:
    if portrait is None or portrait.arc is None:
        return None
    kind = "deal" if portrait.arc.is_deal else "game"
    return panel(f"The arc of a {kind}", draw_arc(portrait.arc), name="arc")


def differences_panel(game: Shown) -> Iterator[Markup]:
    """The rules that only this game or only the nearest known one has."""
    name, distance = find_like(game.genome)
    known = load_genome(name)
    found = [f"{capitalise(each.text)}." if each.is_phrase else each.text for each in differences(game.genome, known)]
    if not found:
        return
    more = len(found) - MOST_DIFFERENCES
    rest = element("p", f"And {more} more.", class_="facts") if more > 0 else None
    near = (
        f"The nearest known game of its kind; distance {distance:.2f}, where 0 is the same and 1 has nothing in common."
    )
    link = element("a", known.name, href=f"/game/known/{name}")
    yield element(
        "section", element("h2", "Unlike ", link), notes(found[:MOST_DIFFERENCES]), rest, element("p", near, class_="facts"),
        class_="panel", id="unlike",
    )  # fmt: skip


def figures_panel(game: Shown, portrait: Portrait) -> Markup:
    value, low, high = portrait.fitness
    shown = [
        join(element("dt", name.replace("_", " "), title=METRICS[name].meaning if name in METRICS else None),
             element("dd", f"{each[0]:.2f}", element("small", f" {each[1]:.2f}–{each[2]:.2f}")))
        for name, each in portrait.metrics.items()
    ]  # fmt: skip
    how = (
        f"Suite “{portrait.suite}”, seed {portrait.seed}, measured {portrait.date}."
        if portrait.date
        else "Measured at the end of its run."
    )
    return panel(
        "Figures",
        element("p", f"Fitness {value:.2f} (95 % interval {low:.2f}–{high:.2f})."),
        element("details", element("summary", "All measures"), element("dl", shown, class_="figures")),
        element("p", how, class_="facts"),
        element("p", game.row["lineage"], class_="lineage") if game.row.get("lineage") else None,
        name="figures",
    )  # fmt: skip


async def measure(house: House, request: Request) -> Response:
    genome = house.game(request).genome
    house.studio.begin(genome)
    return JSONResponse(house.studio.state(genome))


async def show_progress(house: House, request: Request) -> Response:
    return JSONResponse(house.studio.state(house.game(request).genome))


def portrait_routes(house: House) -> list[BaseRoute]:
    return [
        Route("/measure/{key:path}", partial(show_progress, house)),
        Route("/measure/{key:path}", partial(measure, house), methods=["POST"]),
    ]
