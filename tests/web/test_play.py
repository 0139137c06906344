"""Playing in a browser: what is sent, what survives, and who sees what."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from darwindeck.play.session import Session
from darwindeck.web.app import make_app
from darwindeck.web.room.store import Store

from .conftest import ADDRESS, OWN
from .playing import begin, next_question, play_on
from .secrets import GAMES, cards_in, leaks, record_game

FAST = {f"seat{seat}": "random" for seat in range(1, 8)}


def live(browser: TestClient, key: str) -> object:
    return browser.websocket_connect(f"/seat/{key}/live", headers=OWN)


@pytest.mark.parametrize("game", GAMES)
def test_a_browser_receives_nothing_that_its_seat_does_not_know(browser: TestClient, store: Store, game: str) -> None:
    table, received = record_game(browser, store, game, seed=1, most=25)
    assert len(received) > 5
    assert leaks(store, table, received) == []


def test_a_planted_leak_is_found(browser: TestClient, store: Store) -> None:
    table, received = record_game(browser, store, "hearts", seed=1, most=3)
    frame = next(message["frame"] for message in received if "frame" in message)
    hidden = next(card for card in range(13) if card not in frame["view"]["piles"]["hand"][0]["cards"])
    frame["view"]["piles"]["hand"][1]["cards"] = [hidden]
    assert leaks(store, table, received)
    assert 50 in cards_in({"log": ["Ben: play 3♠"]})


def look(browser: TestClient, game: str) -> dict[str, Any]:
    """The first frame of a new table, and whether its page offers the last trick."""
    key = begin(browser, game, **FAST)
    with live(browser, key) as socket:
        return next_question(socket, []) | {"page": browser.get(f"/seat/{key}").text}


def test_a_seat_is_shown_its_partner_the_score_and_what_lies_there(browser: TestClient) -> None:
    whist, fan_tan = look(browser, "known/whist"), look(browser, "known/fan-tan")
    assert [name["is"].startswith("your partner") for name in whist["names"]] == [False, False, True, False]
    assert whist["view"]["scores"] == [0, 0, 0, 0] and "bids" not in whist["view"]
    assert fan_tan["view"]["layout"] and not whist["view"]["layout"]
    assert '<button id="last" type="button" title="Last trick (L)" hidden' in fan_tan["page"]
    assert '<button id="last" type="button" title="Last trick (L)" hidden' not in whist["page"]


def test_what_a_seat_is_stands_in_the_words_of_the_terminal(browser: TestClient) -> None:
    key = begin(browser, "known/euchre", **FAST)
    with live(browser, key) as socket:
        frames = list(play_on(socket, random.Random(2), 12, []))
    words = {word for frame in frames for status in frame["view"]["status"] for word in status}
    assert any("declarer" in word for word in words) and not any("bid" in word for word in words)


def test_a_whole_game_can_be_played(browser: TestClient) -> None:
    key = begin(browser, "known/crazy-eights", **FAST)
    with live(browser, key) as socket:
        *_, last = play_on(socket, random.Random(3), 3000, [])
    assert last["view"]["winners"]
    assert any("Game over" in line for line in last["log"])


def test_a_game_survives_a_reload_and_a_new_server(runs: Path, store: Store, tmp_path: Path) -> None:
    site = make_app(runs, store)
    with TestClient(site, base_url=ADDRESS, headers=OWN, follow_redirects=False) as browser:
        key = begin(browser, "known/hearts", **FAST)
        with live(browser, key) as socket:
            *_, before = play_on(socket, random.Random(1), 6, [])
        with live(browser, key) as socket:
            assert next_question(socket, [])["view"] == before["view"]
    again = Store(tmp_path / "data")  # as another server opens it, while the first has not closed it
    with TestClient(make_app(runs, again), base_url=ADDRESS, headers=OWN) as browser, live(browser, key) as socket:
        after = next_question(socket, [])
    again.close()
    assert (after["view"], after["question"]) == (before["view"], before["question"])
    assert after["whole"] and len(after["log"]) > len(before["log"])


def test_moves_that_are_not_legal_or_late_change_nothing(browser: TestClient, store: Store) -> None:
    key = begin(browser, "known/crazy-eights", **FAST)
    with live(browser, key) as socket:
        frame = next_question(socket, [])
        socket.send_json({"move": 255, "ply": frame["ply"]})
        assert "not legal" in socket.receive_json()["error"]
        for move in ("1", None, [], 1e9, -1):
            socket.send_json({"move": move, "ply": frame["ply"]})
            assert "error" in socket.receive_json()
        socket.send_json({"move": frame["question"]["options"][0]["move"], "ply": frame["ply"] - 1})
        assert next_question(socket, [])["ply"] == frame["ply"]


@pytest.mark.parametrize("text", ["", "no json", "[]", "1", "null"])
def test_what_is_no_message_ends_the_connection(browser: TestClient, text: str) -> None:
    key = begin(browser, "known/war", **FAST)
    with live(browser, key) as socket, pytest.raises(WebSocketDisconnect):
        socket.send_text(text)
        while True:
            socket.receive_json()


def test_a_foreign_page_cannot_open_a_seat(browser: TestClient) -> None:
    key = begin(browser, "known/war", **FAST)
    with (
        pytest.raises(WebSocketDisconnect),
        browser.websocket_connect(f"/seat/{key}/live", headers={"origin": "http://evil.example"}),
    ):
        pass
    with pytest.raises(WebSocketDisconnect), browser.websocket_connect("/seat/nobody/live", headers=OWN):
        pass


def test_an_invitation_opens_one_seat_once(browser: TestClient) -> None:
    key = begin(browser, "known/crazy-eights", seat1="link")
    with live(browser, key) as mine:
        invitation = mine.receive_json()["hello"]["invitations"][0]["path"]
        assert browser.get(invitation).status_code == 200
        seat = browser.post(invitation).headers["location"]
        assert browser.post(invitation).status_code == 404
        assert browser.get(f"/seat/{invitation.rpartition('/')[2]}").status_code == 404
        with live(browser, seat.removeprefix("/seat/")) as theirs:
            assert theirs.receive_json()["hello"] == {"seats": [1], "invitations": []}
            assert theirs.receive_json()["frame"]["seat"] == 1


def test_two_people_at_one_screen_see_one_hand_at_a_time(browser: TestClient) -> None:
    key = begin(browser, "known/crazy-eights", seat1="here")
    received: list[dict[str, object]] = []
    with live(browser, key) as socket:
        asked = {frame["seat"] for frame in play_on(socket, random.Random(2), 12, received)}
    assert asked == {0, 1}
    shown: int | None = None
    for message in received:
        if "curtain" in message:
            shown = message["curtain"]["seat"]  # type: ignore[index]
        if "frame" in message:
            assert message["frame"]["seat"] == shown  # type: ignore[index]


def test_hints_are_of_the_legal_moves(browser: TestClient) -> None:
    key = begin(browser, "known/scopa", **FAST)
    with live(browser, key) as socket:
        frame = next_question(socket, [])
        socket.send_json({"hint": True, "ply": frame["ply"]})
        hints = socket.receive_json()["hints"]
    assert {hint["move"] for hint in hints} <= {option["move"] for option in frame["question"]["options"]}
    assert sum(hint["share"] for hint in hints) == pytest.approx(1)


def test_no_search_runs_where_everybody_would_have_to_wait_for_it(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Players that search and hints think on threads that have no event loop."""
    loops = set()

    def note(name: str) -> None:
        original = getattr(Session, name)

        def noted(self: Session, *values: Any) -> Any:
            loops.add((name, asyncio._get_running_loop()))
            return original(self, *values)

        monkeypatch.setattr(Session, name, noted)

    for name in ("hints", "_apply"):
        note(name)
    key = begin(browser, "known/scopa", seat1="mcts-weak")
    with live(browser, key) as socket:
        *_, frame = play_on(socket, random.Random(3), 2, [])
        socket.send_json({"hint": True, "ply": frame["ply"]})
        assert "hints" in socket.receive_json()
    assert loops == {("hints", None), ("_apply", None)}


