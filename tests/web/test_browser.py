"""The web table as people use it, in a real browser. Few tests, each a whole use."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from darwindeck.web.room.store import Store

from .browsing import CHROMIUM, CLICKER, Server, open_browser, watch_faults

pytestmark = pytest.mark.skipif(not CHROMIUM.exists(), reason="needs Debian's chromium")
PATIENCE = 300_000  # milliseconds; nothing is measured by it
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    with open_browser() as browser:
        yield browser


@pytest.fixture
def server(runs: Path, tmp_path: Path) -> Iterator[Server]:
    server = Server(runs, tmp_path / "data")
    yield server
    server.stop()


@pytest.fixture
def page(chromium: Any, server: Server) -> Iterator[Any]:
    """A page at the gallery; at the end nothing may have gone wrong in it."""
    context = chromium.new_context(base_url=server.address, viewport={"width": 1280, "height": 850})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    faults = watch_faults(page)
    page.goto("/")
    page.evaluate("localStorage.setItem('animation', 'off')")
    yield page
    context.close()
    assert [fault for fault in faults if "ERR_CONNECTION_REFUSED" not in fault] == []  # some tests kill the server


def begin(page: Any, game: str, player: str = "random") -> None:
    """From the page of a game to one's seat."""
    page.goto(f"/game/{game}")
    page.click("summary:has-text('Who plays')")
    for seat in range(1, 8):
        field = page.locator(f"#seat{seat}")
        if field.count():
            field.select_option(player, force=True)
    page.click("form.begin button.primary")
    page.wait_for_selector("#prompt:not(:has-text('Waiting'))")


@pytest.mark.parametrize("game", ["known/crazy-eights", "known/draw-poker", "run/first/01-odd-hare"])
def test_a_whole_game_is_played_by_clicking(page: Any, server: Server, game: str, tmp_path: Path) -> None:
    begin(page, game)
    page.evaluate(CLICKER)
    page.wait_for_selector("text=Rate this game")
    assert " won" in page.inner_text("#prompt")
    assert "poker" not in game or "chips: " in page.inner_text("#prompt")  # where something is counted, the totals
    assert "Game over" in page.inner_text("#log")
    page.click("text=Rate this game")
    page.click(".stars label:nth-of-type(4)")
    page.check("text=too much luck")
    page.click("#rate button.primary")
    page.wait_for_selector("text=It is kept")
    server.kill()  # what somebody was told is kept must be
    [row] = Store(tmp_path / "data").list_ratings()
    server.start()
    assert (row["stars"], row["reasons"]) == (4, ["too much luck"])


def test_a_deal_of_hearts_is_played_by_clicking(page: Any) -> None:
    begin(page, "known/hearts")
    page.locator(".hand .legal").first.click()
    assert page.is_disabled(".confirm") and "Pick 3 cards" in page.inner_text(".confirm")  # one is too few
    page.evaluate(CLICKER)
    page.wait_for_selector("#log li:has-text('End of deal 1')")
    assert "score" in page.inner_text("#mine")


def test_a_game_outlives_a_reload_and_a_killed_server(page: Any, server: Server) -> None:
    begin(page, "known/whist", "greedy")
    for cards in (13, 12, 11):
        page.locator(".hand .legal").first.click()
        page.locator(".hand .card").nth(cards - 1).wait_for(state="detached")  # what was legal before is legal no more
        page.wait_for_selector(".hand .legal")
    hand, log = page.locator(".hand .card").count(), page.inner_text("#log")
    page.reload()
    page.wait_for_selector(".hand .legal")
    assert (page.locator(".hand .card").count(), page.inner_text("#log")) == (hand, log)
    server.kill()
    page.wait_for_selector(".felt-table.away")
    server.start()
    page.wait_for_selector(".felt-table:not(.away)")
    page.locator(".hand .legal").first.click()
    page.locator(".hand .card").nth(hand - 1).wait_for(state="detached")
    assert log.splitlines()[0] in page.inner_text("#log")


