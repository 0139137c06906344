"""What browsers receive, compared with what their seats know: `python -m tests.web.secrets --games 50` plays whole games.

Games with every kind of secret: hands, cards passed, claims, face-down discards, commitments, blind draws.
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from darwindeck import Game
from darwindeck.engine.game import card_sign
from darwindeck.genome.text import parse_genome
from darwindeck.web.app import make_app
from darwindeck.web.room.store import Store

from .conftest import ADDRESS, OWN
from .playing import begin, play_on

GAMES = {  # with what is secret in them
    "hearts": "hands, and cards passed", "spades": "hands", "crazy-eights": "hands", "go-fish": "hands", "old-maid": "blind draws",
    "gin-rummy": "hands shown at the end", "draw-poker": "hands, and discards face down", "cheat": "claims", "goofspiel": "commitments",
    "ninety-nine": "bids face down", "cribbage": "discards face down", "euchre": "a card laid aside", "skat": "cards laid aside",
    "golf-6": "columns that nobody has seen", "palace": "reserves face down", "durak": "a stock with a card under it", "war": "queues",
}  # fmt: skip
SIGNS = {card_sign(suit * 16 + rank): suit * 16 + rank for suit in range(4) for rank in range(13)}
SIGN = re.compile(r"(?:10|[A2-9JQK])[♣♦♥♠]")


def cards_in(message: Any, name: str = "") -> Iterator[int]:
    """Every card that a message names, by number or in words."""
    if isinstance(message, dict):
        for key, value in message.items():
            yield from cards_in(value, key)
    elif isinstance(message, list):
        if name in ("by", "last_trick"):
            yield from (pair[0] for pair in message)
        else:
            for value in message:
                yield from cards_in(value, name)
    elif isinstance(message, str):
        yield from (SIGNS[sign] for sign in SIGN.findall(message))
    elif isinstance(message, int) and not isinstance(message, bool) and name in ("card", "cards"):
        yield message


def leaks(store: Store, table: str, received: list[dict[str, Any]]) -> list[str]:
    """Where a message names a card whose place its seat did not know, then or at any time before."""
    row = store.read_table(table)
    assert row is not None
    game = Game(parse_genome(row.genome))
    frames = [message["frame"] for message in received if "frame" in message]
    knew = {
        seat: list(follow_knowledge(game, row.seed, row.moves, seat)) for seat in {frame["seat"] for frame in frames}
    }
    found = []
    for frame in frames:
        seat, ply = frame["seat"], frame["ply"]
        told = set(cards_in({key: value for key, value in frame.items() if key != "question"}))
        found += [f"ply {ply}: seat {seat} was told {card_sign(card)}" for card in sorted(told - knew[seat][ply])]
    return found


def follow_knowledge(game: Game, seed: int, moves: bytes, seat: int) -> Iterator[set[int]]:
    """After each number of plies: all cards whose place the seat has known so far, also on the way, and those it has moved."""
    state = game.start(seed=seed)
    knew = known_cards(game.view(state, seat).as_dict()["piles"])
    yield knew
    for move in moves:
        passed = [noted.state for noted in game.trace(state, move)]
        mine = {move} if game.to_move(state) == seat else set()
        state = game.apply(state, move)
        views = [game.view(each, seat).as_dict()["piles"] for each in (*passed, state)]
        knew = knew.union(mine, *map(known_cards, views))
        yield knew


def known_cards(piles: dict[str, Any]) -> set[int]:
    every = [pile for kind in piles.values() for pile in (kind if isinstance(kind, list) else [kind])]
    return {card for pile in every for card in pile["known"]}


def record_game(browser: TestClient, store: Store, game: str, seed: int, most: int) -> tuple[str, list[dict[str, Any]]]:
    """One game, or its first moves, with a person in seat 0; the table, and all that the browser received."""
    rng, received = random.Random(seed), []
    key = begin(
        browser, f"known/{game}", **{f"seat{seat}": "greedy" if game != "cheat" else "random" for seat in range(1, 8)}
    )
    with browser.websocket_connect(f"/seat/{key}/live", headers=OWN) as socket:
        for _ in play_on(socket, rng, most, received):
            pass
    found = store.read_key(key)
    assert found is not None
    return found.table, received


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--most", type=int, default=400, help="moves of a person in a game")
    options = parser.parse_args()
    bad = 0
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder))
        with TestClient(
            make_app(Path(folder), store), base_url=ADDRESS, headers=OWN, follow_redirects=False
        ) as browser:
            for game in GAMES:
                found = []
                for seed in range(options.games):
                    found += leaks(store, *record_game(browser, store, game, seed, options.most))
                print(f"{game} ({GAMES[game]}): {options.games} games, {len(found)} leaks {found[:3]}", flush=True)
                bad += len(found)
        store.close()
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    main()
