"""Runs from a page: begun, watched, stopped, taken up again. One small run does for all."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from darwindeck import load_genome
from darwindeck.web.room.runs import Breeder

FORM = {
    "name": "small", "profile": "balanced", "suite": "quick", "population": "4", "generations": "1", "minutes": "10", "seed": "3",
}  # fmt: skip


def wait_for(browser: TestClient, run: str, key: str, value: bool) -> dict[str, object]:
    """Asks until the run's state has that value; a run that never gets there hangs, which a person sees."""
    while True:
        state = browser.get(f"{run}/state").json()
        if state[key] is value:
            return state
        time.sleep(0.2)


def test_a_run_is_begun_stopped_and_taken_up_again(browser: TestClient) -> None:
    run = browser.post("/runs", data=FORM).headers["location"]
    assert run.startswith("/runs/small-")
    assert browser.get(run).status_code == 200
    assert browser.get(f"{run}/state").json()["running"]
    browser.post(f"{run}/stop")
    stopped = wait_for(browser, run, "running", False)
    assert not stopped["finished"]
    browser.post(f"{run}/resume")
    wait_for(browser, run, "running", False)
    state = browser.get(f"{run}/state").json()
    assert state["finished"] and len(state["generations"]) == 1
    for each in state["generations"]:
        assert 0 <= each["low"] <= each["median"] <= each["high"] <= each["best"] <= 1
    [column] = state["columns"]
    assert dict(state["fates"]) == column and sum(column.values()) == state["generations"][0]["candidates"]
    assert state["axes"][:2] == ["minutes", "kind"] or not state["kept"]
    for game in state["kept"]:
        assert game["at"]["minutes"] > 0 and isinstance(game["at"]["kind"], str)
        assert browser.get(f"/game/kept/{state['name']}/{game['id']}").status_code == 200
    assert state["name"] in browser.get("/runs").text


@pytest.mark.parametrize(
    "bad",
    [{"name": "../x"}, {"name": ""}, {"population": "1"}, {"population": "x"}, {"profile": "/etc/passwd"}, {"suite": "x"}, {"minutes": "0"}, {"players": "9"}, {"length": "forever"}],
)  # fmt: skip
def test_a_run_that_cannot_be_is_refused(browser: TestClient, bad: dict[str, str]) -> None:
    assert browser.post("/runs", data=FORM | bad).status_code == 400
    assert browser.post("/runs", data=FORM | {"game": "known/nothing"}).status_code == 404


def test_the_form_says_for_how_many_how_long_and_from_which_games(
    browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[dict[str, str], list[str]]] = []

    def start(self: Breeder, name: str, settings: dict[str, str], files: list[Path]) -> str:
        asked.append((settings, [load_genome(file).genome_id for file in files]))
        return name

    monkeypatch.setattr(Breeder, "start", start)
    games = ["known/scopa", "known/whist"]
    assert browser.post("/runs", data={**FORM, "players": "4", "length": "10-20", "game": games}).status_code == 303
    [(settings, begun)] = asked
    assert begun == ["scopa", "whist"]
    assert (settings["players"], settings["minutes"], settings["time-budget"]) == ("4", "10-20", "10m")
    assert browser.post("/runs", data={**FORM, "game": ["known/war"] * 21}).status_code == 400


@pytest.mark.parametrize("name", ["nothing", "..%2f..%2fetc", "web"])
def test_only_runs_of_the_folder_are_shown(browser: TestClient, name: str) -> None:
    assert browser.get(f"/runs/{name}").status_code == 404