def test_the_keyboard_is_enough(page: Any) -> None:
    page.goto("/game/known/crazy-eights")
    page.focus("form.begin button.primary")
    page.keyboard.press("Enter")
    page.wait_for_selector(".felt-table .legal, .actions button")
    page.keyboard.press("?")
    page.wait_for_selector("#rules-dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("#rules-dialog:not([open])", state="attached")
    page.keyboard.press("ArrowRight")
    chosen = page.locator(".felt-table .legal:focus, .actions button:focus")
    assert (chosen.get_attribute("aria-label") or chosen.inner_text()).strip()
    before = page.locator("#log li").count()
    page.keyboard.press("Enter")
    page.locator("#log li").nth(before).wait_for()


def test_cards_before_oneself_can_be_clicked(page: Any) -> None:
    """In golf a drawn card replaces one of the columns, each of which must lie free."""
    begin(page, "known/golf-6")
    page.locator("button.action:has-text('draw from the stock')").click()
    page.locator("#mine .legal").nth(1).wait_for()
    page.locator("#mine .legal").first.click()
    page.wait_for_selector("#log li:has-text('you: replace')")


def test_a_phone_shows_everything(page: Any) -> None:
    page.set_viewport_size(PHONE)
    for place in ("/", "/game/known/hearts", "/pairs", "/runs", "/variant/known/scopa"):
        page.goto(place)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"], place
    begin(page, "known/hearts")
    page.wait_for_selector(".hand .legal")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    box = page.locator(".hand .legal").first.bounding_box()
    assert box["width"] >= 44


def test_a_variant_is_made_and_played(page: Any) -> None:
    page.goto("/variant/known/crazy-eights")
    page.wait_for_selector("#keep:enabled")
    page.click("#fields summary:text-is('setup')")
    field = page.locator("label:has(> span:text-is('cards per player')) input")
    field.fill("60")
    page.wait_for_selector("#faults li:not(.warning)")
    assert page.is_disabled("#keep")
    field.fill("4")
    page.wait_for_selector("#keep:enabled")
    assert "4 cards" in page.inner_text("#preview")
    page.click("#keep")
    page.wait_for_selector("form.begin button.primary")
    page.click("form.begin button.primary")
    page.wait_for_selector(".hand .card")


def test_a_replay_steps_card_by_card(page: Any) -> None:
    page.goto("/replay/known/whist")
    page.wait_for_selector(".hand .card")
    page.click("#next")
    assert page.locator(".trick .card").count() == 1
    page.keyboard.press("ArrowRight")
    page.locator(".trick .card").nth(1).wait_for()
    page.click("#end")
    page.wait_for_selector("#log li:has-text('Game over')")


def test_chess_with_castling_and_promotion(page: Any) -> None:
    page.goto("/chess")
    page.select_option("#side", "both")
    page.fill("#fen", "4k3/P7/8/8/8/8/8/R3K2R w KQ - 0 1")
    page.press("#fen", "Tab")
    page.wait_for_selector("[data-square=a7][aria-label*=pawn]")
    for origin, target in (("e1", "g1"), ("e8", "d7"), ("a7", "a8")):
        page.click(f"[data-square={origin}]")
        page.click(f"[data-square={target}].target")
        if target != "a8":
            page.wait_for_selector(f"[data-square={target}][aria-label*=king]")
    page.click("dialog [data-piece=n]")
    page.wait_for_selector("[data-square=a8][aria-label*='white knight']")
    assert "O-O Kd7 2. a8=N" in page.input_value("#pgn")
    page.locator("#best b").nth(2).wait_for()  # the third of several lines
    page.fill("#pgn", "1. e4 e5 2. Nf3")
    page.press("#pgn", "Tab")
    page.wait_for_selector("[data-square=f3][aria-label*=knight]")


def test_one_of_two_games_is_chosen(page: Any, server: Server, tmp_path: Path) -> None:
    page.goto("/pairs")
    page.locator(".pair button.primary").first.click()
    page.wait_for_selector("text=1 choices so far")
    assert len(Store(tmp_path / "data").list_pairs()) == 1


def test_a_run_is_begun_and_watched(page: Any) -> None:
    page.goto("/runs")
    for name, value in (("name", "small"), ("population", "4"), ("generations", "1")):
        page.fill(f"input[name={name}]", value)
    page.select_option("#suite", "quick")
    page.select_option("#players", "2")
    page.select_option("#game", ["known/scopa", "known/war"])
    page.click("button:text-is('Begin')")
    page.wait_for_selector("#state:has-text('running'), #state:has-text('finished')")
    page.wait_for_selector("#fates rect.fate")
    page.reload()
    page.wait_for_selector("#state:has-text('finished · 1 of 1 generations')")
    assert page.locator("#failed .bar").count() > 0
    if dots := page.locator("#map a").count():  # a run so small may keep nothing
        assert "fitness" in page.locator("#map a").nth(dots - 1).get_attribute("aria-label")
        page.locator("#map a").nth(dots - 1).click(force=True)
        page.wait_for_selector("form.begin button.primary")


def test_a_game_is_measured_while_the_page_shows_how_far_it_is(page: Any) -> None:
    page.goto("/variant/known/war")  # with another limit it is another game, which nobody has measured
    page.wait_for_selector("#keep:enabled")
    page.locator("label:has(> span:text-is('max turns')) input").fill("900")
    page.wait_for_selector("#keep:enabled")
    page.click("#keep")
    page.click("#measure button")
    page.wait_for_selector("#arc svg")
    assert "Nobody chooses" in page.inner_text("#faults")
    assert page.locator("#measure").count() == 0


def test_every_page_is_small(page: Any) -> None:
    for place in ("/", "/game/known/hearts", "/replay/known/whist", "/variant/known/scopa"):
        page.goto(place, wait_until="load")
        size = page.evaluate("""() => [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]
            .reduce((sum, entry) => sum + entry.decodedBodySize, 0)""")
        assert 10_000 < size <= 300_000, place
