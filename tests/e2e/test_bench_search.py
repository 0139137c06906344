"""`darwindeck bench --search` as a person uses it, at sizes too small to time anything: what it says, never how fast."""

from __future__ import annotations

import json
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from darwindeck import load_genome
from darwindeck.bench import peers as bench_peers
from darwindeck.bench import search_peers as bench_search_peers
from darwindeck.bench.search import (
    DEAL_SEED,
    SEARCH_GAMES,
    DealSearch,
    OurSearch,
    TimedSearch,
    find_decisions,
    search_pace,
)
from darwindeck.bench.search_peers import PEER_GAMES, SpielSearch
from darwindeck.cli import main
from darwindeck.engine.game import Game

TINY = ("--iterations", "2")

# What of pyspiel a search needs: a coin, then two moves a seat. Hearts crashes in its second search, spades cannot be
# searched at all.
FAKE_SPIEL = """
import os

class SpielError(Exception):
    pass

class Game:
    def __init__(self, name):
        self.name = name
    def new_initial_state(self):
        return State(self.name)

class State:
    def __init__(self, name):
        self.name, self.done = name, []
    def history(self):
        return self.done
    def is_terminal(self):
        return len(self.done) == 5
    def is_chance_node(self):
        return not self.done
    def chance_outcomes(self):
        return [(0, 0.5), (1, 0.5)]
    def legal_actions(self):
        return [7, 8][len(self.done) // 4:]
    def apply_action(self, action):
        assert action in ((0, 1) if self.is_chance_node() else self.legal_actions())
        self.done.append(action)

class ISMCTSBot:
    def __init__(self, seed, evaluator, exploration, iterations):
        self.searches = 0
    def step(self, state):
        self.searches += 1
        if state.name.startswith("spades"):
            raise SpielError("not\\nimplemented")
        if state.name == "hearts" and self.searches == 2:
            os.abort()
        print("some text of its own")

def RandomRolloutEvaluator(rollouts, seed):
    pass

load_game = Game
"""


def ok(*words: str) -> str:
    result = CliRunner().invoke(main, ["bench", "--search", *TINY, *words], env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return result.stdout


def ok_json(*words: str) -> Any:
    return json.loads(ok(*words, "--json"))


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "pyspiel.py").write_text(FAKE_SPIEL)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(bench_peers, "import_peer", lambda: (None, "0.0"))


def test_the_usual_games_are_searched() -> None:
    report = ok_json("--no-peers")
    assert report["peer"] is None and report["peer_games"] == []
    assert tuple(game["game"] for game in report["games"]) == SEARCH_GAMES
    for game in report["games"]:
        assert game["iterations"] == report["iterations"] == 2
        assert 0 < game["decisions"] == game["whole"]["searches"] == sum(kind["searches"] for kind in game["kinds"])
        assert min(game["whole"][cost] for cost in ("first_ms", "mean_ms", "cpu_mean_ms")) > 0


def test_hearts_has_the_pass_and_the_first_card() -> None:
    text = ok("--games", "hearts", "--no-peers")
    assert text.index("Pass 3 cards") < text.index("Play a card to the trick")
    assert "OpenSpiel" not in text


def test_a_game_without_decisions_has_nothing_to_search() -> None:
    assert "Nothing to search" in ok("--games", "war", "--no-peers")
    assert ok_json("--games", "war", "--no-peers")["games"][0]["whole"] is None


def test_without_openspiel_ours_stands_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    assert bench_peers.HOW_TO_GET in ok("--games", "whist")
    assert "OpenSpiel" not in ok("--games", "scopa")


@pytest.mark.usefixtures("fake")
def test_a_crash_of_the_peer_is_told_and_ends_nothing() -> None:
    own, beside = ok("--games", "hearts", "spades").split("Beside OpenSpiel 0.0")
    assert "hearts" in own and "spades" in own
    assert "hearts, cards passed left: crashes (SIGABRT) in search 2 of the deal\n" in beside
    assert "\nspades: not implemented\n" in beside


@pytest.mark.usefixtures("fake")
def test_json_holds_the_comparison() -> None:
    report = ok_json("--games", "gin-rummy", "hearts", "spades", "war")
    peers = {peer["name"]: peer for peer in report["peer_games"]}
    assert set(peers) == {name for name, peer in PEER_GAMES.items() if peer.beside in ("gin-rummy", "hearts", "spades")}
    assert all(peer["failure"] for peer in peers.values() if peer["beside"] == "hearts")
    gin, theirs = report["games"][0]["whole"], peers["gin rummy"]
    assert (theirs["plies"], theirs["decisions"], theirs["whole"]["searches"], theirs["failure"]) == (4, 3, 1, "")
    assert theirs["times_faster_mean"] == theirs["whole"]["cpu_mean_ms"] / gin["cpu_mean_ms"]
    hearts = peers["hearts, cards passed left"]
    assert hearts["whole"]["searches"] == 1 and hearts["whole"]["mean_ms"] is None
    assert hearts["times_faster_first"] > 0 and hearts["times_faster_mean"] is None
    assert peers["spades"]["whole"] is None and peers["spades"]["times_faster_first"] is None


@pytest.mark.usefixtures("fake")
def test_a_peer_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_search_peers, "PATIENCE", 0)
    assert SpielSearch(PEER_GAMES["euchre"], 2).search_deal() == DealSearch([], 0, 0, "no end within 0 s")


if find_spec("pyspiel"):  # a peer, not ours: its searches are tested where it is at hand

    @pytest.mark.parametrize("name", ["bridge, card play in 1NT", "hearts, no passing", "oh hell, 12 tricks", "euchre"])
    def test_openspiel_searches_a_deal(name: str) -> None:
        deal = SpielSearch(PEER_GAMES[name], 2).search_deal()
        assert deal.failure == ""
        assert 0 < len(deal.searches) == deal.decisions <= deal.plies


@pytest.mark.parametrize("name", SEARCH_GAMES)
def test_only_decisions_of_one_deal_are_searched(name: str) -> None:
    game = Game(name)
    plies, positions = find_decisions(game, DEAL_SEED)
    assert 0 < len(positions) <= plies
    assert all(len(position.moves) > 1 for position in positions)
    assert len({position.view.as_dict()["deal"] for position in positions}) == 1


def test_every_iteration_is_run() -> None:
    deal = OurSearch(load_genome("crazy-eights"), iterations=50).search_deal()
    assert {search.iterations for search in deal.searches} == {50}


def test_a_search_pace_is_the_median_of_its_rounds() -> None:
    rounds = [
        DealSearch(
            [TimedSearch("bid", ms * 1_000_000, 1_000_000, 9), TimedSearch("play", 3_000_000, 1_000_000, 7)], 4, 2
        )
        for ms in (1, 9, 5)
    ]
    pace = search_pace(rounds)
    assert pace.whole is not None
    assert (pace.plies, pace.decisions, pace.iterations) == (4, 2, 7)
    assert (pace.whole.first_ms, pace.whole.mean_ms, pace.whole.cpu_mean_ms) == (5, 4, 1)
    assert (pace.cores, pace.spread) == (0.25, 0)
    assert [(kind.kind, kind.first_ms) for kind in pace.kinds] == [("bid", 5), ("play", 3)]


@pytest.mark.parametrize("iterations", ["0", "many"])
def test_a_wrong_number_of_iterations_is_one_line(iterations: str) -> None:
    result = CliRunner().invoke(main, ["bench", "--search", "--iterations", iterations])
    assert result.exit_code == 2
    assert len(result.stderr.splitlines()) == 1
