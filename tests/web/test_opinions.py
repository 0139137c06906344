"""What people say: kept for good, told by `darwindeck ratings`, ranked only where there is enough of it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
from click.testing import CliRunner
from starlette.testclient import TestClient

from darwindeck import load_genome
from darwindeck.cli import main
from darwindeck.measure.taste import read_opinions
from darwindeck.play.rulebooks import name_key
from darwindeck.portrait.shipped import find_shipped
from darwindeck.web.room import studio
from darwindeck.web.room.ranking import LEAST_PAIRS, agree_with_fitness, largest_group, mean_stars, rank_games
from darwindeck.web.room.store import Store

from .playing import begin

SAID = {"stars": 4, "again": True, "reasons": ["too long"], "comment": "fine"}


def pair(a: str, b: str, chosen: str) -> dict[str, str]:
    return {"a": a, "b": b, "chosen": chosen}


def opinion(program: str, stars: int, fitness: float | None = None) -> dict[str, object]:
    return {"program": program, "title": program, "stars": stars, "fitness": fitness}


def test_an_opinion_is_kept_once_a_seat(browser: TestClient, store: Store, tmp_path: Path) -> None:
    key = begin(browser, "run/first/01-odd-hare")
    assert browser.post(f"/seat/{key}/rate", content=json.dumps(SAID | {"stars": 1})).status_code == 200
    assert browser.post(f"/seat/{key}/rate", content=json.dumps(SAID)).status_code == 200
    [row] = Store(tmp_path / "data").list_ratings()  # as somebody reads it who does not wait for the server to end
    shipped = find_shipped(load_genome("scopa"))  # of which the game is a copy
    assert shipped is not None
    assert (row["stars"], row["reasons"], row["fitness"]) == (4, ["too long"], shipped.fitness[0])


def test_an_opinion_of_a_measured_game_is_exported_with_what_was_measured(
    browser: TestClient, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shipped = {name_key(load_genome("war")): find_shipped(load_genome("war"))}
    monkeypatch.setattr(studio, "find_shipped", lambda genome: shipped.get(name_key(genome)))  # of no other game
    for game in ("known/war", "run/first/01-odd-hare"):
        browser.post(f"/seat/{begin(browser, game)}/rate", content=json.dumps(SAID))
    browser.post(f"/seat/{begin(browser, 'known/war', seats='3')}/rate", content=json.dumps(SAID))
    path = tmp_path / "opinions.json"
    path.write_text(CliRunner().invoke(main, ["ratings", "--data", str(tmp_path / "data"), "--json"]).output)
    measured = read_opinions(path)
    assert [each.metrics["fate"] for each in measured if each.metrics] == [
        1.0,
        0.2,
    ]  # of war for three nothing is known


@pytest.mark.parametrize(
    "said", [{"stars": 6}, {"stars": "5"}, {}, {"stars": 3, "reasons": ["x"]}, {"stars": 3, "comment": "x" * 3000}, [], "no"]
)  # fmt: skip
def test_what_is_no_opinion_is_refused(browser: TestClient, store: Store, said: object) -> None:
    key = begin(browser, "known/war")
    assert browser.post(f"/seat/{key}/rate", content=json.dumps(said)).status_code == 400
    assert browser.post("/seat/nobody/rate", content=json.dumps(SAID)).status_code == 404
    assert store.list_ratings() == []


def test_a_choice_between_two_games_is_kept(browser: TestClient, store: Store) -> None:
    assert "rather play" in browser.get("/pairs").text
    choice = {"a": "known/war", "b": "known/hearts", "chosen": "b"}
    assert browser.post("/pairs", data=choice).status_code == 303
    assert [(row["title_a"], row["title_b"], row["chosen"]) for row in store.list_pairs()] == [("War", "Hearts", "b")]
    for bad in ({"chosen": "c"}, {"b": "known/war"}, {"b": "known/nothing"}):
        assert browser.post("/pairs", data=choice | bad).status_code == 400


def test_few_choices_are_no_ranking() -> None:
    assert rank_games([pair("a", "b", "a")] * (LEAST_PAIRS - 1)) == []
    assert [rating.player for rating in rank_games([pair("a", "b", "b")] * LEAST_PAIRS)] == ["b", "a"]


def test_a_ranking_finds_the_order_that_people_choose_by() -> None:
    rng, games = random.Random(1), {"a": 0.0, "b": 1.0, "c": 2.0}
    choices = []
    for _ in range(400):
        a, b = rng.sample(sorted(games), 2)
        choices.append(pair(a, b, "a" if rng.random() < 1 / (1 + 2.718 ** (games[b] - games[a])) else "b"))
    ranked = rank_games(choices)
    assert [rating.player for rating in ranked] == ["c", "b", "a"]
    assert ranked[0].low > ranked[1].high - 1 and all(rating.low <= rating.elo <= rating.high for rating in ranked)


def test_only_games_that_were_compared_are_ranked_together() -> None:
    assert largest_group([("a", "b"), ("c", "d"), ("b", "e")]) == {"a", "b", "e"}
    assert largest_group([]) == set()


def test_agreement_counts_pairs_that_differ_in_both() -> None:
    rows = [opinion("x", 5, 0.9), opinion("y", 3, 0.5), opinion("z", 4, 0.2), opinion("z", 2, 0.2), opinion("w", 1)]
    assert mean_stars(rows)["z"] == ("z", 3.0, 2)
    assert agree_with_fitness(rows) == (2, 2)  # x above y and above z; y and z have equal stars


def test_ratings_are_printed(tmp_path: Path) -> None:
    store = Store(tmp_path)
    store.rate("k", "known/war", "War", "p", None, SAID)
    store.close()
    result = CliRunner().invoke(main, ["ratings", "--data", str(tmp_path)])
    assert result.exit_code == 0 and "War" in result.output and "4.00" in result.output and "needs 60" in result.output
    data = json.loads(CliRunner().invoke(main, ["ratings", "--data", str(tmp_path), "--json"]).output)
    assert data["ratings"][0]["comment"] == "fine"
