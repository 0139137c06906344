"""Who gets an answer. Each test is an attempt that must fail, beside the same done rightly."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from darwindeck.web.app import make_app
from darwindeck.web.guard import MOST_BYTES
from darwindeck.web.room.store import Store

from .conftest import OWN

TOKEN = "a-token-for-this-test"
PAGES = ("/", "/game/known/hearts", "/game/run/first/01-odd-hare")


@pytest.fixture
def abroad(runs: Path, store: Store) -> TestClient:
    """A site that is served to other machines."""
    return TestClient(make_app(runs, store, TOKEN), base_url="http://192.0.2.7", follow_redirects=False)


@pytest.mark.parametrize("page", PAGES)
def test_every_answer_has_a_strict_policy(browser: TestClient, page: str) -> None:
    answer = browser.get(page)
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'") and "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "same-origin"


def test_a_foreign_name_bound_to_this_machine_is_refused(browser: TestClient) -> None:
    assert browser.get("/", headers={"host": "evil.example"}).status_code == 421
    assert browser.get("/", headers={"host": "localhost:8000"}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "", "http://127.0.0.1:9000", "file://"])
def test_only_own_pages_change_something(browser: TestClient, origin: str) -> None:
    form = {"game": "known/war"}
    assert browser.post("/tables", data=form, headers={"origin": origin}).status_code == 403
    assert browser.post("/tables", data=form, headers=OWN).status_code == 303


def test_other_machines_need_the_token(abroad: TestClient) -> None:
    assert abroad.get("/").status_code == 401
    assert abroad.get("/?token=wrong").status_code == 401
    entry = abroad.get(f"/game/known/war?token={TOKEN}&x=1")
    assert (entry.status_code, entry.headers["location"]) == (
        303,
        "/game/known/war?x=1",
    )  # the token leaves the address
    assert "httponly" in entry.headers["set-cookie"].lower()
    page = abroad.get("/")
    assert page.status_code == 200 and TOKEN not in page.text


@pytest.mark.parametrize(
    "key",
    [
        "run/first/../../secret", "run/../first/01-odd-hare", "run/first/%2e%2e%2f%2e%2e%2fsecret", "known/../../etc/passwd",
        "/etc/passwd", "run//etc/passwd", "run/first/linked", "run/linked/01-odd-hare", "made/../x", "made/' OR 1=1 --", "run/first/",
    ],
)  # fmt: skip
@pytest.mark.parametrize("page", ["game", "download", "replay", "variant"])
def test_ids_do_not_lead_out_of_the_folder(browser: TestClient, runs: Path, page: str, key: str) -> None:
    outside = runs.parent / "outside"
    outside.mkdir()
    own = runs / "first" / "gallery" / "01-odd-hare.json"
    (runs.parent / "secret.json").write_text(own.read_text())
    (own.parent / "linked.json").symlink_to(runs.parent / "secret.json")
    (outside / "config.yaml").write_text("name: outside\n")
    (outside / "gallery").symlink_to(own.parent)
    (runs / "linked").symlink_to(outside)
    assert browser.get(f"/{page}/{key}").status_code == 404


def test_large_requests_are_cut_off(browser: TestClient) -> None:
    body = b"x" * (MOST_BYTES + 1)
    assert browser.post("/check", content=body).status_code == 413
    assert browser.post("/check", content=iter([body])).status_code == 413  # that does not say how long it is


class Tags(HTMLParser):
    """The elements and attributes of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.scripts: list[str | None] = []
        self.handlers: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        if tag == "script":
            self.scripts.append(dict(attributes).get("src"))
        self.handlers += [name for name, _ in attributes if name.startswith("on") or name == "style"]


@pytest.mark.parametrize("page", [*PAGES, "/pairs", "/replay/run/first/01-odd-hare", "/variant/run/first/01-odd-hare"])
def test_names_and_descriptions_cannot_inject(browser: TestClient, page: str) -> None:
    tags = Tags(browser.get(page).text)
    assert tags.scripts and all(source and source.startswith("/static/") for source in tags.scripts)
    assert tags.handlers == []
