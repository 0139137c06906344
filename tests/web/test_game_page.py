"""The page of a game: it says what was measured, and nothing else."""

from __future__ import annotations

import time

import msgspec
import pytest
from starlette.testclient import TestClient

from darwindeck import invented_games, load_genome
from darwindeck.errors import RunError
from darwindeck.genome.text import format_genome
from darwindeck.play.rulebooks import name_key
from darwindeck.web.pages.arc_drawing import draw_arc
from darwindeck.web.room import studio
from darwindeck.web.room.store import Store

from .conftest import HOSTILE

PANELS = ("luck", "faults", "matters", "tips", "arc", "unlike", "figures")


def shown(page: str) -> list[str]:
    return [name for name in PANELS if f'id="{name}"' in page]


@pytest.fixture
def unmeasured(store: Store) -> str:
    """War for three, which nobody has measured; it takes a second."""
    genome = msgspec.structs.replace(load_genome("war"), player_count=3, genome_id="three")
    store.add_game("three", format_genome(genome))
    return "made/three"


def test_hearts_has_every_panel_and_luck_beside_war_and_gin(browser: TestClient) -> None:
    page = browser.get("/game/known/hearts").text
    assert shown(page) == list(PANELS)
    luck = page[page.index('id="luck"') : page.index('id="faults"')]
    assert all(name in luck for name in ("Hearts", "War", "Gin Rummy"))
    assert "Pass 3 cards" in page and "measured 20" in page and "seed 0" in page
    assert 'id="measure"' not in page


def test_what_was_not_measured_is_left_out_but_faults_are_always_spoken_of(
    browser: TestClient, unmeasured: str
) -> None:
    page = browser.get(f"/game/{unmeasured}").text
    assert shown(page) == ["faults", "unlike"]
    assert "nobody knows" in page and 'id="measure"' in page


def test_a_game_of_a_run_shows_what_its_run_measured_and_cannot_inject(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(studio, "find_shipped", lambda genome: None)  # it has the rules of scopa
    page = browser.get("/game/run/first/01-odd-hare").text
    assert shown(page) == ["luck", "faults", "figures"]  # it is scopa under another name
    assert HOSTILE not in page and "<script>alert" not in page
    assert "Measured at the end of its run." in page and "Measure more of it" in page


def wait_for(browser: TestClient, game: str) -> dict[str, object]:
    """Asks until nothing is under way; a measurement that never ends hangs, which a person sees."""
    while True:
        state = browser.get(f"/measure/{game}").json()
        if "step" not in state:
            return state
        assert 0 <= state["done"] < state["of"]
        time.sleep(0.05)


def test_a_game_is_measured_on_request_and_the_figures_are_kept(
    browser: TestClient, unmeasured: str, store: Store
) -> None:
    assert "step" in browser.post(f"/measure/{unmeasured}").json()
    assert wait_for(browser, unmeasured) == {"ready": True, "failed": None}
    page = browser.get(f"/game/{unmeasured}").text
    assert "Nobody chooses" in page and "arc" in shown(page)
    key = name_key(msgspec.structs.replace(load_genome("war"), player_count=3))
    assert store.fact(f"{studio.FACT} {key}")["suite"] == "portrait"


def test_a_measurement_that_fails_says_why_and_can_be_asked_for_again(
    browser: TestClient, unmeasured: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*values: object) -> None:
        raise RunError("the dog ate the cards")

    with monkeypatch.context() as patch:
        patch.setattr(studio, "take_portrait", fail)
        browser.post(f"/measure/{unmeasured}")
        assert wait_for(browser, unmeasured) == {"ready": False, "failed": "the dog ate the cards"}
    browser.post(f"/measure/{unmeasured}")
    assert wait_for(browser, unmeasured)["ready"]


def test_too_many_measurements_at_once_are_refused(browser: TestClient, unmeasured: str, monkeypatch: pytest.MonkeyPatch) -> None:  # fmt: skip
    monkeypatch.setattr(studio, "MOST_WAITING", 0)
    assert browser.post(f"/measure/{unmeasured}").status_code == 400
    assert browser.post("/measure/known/nothing").status_code == 404


def test_what_people_said_stands_with_the_faults(browser: TestClient, unmeasured: str, store: Store) -> None:
    program = name_key(msgspec.structs.replace(load_genome("war"), player_count=3))
    said = {"stars": 2, "again": False, "reasons": ["too much luck"], "comment": ""}
    store.rate("key", unmeasured, "War", program, None, said)
    page = browser.get(f"/game/{unmeasured}").text
    assert "2.0 of 5 stars, by 1 rating." in page and "Too much luck" in page


def test_a_drawn_arc_shades_dead_parts_and_can_be_read_aloud() -> None:
    from darwindeck.portrait.arc import Arc

    drawn = draw_arc(Arc(11, [0, 5, 10], [[0.5, 0.2, 1.0], [0.5, 0.8, 0.0]], [(5, 10)], [0], False))
    assert drawn.count('class="dead"') == 1 and "at the lowest 20%" in drawn and "45% of the moves" in drawn


def test_the_gallery_has_shelves_the_collection_first(browser: TestClient) -> None:
    page = browser.get("/").text
    headings = ("The collection", "From your runs", "Known games")
    places = [page.index(f"<h2>{name}") for name in headings]
    assert places == sorted(places) and "<h2>Made here" not in page
    for name in invented_games():
        assert f"/game/collection/{name}" in page
        assert browser.get(f"/game/collection/{name}").status_code == 200
    assert browser.get("/game/collection/nothing").status_code == 404
    assert browser.get("/game/collection/war").status_code == 404
