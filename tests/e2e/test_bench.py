"""`darwindeck bench` as a person uses it, at sizes too small to time anything: what it says, never how fast."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from darwindeck import _core, known_games, load_genome
from darwindeck.bench import peers as bench_peers
from darwindeck.bench.cards import Stretch, pace
from darwindeck.cli import main
from darwindeck.simulate.simulate import simulate

TINY = ("--seconds", "0")


def ok(*words: str) -> str:
    result = CliRunner().invoke(main, ["bench", *words], env={"COLUMNS": "200"})
    assert result.exit_code == 0, result.stderr
    assert result.stderr == ""
    return result.stdout


def ok_json(*words: str) -> Any:
    return json.loads(ok(*words, "--json"))


@dataclass(frozen=True)
class Step:
    player: int


@dataclass
class FakeState:
    """A coin, then a move of each seat: seat 0 has two options, seat 1 one."""

    together: bool
    done: list[Step] = field(default_factory=list)

    def is_terminal(self) -> bool:
        return len(self.done) == 3

    def is_chance_node(self) -> bool:
        return not self.done

    def is_simultaneous_node(self) -> bool:
        return self.together and not self.is_chance_node()

    def current_player(self) -> int:
        return len(self.done) - 1

    def num_players(self) -> int:
        return 2

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return [(0, 0.5), (1, 0.5)]

    def legal_actions(self, seat: int) -> list[int]:
        return [7, 8][seat:]

    def apply_action(self, action: int) -> None:
        assert action in (0, 1) if self.is_chance_node() else action in self.legal_actions(self.current_player())
        self.done.append(Step(self.current_player()))

    def apply_actions(self, actions: list[int]) -> None:
        for action in actions:
            self.apply_action(action)

    def full_history(self) -> list[Step]:
        return self.done


class FakeSpiel:
    """What of pyspiel the bench uses. It knows two of the games, one of them with moves at the same time."""

    class SpielError(Exception):
        pass

    def registered_names(self) -> list[str]:
        return ["goofspiel", "hearts", "spades"]

    def load_game(self, description: str) -> FakeGame:
        if description.startswith("spades"):
            raise self.SpielError("Unknown parameter 'num_tricks'")
        return FakeGame(description.startswith("goofspiel"))

    def make_uniform_random_bot(self, seat: int, seed: int) -> int:
        return seat

    def evaluate_bots(self, state: FakeState, bots: list[int], seed: int) -> list[float]:
        while not state.is_terminal():
            state.apply_action(0 if state.is_chance_node() else state.legal_actions(state.current_player())[0])
        return [0.0 for _ in bots]


@dataclass(frozen=True)
class FakeGame:
    together: bool

    def num_players(self) -> int:
        return 2

    def new_initial_state(self) -> FakeState:
        return FakeState(self.together)


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_peers, "SAMPLE_NS", 0)
    monkeypatch.setattr(bench_peers, "import_peer", lambda: (FakeSpiel(), "0.0"))


def test_every_known_game_is_in_the_table() -> None:
    text = ok("--no-peers", *TINY)
    assert all(name in text for name in known_games())
    assert "OpenSpiel" not in text


def test_json_has_both_thread_counts() -> None:
    report = ok_json("--no-peers", "--threads", "3", *TINY)
    assert report["peer"] is None
    assert [game["game"] for game in report["games"]] == known_games()
    for game in report["games"]:
        assert game["threads"] == 3
        assert game["peer"] is None
        assert min(game["scaling"], game["state_bytes"], game["program_bytes"]) > 0
        for cost in (game["one_thread"], game["all_threads"]):
            assert min(cost["ns_per_ply"], cost["us_per_deal"], cost["games_per_second"]) > 0
            assert (cost["ns_per_decision"] is None) == (cost["decisions_per_game"] == 0)


def test_games_can_be_chosen() -> None:
    report = ok_json("--games", "whist", "war", "--no-peers", *TINY)
    assert [game["game"] for game in report["games"]] == ["whist", "war"]


@pytest.mark.parametrize(
    ("words", "is_told"), [(("hearts",), True), (("war",), False), (("hearts", "--no-peers"), False)]
)
def test_without_openspiel_ours_stands_alone(
    monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], is_told: bool
) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    lines = ok("--games", *words, *TINY).splitlines()
    assert [line for line in lines if "OpenSpiel" in line] == ([bench_peers.HOW_TO_GET] if is_told else [])
    assert ok_json("--games", *words, *TINY)["peer"] is None


@pytest.mark.usefixtures("fake")
def test_ours_stands_beside_openspiel() -> None:
    text = ok("--games", "goofspiel", "hearts", "spades", "war", *TINY)
    own, beside = text.split("Beside OpenSpiel 0.0")
    assert all(name in own for name in ("goofspiel", "hearts", "spades", "war"))
    assert "spades" not in beside
    assert beside.count("ours, 1 thread") == beside.count("OpenSpiel") == 2


@pytest.mark.usefixtures("fake")
def test_json_holds_the_comparison() -> None:
    report = ok_json("--games", "goofspiel", "hearts", "war", *TINY)
    assert report["peer"] == "OpenSpiel 0.0"
    goofspiel, hearts, war = report["games"]
    assert war["peer"] is None
    for game in (goofspiel, hearts):
        assert (game["peer"]["plies_per_game"], game["peer"]["decisions_per_game"]) == (2, 1)
        ours, theirs = game["one_thread"], game["peer"]
        assert ours["times_faster_per_ply"] == theirs["ns_per_ply"] / ours["ns_per_ply"]


@pytest.mark.parametrize("pyspiel", [FakeSpiel(), *([import_module("pyspiel")] if find_spec("pyspiel") else [])])
@pytest.mark.parametrize("description", ["goofspiel", "hearts"])
def test_both_loops_play_the_same_game(monkeypatch: pytest.MonkeyPatch, pyspiel: Any, description: str) -> None:
    monkeypatch.setattr(bench_peers, "SAMPLE_NS", 0)
    peer = bench_peers.OpenSpiel(pyspiel, description)
    native, by_hand = peer.play_by_bots(40), peer.play_by_hand(40)
    assert native.games == by_hand.games == 40
    assert native.plies == pytest.approx(by_hand.plies, rel=0.05)


def test_a_pace_is_the_median_of_its_batches() -> None:
    batches = [Stretch(ns, ns // 2, games=2, plies=100, decisions=50, deals=4) for ns in (1000, 9000, 2000)]
    middle = pace(batches)
    assert (middle.ns_per_ply, middle.ns_per_decision, middle.us_per_deal) == (20, 40, 0.5)
    assert (middle.games_per_second, middle.cores, middle.spread) == (1e6, 0.5, 4)
    assert middle.cpu_ns_per_ply == 10


def test_signature_is_one_number() -> None:
    assert int(ok("--signature")) == ok_json("--signature")["signature"]


def test_whist_is_set_beside_whist_written_by_hand_and_other_games_are_not() -> None:
    beside = ok("--games", "whist", "--no-peers", *TINY).split("Beside whist by hand")[1]
    assert "bit sets" in beside and beside.count("ours, 1 thread") == 1
    assert "by hand" not in ok("--games", "hearts", "--no-peers", *TINY)
    [whist] = ok_json("--games", "whist", "--no-peers", *TINY)["games"]
    assert whist["by_hand"]["plies_per_game"] == 52 and whist["by_hand"]["deals_per_game"] == 1


def test_whist_by_hand_is_whist() -> None:
    """The same length as ours, thirteen tricks a deal that go to each side alike, and about as many forced cards."""
    deals = 4000
    plies, decisions, *tricks = _core.play_whist_by_hand(deals)
    assert plies == 52 * deals and sum(tricks) == 13 * deals
    assert abs(tricks[0] / sum(tricks) - 0.5) < 0.02
    ours = simulate(load_genome("whist"), games=200, threads=1)
    assert abs(decisions / plies - ours.decisions.sum() / ours.plies.sum()) < 0.02


def test_a_row_is_added_to_a_history_and_shown(tmp_path: Path) -> None:
    file = tmp_path / "speed.csv"
    for label in ("one", "two"):
        shown = ok("--history", str(file), "--label", label, *TINY)
    assert [line.split(",")[0] for line in file.read_text().splitlines()] == ["label", "one", "two"]
    assert file.with_suffix(".svg").read_text().startswith("<svg")
    assert ok("--history", str(file)) == shown
    assert "█" in shown
    assert [row["label"] for row in ok_json("--history", str(file))] == ["one", "two"]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--label", "a"), "say with --history"),
        (("--history", "none.csv"), "none.csv"),
        (("--history", "new.csv", "--label", " "), "printable letters"),
        (("--history", "new.svg", "--label", "a"), "name a .csv file"),
    ],
)
def test_a_history_that_cannot_be_is_refused(
    words: tuple[str, ...], told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = CliRunner().invoke(main, ["bench", *words])
    assert result.exit_code == 2
    assert told in result.stderr and "Traceback" not in result.stderr