def test_cards_that_go_together_are_chosen_in_any_order(browser: TestClient) -> None:
    """Passing three cards of thirteen offers all thirteen."""
    key = begin(browser, "known/hearts", **FAST)
    with live(browser, key) as socket:
        frame = next_question(socket, [])
        hand = frame["view"]["piles"]["hand"][0]["cards"]
        assert frame["question"]["pick"] == sorted(hand) and len(hand) == 13
        for cards in ([hand[12]], [hand[0], hand[1]], hand[:4], [99], "x", [[]]):
            socket.send_json({"pick": cards, "ply": frame["ply"]})
            assert "error" in socket.receive_json()
        chosen = [hand[12], hand[0], hand[5]]
        socket.send_json({"pick": chosen, "ply": frame["ply"]})
        after = next_question(socket, [])
    assert not set(chosen) & set(after["view"]["piles"]["hand"][0]["cards"])


def test_moves_are_taken_back_only_where_the_table_allows_it(browser: TestClient) -> None:
    for allowed in (True, False):
        key = begin(browser, "known/hearts", **FAST, **({"undo": "1"} if allowed else {}))
        with live(browser, key) as socket:
            first, last = play_on(socket, random.Random(5), 1, [])
            socket.send_json({"undo": True, "ply": last["ply"]})
            answer = socket.receive_json()
        assert ("frame" in answer) == allowed
        if allowed:  # all three cards that were passed together are back
            assert answer["frame"]["view"] == first["view"]


STRANGERS = ["nobody", "os:system", "darwindeck.search.player:SearchPlayer", "learned:README.md", "learned:hearts"]


@pytest.mark.parametrize("form", [{"seats": "9"}, {"seat0": "greedy"}, *({"seat1": who} for who in STRANGERS)])
def test_tables_that_cannot_be_are_refused(browser: TestClient, form: dict[str, str]) -> None:
    assert browser.post("/tables", data={"game": "known/crazy-eights", **form}).status_code == 400


def test_a_learned_player_is_offered_where_there_is_one(browser: TestClient) -> None:
    offer = 'value="learned:'
    assert f'{offer}crazy-eights"' in browser.get("/game/known/crazy-eights").text
    assert offer not in browser.get("/game/known/go-fish").text
    key = begin(browser, "known/crazy-eights", seat1="learned:crazy-eights")
    with live(browser, key) as socket:
        assert play_on(socket, random.Random(5), 1, [])
