"""A server that is killed has lost nothing that somebody was told: no finished game, no opinion. And it does not grow."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.sync.client import connect

from darwindeck import Game
from darwindeck.genome.text import parse_genome
from darwindeck.web.room.store import Store
from tests.patience import PATIENCE

from . import load
from .browsing import Server


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    server = Server(tmp_path, tmp_path / "data")
    yield server
    server.stop()


def play_to_the_end(server: Server, seat: str) -> None:
    """Random moves until the browser is told who won."""
    rng = random.Random(1)
    address = f"ws://127.0.0.1:{server.port}{seat}/live"
    with connect(address, origin=server.address, open_timeout=None) as socket:  # type: ignore[arg-type]
        while True:
            frame = json.loads(socket.recv()).get("frame")
            if frame and frame["view"]["winners"] is not None:
                return
            if frame and frame["question"]:
                move = rng.choice(frame["question"]["options"])["move"]
                socket.send(json.dumps({"move": move, "ply": frame["ply"]}))


def test_a_killed_server_has_kept_the_game_that_just_ended_and_what_was_said_of_it(
    server: Server, tmp_path: Path
) -> None:
    with httpx.Client(base_url=server.address, headers={"Origin": server.address}, timeout=PATIENCE) as client:
        seat = client.post("/tables", data={"game": "known/crazy-eights", "seat1": "random"}).headers["location"]
        play_to_the_end(server, seat)
        server.kill()
        store = Store(tmp_path / "data")
        key = store.read_key(seat.removeprefix("/seat/"))
        row = store.read_table(key.table) if key is not None else None
        assert row is not None
        game = Game(parse_genome(row.genome))
        state = game.start(seed=row.seed)
        for move in row.moves:
            state = game.apply(state, move)
        assert game.is_over(state)
        server.start()
        said = {"stars": 2, "again": False, "reasons": ["unfair"], "comment": "dealt badly"}
        assert client.post(f"{seat}/rate", content=json.dumps(said)).status_code == 200
        server.kill()
        assert [each["comment"] for each in store.list_ratings()] == ["dealt badly"]
        store.close()
        server.start()


@pytest.mark.parametrize(("growth", "fails"), [(60.0, False), (-1000.0, True)])
def test_the_server_does_not_grow_with_the_games_played(
    server: Server, capsys: pytest.CaptureFixture[str], growth: float, fails: bool
) -> None:
    """The command that is run for 1,000 games, for 20: it prints the memory, and fails where that grows beyond what is allowed."""
    evening = load.Evening(server, "known/crazy-eights", seconds=0, most=20, pause=0)
    if fails:
        with pytest.raises(SystemExit, match="has grown by"):
            asyncio.run(load.measure(evening, 2, growth))
    else:
        asyncio.run(load.measure(evening, 2, growth))
    assert "0 errors" in capsys.readouterr().out
