"""OpenSpiel's search beside ours, for `darwindeck bench --search`: each deal in a process of its own, which may crash."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .search import DEAL_SEED, ITERATIONS, DealSearch, TimedSearch

PROGRAM = Path(__file__).with_name("search_openspiel.py")
PATIENCE = 600  # seconds for one deal
LONGEST_REASON = 100
PASS, ONE_NO_TRUMP = 52, 59  # calls of OpenSpiel's bridge


@dataclass(frozen=True)
class PeerGame:
    """A game of OpenSpiel's to search, and the one of ours that it stands beside, if there is one."""

    game: str
    beside: str | None
    kind: int | None = None  # compares with the n-th kind of decision of our deal only
    forced: dict[int, int] = field(default_factory=dict)  # actions not left to chance, by ply
    exploration: float = 1.5  # about one and a half times the spread of its results
    every: int = 1  # searches one decision of so many


PEER_GAMES = {
    "bridge, card play in 1NT": PeerGame(
        "bridge(use_double_dummy_result=False)",
        "whist",
        forced={52: ONE_NO_TRUMP, 53: PASS, 54: PASS, 55: PASS},
        exploration=100,
    ),
    "hearts, cards passed left": PeerGame("hearts", "hearts", forced={0: 1}, exploration=8),
    "hearts, no passing": PeerGame("hearts", "hearts", kind=1, forced={0: 0}, exploration=8),
    "oh hell, 12 tricks": PeerGame("oh_hell(players=4,num_tricks_fixed=12)", "spades", exploration=6),
    "spades": PeerGame("spades(num_tricks=13)", "spades"),
    "crazy eights": PeerGame("crazy_eights(players=2)", "crazy-eights"),
    "gin rummy": PeerGame("gin_rummy", "gin-rummy", exploration=30, every=12),
    "go fish": PeerGame("go_fish(players=3)", "go-fish"),
    "euchre": PeerGame("euchre", None, exploration=3),
}


@dataclass(frozen=True)
class SpielSearch:
    """OpenSpiel's ISMCTSBot with random rollouts, which imagines a new deal in every simulation, as ours does."""

    peer: PeerGame
    iterations: int = ITERATIONS
    seed: int = DEAL_SEED

    def search_deal(self) -> DealSearch:
        status, lines = run_program(self.request())
        said: dict[str, Any] = {key: value for line in lines for key, value in line.items()}
        searches = [TimedSearch("", line["ns"], line["cpu_ns"], self.iterations) for line in lines if "ns" in line]
        failure = said.get("failure") or ("" if "plies" in said else describe_end(status))
        return DealSearch(searches, said.get("plies", 0), said.get("decisions", 0), one_line(failure))

    def request(self) -> dict[str, Any]:
        peer = self.peer
        settings = {"forced": peer.forced, "exploration": peer.exploration, "every": peer.every}
        return {"game": peer.game, "iterations": self.iterations, "seed": self.seed, **settings}


def find_search_peers(names: Collection[str], iterations: int, everything: bool) -> dict[str, SpielSearch]:
    """The games of OpenSpiel's beside these of ours; with `everything` also those beside none."""
    return {
        name: SpielSearch(peer, iterations)
        for name, peer in PEER_GAMES.items()
        if peer.beside in names or (everything and peer.beside is None)
    }


def run_program(request: dict[str, Any]) -> tuple[int | None, list[dict[str, Any]]]:
    """How the program ended (None: not in time), and the lines that it had printed by then."""
    words = [sys.executable, "-P", str(PROGRAM), json.dumps(request)]
    try:
        done = subprocess.run(words, capture_output=True, timeout=PATIENCE, check=False)
    except subprocess.TimeoutExpired as late:
        return None, list(parse_lines(late.stdout or b""))
    return done.returncode, list(parse_lines(done.stdout))


def parse_lines(output: bytes) -> Iterator[dict[str, Any]]:
    """The lines of JSON; OpenSpiel may print others, and a crash may cut the last one short."""
    for line in output.splitlines():
        if line.startswith(b"{") and line.endswith(b"}"):
            yield json.loads(line)


def describe_end(status: int | None) -> str:
    if status is None:
        return f"no end within {PATIENCE} s"
    if status < 0:
        return f"crashes ({signal.Signals(-status).name})"
    return f"ends with status {status}"


def one_line(text: str) -> str:
    return " ".join(text.split())[:LONGEST_REASON]
